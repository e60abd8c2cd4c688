import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeliveredOutcome, deliveredSummary } from '#shop/orders/delivered-file.ts';
import { isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminUpload, isSignedOut, serverSentence } from '../lib/session.ts';
import { CourierLines, type LineGroup } from './courier-lines.tsx';
import { useUndo } from './use-undo.ts';

const FAILED = 'Failed to read the file. Please try again.';

/** In the order in which they need a person. */
const GROUPS: LineGroup<DeliveredOutcome>[] = [
  { outcome: 'problem', title: 'Need a look', done: 'Need a look', tone: 'text-kesar-text' },
  { outcome: 'returned', title: 'Returned: do it by hand', done: 'Returned: do it by hand', tone: 'text-kesar-text' },
  { outcome: 'unknown', title: 'Not in the shop', done: 'Not in the shop', tone: 'text-kesar-text' },
  { outcome: 'deliver', title: 'Will be marked delivered', done: 'Marked delivered', tone: 'text-ok' },
  { outcome: 'waiting', title: 'Not delivered yet', done: 'Not delivered yet', tone: 'text-ink-soft' },
  { outcome: 'same', title: 'Already done', done: 'Already done', tone: 'text-ink-soft' },
];

/**
 * Reads a courier's status report: shows what each line would do, then marks the orders as
 * delivered. The shoppers get their mails, unless it is undone at once.
 */
export function DeliveredFile({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const undo = useUndo('POST /orders/bulk/delivered');
  const [file, setFile] = useState<File>();
  const send = useMutation({
    mutationFn: (input: { file: File; dryRun: boolean }) =>
      adminUpload('POST /orders/delivered-file', { query: { dryRun: String(input.dryRun) } }, [input.file], {
        field: 'file',
      }),
    onSuccess: async (result) => {
      if (result.dryRun) return;
      const done = delivered(result.lines);
      toast.success(`${countOf(done.length, 'order')} marked delivered`, done.length > 0 ? undo(done) : {});
      await client.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  const result = send.data;
  // Another file helps then, and not the same once more.
  const refused = isApiError(send.error) && send.error.status === 400 ? serverSentence(send.error, FAILED) : undefined;
  const count = result ? delivered(result.lines).length : 0;
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        The report of your courier with a column for the AWB or order number and one for the status, as CSV or Excel.
        You see first what would change.
      </p>
      <TextField
        label="Report from the courier"
        admin
        type="file"
        boxClass="py-1.5"
        accept=".csv,.txt,.xls,.xlsx,text/csv"
        disabled={send.isPending}
        error={refused}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          setFile(chosen);
          if (chosen) send.mutate({ file: chosen, dryRun: true });
          else send.reset();
        }}
      />
      {send.error && !refused && !isSignedOut(send.error) && (
        <ErrorNote
          message={serverSentence(send.error, FAILED)}
          onRetry={() => send.mutate(send.variables)}
          retrying={send.isPending}
          quiet
        />
      )}
      {result && (
        <>
          {result.dryRun && <p role="status">{deliveredSummary(result.lines)}.</p>}
          <CourierLines groups={GROUPS} lines={result.lines} dryRun={result.dryRun} />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          {result && !result.dryRun ? 'Close' : 'Not now'}
        </Button>
        {(!result || result.dryRun) && (
          <Button
            size="admin"
            busy={send.isPending}
            busyText={send.variables?.dryRun ? 'Reading…' : 'Updating…'}
            disabled={count === 0 || !file}
            onClick={() => file && send.mutate({ file, dryRun: false })}
          >
            Mark {countOf(count, 'order')} delivered
          </Button>
        )}
      </div>
    </div>
  );
}

/** The orders that the file says were delivered. */
const delivered = (lines: readonly { outcome: DeliveredOutcome; orderNumber: string }[]) =>
  lines.filter(({ outcome }) => outcome === 'deliver').map(({ orderNumber }) => orderNumber);
