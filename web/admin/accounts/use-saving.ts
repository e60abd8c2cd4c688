import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';

/**
 * Runs one call at a time, shows its result as a toast, and reloads the section's lists. `busy` is
 * the name of the running call.
 *
 * @param section the first part of the keys of its queries
 */
export function useSaving(section: 'account' | 'connect' = 'account') {
  const [busy, setBusy] = useState<string | null>(null);
  const queries = useQueryClient();
  const run = async <Result extends { message: string }>(
    name: string,
    call: () => Promise<Result>,
    options: {
      otherwise: string;
      onDone?: (result: Result) => void;
      onFields?: (errors: Record<string, string>) => void;
      /** It has been done already, in another tab or by somebody else. */
      onConflict?: (() => void) | undefined;
    },
  ) => {
    if (busy !== null) return;
    setBusy(name);
    try {
      const result = await call();
      toast.success(result.message);
      options.onDone?.(result);
    } catch (error) {
      if (isSignedOut(error)) return;
      const fields = isApiError(error) ? Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])) : {};
      if (options.onFields && Object.keys(fields).length > 0) options.onFields(fields);
      toast.error(serverSentence(error, options.otherwise));
      if (isApiError(error) && error.status === 409) options.onConflict?.();
    } finally {
      // Busy until the lists are current, so that nothing shows the old state for a moment.
      await queries.invalidateQueries({ queryKey: [section] });
      setBusy(null);
    }
  };
  return { busy, run };
}
