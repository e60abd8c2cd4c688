import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';
import { useKeptList } from './use-kept-list.ts';

/** A record of the admin as its GET answers it. `version` 0: never saved. */
export interface StoredRecord<Value> {
  value: Value;
  version: number;
  /** Epoch ms. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** What was typed and not saved, and the version that it was typed over. */
interface Draft<Value> {
  value: Value;
  base: number;
}

export interface RecordOptions<Value> {
  /** Of the record, and so of its draft. */
  queryKey: readonly unknown[];
  load: (signal: AbortSignal) => Promise<StoredRecord<Value>>;
  save: (value: Value, version: number) => Promise<{ message: string }>;
  /** Field → message; nothing is sent while there is one. */
  check?: (value: Value) => Record<string, string>;
  loadFailed: string;
  saveFailed: string;
  /** A failure is told in `saveFailed`, not in the server's words, unless it is about the record itself (404, 409). */
  ownWords?: boolean;
  onSaved?: () => void;
}

/**
 * One record that is edited as a whole: what is typed stays while the admin looks at other sections, is sent with the version that it
 * was typed over, and is never lost or written over somebody else's when that version is no longer the stored one (409).
 */
export function useRecord<Value>(options: RecordOptions<Value>) {
  const client = useQueryClient();
  const { queryKey: draftKey } = draftQuery<Value>(options.queryKey);
  const stored = useKeptList(
    { queryKey: options.queryKey, queryFn: ({ signal }) => options.load(signal) },
    options.loadFailed,
  );
  const { data: draft } = useQuery(draftQuery<Value>(options.queryKey));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const setDraft = (next: Draft<Value> | null) => client.setQueryData(draftKey, next);
  const known = stored.data;
  const value = draft?.value ?? known?.value;

  const saving = useMutation({
    mutationFn: ({ value: sent, base }: Draft<Value>) => options.save(sent, base),
    onSuccess: async ({ message }, sent) => {
      await client.invalidateQueries({ queryKey: options.queryKey });
      // What was typed while it was under way goes on, over the version that was just made.
      const typed = client.getQueryData<Draft<Value> | null>(draftKey);
      const now = client.getQueryData<StoredRecord<Value>>(options.queryKey);
      setDraft(typed && now && typed.value !== sent.value ? { ...typed, base: now.version } : null);
      setErrors({});
      toast.success(message);
      options.onSaved?.();
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      if (isApiError(error)) setErrors(Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])));
      const aboutIt = isApiError(error) && (error.status === 404 || error.status === 409);
      toast.error(options.ownWords && !aboutIt ? options.saveFailed : serverSentence(error, options.saveFailed));
      // The stored record has another version: the notice says so.
      if (aboutIt) await client.invalidateQueries({ queryKey: options.queryKey });
    },
  });

  const edit = (change: Partial<Value> | ((current: Value) => Value)) => {
    if (value === undefined || !known) return;
    const next = typeof change === 'function' ? change(value) : { ...value, ...change };
    setErrors({});
    setDraft(same(next, known.value) ? null : { value: next, base: draft?.base ?? known.version });
  };
  const dirty = draft != null;
  return {
    value,
    stored: known,
    dirty,
    errors,
    busy: saving.isPending,
    failed: stored.failed,
    fetching: stored.fetching,
    retry: stored.retry,
    /** Somebody else saved after this was typed. */
    outdated: dirty && !saving.isPending && known !== undefined && draft.base !== known.version,
    edit,
    discard: () => {
      setDraft(null);
      setErrors({});
    },
    /** Goes on with what was typed, over the state that is stored now. */
    keepMine: () => draft && known && setDraft({ ...draft, base: known.version }),
    /**
     * What another call of one's own has made of the record (a reply, say), which was `before` when it was sent. Words that were typed over
     * that state go on over the new one; those over an older state are outdated as before.
     */
    takeOver: (before: StoredRecord<Value>, next: StoredRecord<Value>) => {
      client.setQueryData(options.queryKey, next);
      const typed = client.getQueryData<Draft<Value> | null>(draftKey);
      if (typed?.base !== before.version) return;
      const merged = rebased(typed.value, before.value, next.value);
      setDraft(same(merged, next.value) ? null : { value: merged, base: next.version });
    },
    /** Saves what stands in the form; answers the fields that are wrong, in their order. */
    submit: (): string[] => {
      if (value === undefined || !known || saving.isPending) return [];
      const wrong = options.check?.(value) ?? {};
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) saving.mutate({ value, base: draft?.base ?? known.version });
      return Object.keys(wrong);
    },
  };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields of `typed` that differ from `before`, over `next`. */
function rebased<Value>(typed: Value, before: Value, next: Value): Value {
  const merged = { ...next };
  for (const key in typed) {
    if (!same(typed[key], before[key])) merged[key] = typed[key];
  }
  return merged;
}

export type EditedRecord<Value> = ReturnType<typeof useRecord<Value>>;

/** Whether words were typed into the record of this key that are not saved. */
export function useHasDraft(queryKey: readonly unknown[]): boolean {
  return useQuery(draftQuery<unknown>(queryKey)).data !== null;
}

/** Kept beside the answers of the server, so that it ends with the visit of the admin; never asked of anybody. */
function draftQuery<Value>(queryKey: readonly unknown[]) {
  return {
    queryKey: ['draft', ...queryKey] as readonly unknown[],
    queryFn: (): Draft<Value> | null => null,
    initialData: null as Draft<Value> | null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  };
}
