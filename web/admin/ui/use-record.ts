import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';
import { type Check, type Draft, fieldErrors, same, useForm } from './use-form.ts';
import { useKept } from './use-kept.ts';
import { useListQuery } from './use-list-query.ts';

/** A record as its GET returns it. `version` is 0 until it is saved for the first time. */
export interface StoredRecord<Value> {
  value: Value;
  version: number;
  /** Epoch ms. */
  updatedAt: number | null;
  updatedBy: string | null;
}

export interface RecordOptions<Value> {
  /** The query key of the record; its draft's key is derived from it. */
  queryKey: readonly unknown[];
  load: (signal: AbortSignal) => Promise<StoredRecord<Value>>;
  save: (value: Value, version: number) => Promise<{ message: string }>;
  check?: (value: Value) => Check;
  loadFailed: string;
  saveFailed: string;
  /** Shows `saveFailed` instead of the server's message, except for 404 and 409. */
  ownWords?: boolean;
  onSaved?: () => void;
}

/**
 * A form (`useForm`) of one record that is loaded and saved as a whole. Unsaved edits survive
 * switching sections. They are saved with the version that they are based on; if the stored version
 * is newer (409), they are neither lost nor written over the other admin's changes.
 */
export function useRecord<Value>(options: RecordOptions<Value>) {
  const client = useQueryClient();
  const { queryKey } = options;
  const stored = useListQuery({ queryKey, queryFn: ({ signal }) => options.load(signal) }, options.loadFailed);
  const kept = useKept<Draft<Value | undefined>>(queryKey);
  const current = stored.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey });
    return client.getQueryData<StoredRecord<Value>>(queryKey);
  };

  const form = useForm<Value | undefined>({
    start: current?.value,
    version: current?.version,
    kept,
    check: (value) => (value === undefined ? {} : (options.check?.(value) ?? {})),
    onSubmit: async (value) => {
      if (value === undefined || !current) return;
      const { base, dirty } = form;
      try {
        const { message } = await options.save(value, Number(base));
        form.saved(value, (await reload())?.version);
        toast.success(message);
        options.onSaved?.();
      } catch (error) {
        if (isSignedOut(error)) return;
        const wrong = fieldErrors(error);
        if (Object.keys(wrong).length > 0) form.refuse(wrong);
        const aboutIt = isApiError(error) && (error.status === 404 || error.status === 409);
        // The newer version makes the conflict notice appear, which says it.
        if (aboutIt && (await reload())?.version !== base && dirty) return;
        toast.error(options.ownWords && !aboutIt ? options.saveFailed : serverSentence(error, options.saveFailed));
      }
    },
  });

  return {
    ...form,
    outdated: form.outdated && current !== undefined,
    stored: current,
    failed: stored.failed,
    fetching: stored.fetching,
    retry: stored.retry,
    change: (next: (now: Value) => Value, path?: string) =>
      form.change((now) => (now === undefined ? now : next(now)), path),
    edit: (part: Partial<Value>) => form.change((now) => (now === undefined ? now : { ...now, ...part })),
    /**
     * Applies the result of another request of this admin (such as a reply) to the record, which
     * was `before` when it was sent. Edits based on `before` are rebased on `next`; edits based on
     * an older version stay outdated.
     */
    takeOver: (before: StoredRecord<Value>, next: StoredRecord<Value>) => {
      client.setQueryData(queryKey, next);
      kept[1]((typed) => {
        if (typed?.value === undefined || typed.base !== before.version) return typed;
        const merged = rebased(typed.value, before.value, next.value);
        return same(merged, next.value) ? null : { value: merged, base: next.version };
      });
    },
  };
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
