import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';
import { useListQuery } from './use-list-query.ts';

/** A record as its GET returns it. `version` is 0 until it is saved for the first time. */
export interface StoredRecord<Value> {
  value: Value;
  version: number;
  /** Epoch ms. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** Unsaved edits, and the version that they are based on. */
interface Draft<Value> {
  value: Value;
  base: number;
}

export interface RecordOptions<Value> {
  /** The query key of the record; its draft's key is derived from it. */
  queryKey: readonly unknown[];
  load: (signal: AbortSignal) => Promise<StoredRecord<Value>>;
  save: (value: Value, version: number) => Promise<{ message: string }>;
  /** Returns field → message. The record is saved only when there are none. */
  check?: (value: Value) => Record<string, string>;
  loadFailed: string;
  saveFailed: string;
  /** Shows `saveFailed` instead of the server's message, except for 404 and 409. */
  ownWords?: boolean;
  onSaved?: () => void;
}

/**
 * Edits one record as a whole. Unsaved edits survive switching sections. They are saved with the
 * version that they are based on; if the stored version is newer (409), they are neither lost nor
 * written over the other admin's changes.
 */
export function useRecord<Value>(options: RecordOptions<Value>) {
  const client = useQueryClient();
  const { queryKey: draftKey } = draftQuery<Value>(options.queryKey);
  const stored = useListQuery(
    { queryKey: options.queryKey, queryFn: ({ signal }) => options.load(signal) },
    options.loadFailed,
  );
  const { data: draft } = useQuery(draftQuery<Value>(options.queryKey));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const setDraft = (next: Draft<Value> | null) => client.setQueryData(draftKey, next);
  const current = stored.data;
  const value = draft?.value ?? current?.value;

  const saving = useMutation({
    mutationFn: ({ value: sent, base }: Draft<Value>) => options.save(sent, base),
    onSuccess: async ({ message }, sent) => {
      await client.invalidateQueries({ queryKey: options.queryKey });
      // Edits made during the request stay, based on the new version.
      const typed = client.getQueryData<Draft<Value> | null>(draftKey);
      const now = client.getQueryData<StoredRecord<Value>>(options.queryKey);
      setDraft(typed && now && typed.value !== sent.value ? { ...typed, base: now.version } : null);
      setErrors({});
      toast.success(message);
      options.onSaved?.();
    },
    onError: async (error, { base }) => {
      if (isSignedOut(error)) return;
      if (isApiError(error)) setErrors(Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])));
      const aboutIt = isApiError(error) && (error.status === 404 || error.status === 409);
      if (aboutIt) {
        await client.invalidateQueries({ queryKey: options.queryKey });
        const now = client.getQueryData<StoredRecord<Value>>(options.queryKey);
        // The newer version makes the conflict notice appear, which says it.
        if (client.getQueryData(draftKey) && now?.version !== base) return;
      }
      toast.error(options.ownWords && !aboutIt ? options.saveFailed : serverSentence(error, options.saveFailed));
    },
  });

  /** Works on what is typed now, also when an upload that began earlier calls it. */
  const edit = (change: Partial<Value> | ((current: Value) => Value)) => {
    const now = client.getQueryData<StoredRecord<Value>>(options.queryKey) ?? current;
    if (!now) return;
    const typed = client.getQueryData<Draft<Value> | null>(draftKey);
    const before = typed?.value ?? now.value;
    const next = typeof change === 'function' ? change(before) : { ...before, ...change };
    setErrors({});
    setDraft(same(next, now.value) ? null : { value: next, base: typed?.base ?? now.version });
  };
  const dirty = draft != null;
  return {
    value,
    stored: current,
    dirty,
    errors,
    busy: saving.isPending,
    failed: stored.failed,
    fetching: stored.fetching,
    retry: stored.retry,
    /** Another admin has saved the record since these edits began. */
    outdated: dirty && !saving.isPending && current !== undefined && draft.base !== current.version,
    edit,
    discard: () => {
      setDraft(null);
      setErrors({});
    },
    /** Keeps the edits, based on the current version. */
    keepMine: () => draft && current && setDraft({ ...draft, base: current.version }),
    /**
     * Applies the result of another request of this admin (such as a reply) to the record, which
     * was `before` when it was sent. Edits based on `before` are rebased on `next`; edits based on
     * an older version stay outdated.
     */
    takeOver: (before: StoredRecord<Value>, next: StoredRecord<Value>) => {
      client.setQueryData(options.queryKey, next);
      const typed = client.getQueryData<Draft<Value> | null>(draftKey);
      if (typed?.base !== before.version) return;
      const merged = rebased(typed.value, before.value, next.value);
      setDraft(same(merged, next.value) ? null : { value: merged, base: next.version });
    },
    /** Validates and saves the form. Returns the invalid fields, in order. */
    submit: (): string[] => {
      if (value === undefined || !current || saving.isPending) return [];
      const wrong = options.check?.(value) ?? {};
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) saving.mutate({ value, base: draft?.base ?? current.version });
      return Object.keys(wrong);
    },
  };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Applies the fields of `typed` that differ from `before` to `next`. */
function rebased<Value>(typed: Value, before: Value, next: Value): Value {
  const merged = { ...next };
  for (const key in typed) {
    if (!same(typed[key], before[key])) merged[key] = typed[key];
  }
  return merged;
}

export type EditedRecord<Value> = ReturnType<typeof useRecord<Value>>;

/** Whether the record of this key has unsaved edits. */
export function useHasDraft(queryKey: readonly unknown[]): boolean {
  return useQuery(draftQuery<unknown>(queryKey)).data !== null;
}

/**
 * `useState` for what is typed in a drawer or dialog: it stays when that is closed, until it is set
 * to null or the page is reloaded.
 *
 * @param name what it is typed about; the component has another key for another one
 */
export function useKept<Value>(name: readonly string[]) {
  const client = useQueryClient();
  const queryKey = ['draft', ...name];
  const kept = () => client.getQueryData<Value | null>(queryKey) ?? null;
  const [value, setValue] = useState<Value | null>(kept);
  const set = (next: (current: Value | null) => Value | null) => {
    const now = next(kept());
    client.setQueryData(queryKey, now);
    setValue(() => now);
  };
  return [value, set] as const;
}

/** Stores the draft in the query cache, so that it is lost on reload. Never fetched. */
function draftQuery<Value>(queryKey: readonly unknown[]) {
  return {
    queryKey: ['draft', ...queryKey] as readonly unknown[],
    queryFn: (): Draft<Value> | null => null,
    initialData: null as Draft<Value> | null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  };
}
