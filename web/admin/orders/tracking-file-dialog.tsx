import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { COURIER_FILE_NAMES, COURIER_FILES, type CourierFile } from '#shop/orders/courier-files.ts';
import type { TrackingOutcome } from '#shop/orders/tracking-file.ts';
import { NOT_CSV, readFileText } from '#shop/text/file-text.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { CourierLines, type LineGroup } from './courier-lines.tsx';

const FAILED = 'Failed to read the file. Please try again.';

type Result = ResponseFor<'POST /orders/tracking-file'>;

/** In the order in which they need a person. */
const GROUPS: LineGroup<TrackingOutcome>[] = [
  { outcome: 'problem', title: 'Need a look', done: 'Need a look', tone: 'text-kesar-text' },
  { outcome: 'ship', title: 'Will be shipped', done: 'Shipped', tone: 'text-ok' },
  { outcome: 'add', title: 'Tracking number to add', done: 'Tracking number added', tone: 'text-ok' },
  { outcome: 'same', title: 'Already done', done: 'Already done', tone: 'text-ink-soft' },
];

/**
 * Reads the file with tracking numbers that a courier gives back: shows what each line would do,
 * then ships the orders. The shoppers get their mails.
 */
export function TrackingFile({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [courier, setCourier] = useState<CourierFile>('delhivery');
  const [file, setFile] = useState('');
  const [isBinary, setBinary] = useState(false);
  const send = useMutation({
    mutationFn: (input: { courier: CourierFile; file: string; dryRun: boolean }) =>
      adminCall('POST /orders/tracking-file', { body: input }),
    onSuccess: async (result) => {
      if (result.dryRun) return;
      toast.success(`${countOf(linesOf(result, 'ship', 'add'), 'order')} updated`);
      await client.invalidateQueries({ queryKey: ['orders'] });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, FAILED));
    },
  });
  const check = (input: { courier?: CourierFile; file?: string }) => {
    const next = { courier, file, ...input };
    setCourier(next.courier);
    setFile(next.file);
    if (next.file) send.mutate({ ...next, dryRun: true });
    else send.reset();
  };
  const result = send.data;
  const count = result ? linesOf(result, 'ship', 'add') : 0;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Courier"
          admin
          value={courier}
          disabled={send.isPending}
          onChange={(event) => check({ courier: event.target.value as CourierFile })}
        >
          {COURIER_FILES.map((one) => (
            <option key={one} value={one}>
              {COURIER_FILE_NAMES[one]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="CSV file from the courier"
          admin
          type="file"
          boxClass="py-1.5"
          accept=".csv,text/csv"
          disabled={send.isPending}
          error={isBinary ? NOT_CSV : undefined}
          onChange={async (event) => {
            const bytes = new Uint8Array((await event.target.files?.[0]?.arrayBuffer()) ?? []);
            const read = readFileText(bytes);
            setBinary(read === null);
            check({ file: read?.text ?? '' });
          }}
        />
      </div>
      {send.error && (
        <ErrorNote
          message={serverSentence(send.error, FAILED)}
          onRetry={() => send.mutate(send.variables)}
          retrying={send.isPending}
          quiet
        />
      )}
      {result && <CourierLines groups={GROUPS} lines={result.lines} dryRun={result.dryRun} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          {result && !result.dryRun ? 'Close' : 'Not now'}
        </Button>
        {(!result || result.dryRun) && (
          <Button
            size="admin"
            busy={send.isPending}
            busyText={send.variables?.dryRun ? 'Reading…' : 'Updating…'}
            disabled={count === 0}
            onClick={() => send.mutate({ courier, file, dryRun: false })}
          >
            Update {countOf(count, 'order')}
          </Button>
        )}
      </div>
    </div>
  );
}

function linesOf({ lines }: Result, ...outcomes: TrackingOutcome[]): number {
  return lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
}
