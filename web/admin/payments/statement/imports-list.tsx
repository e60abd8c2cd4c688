import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shop/india/dates.ts';
import type { StatementImport } from '#shop/orders/payments/api.ts';
import { Undo2 } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { column, PaymentTable } from '../payment-table.tsx';
import { accountOf } from '../payment-words.ts';
import { importsQuery } from '../payments-api.ts';
import { period } from './statement-preview.tsx';

const COLUMNS = [
  column<StatementImport>('file', 'File', ({ name, bank, account }) => (
    <>
      <b className="whitespace-normal wrap-anywhere">{name}</b>
      <small>
        {bank ?? 'Bank not named'} {accountOf(account)}
      </small>
    </>
  )),
  column<StatementImport>('period', 'Period', (one) => <span className="num">{period(one)}</span>),
  column<StatementImport>('credits', 'Credits', ({ credits }) => credits, 'end max-md:hidden'),
  column<StatementImport>('confirmed', 'Confirmed', ({ confirmed }) => confirmed, 'end max-md:hidden'),
  column<StatementImport>('by', 'Imported', ({ importedBy, importedAt, undoneAt }) => (
    <>
      <span className="num">
        {importedBy}, {formatDateTime(importedAt)}
      </span>
      {undoneAt !== null && <small className="num">Undone {formatDateTime(undoneAt)}</small>}
    </>
  )),
  column<StatementImport>('actions', '', (one) => <UndoImport one={one} />, 'end'),
];

/** Earlier imports, newest first, each with its undo. */
export function ImportsList() {
  const { data, isError, refetch, isFetching } = useQuery(importsQuery);
  if (isError && !data) {
    return <ErrorNote message="Failed to load the imports." onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data || data.length === 0) return null;
  return (
    <PaymentTable
      caption="Earlier imports"
      about="Earlier imports. Nothing is ever deleted; each can be undone."
      columns={COLUMNS}
      rows={data}
      rowId={({ id }) => id}
      actions={null}
      className="max-md:[&_tr]:[grid-template:'file_file'_'period_actions'_'by_by'_/_minmax(0,1fr)_auto]"
    />
  );
}

/** Undoes an import, after a question that says what it does. */
export function UndoImport({ one }: { one: StatementImport }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const undo = useMutation({
    mutationFn: () => adminCall('POST /payments/statements/:id/undo', { params: { id: one.id } }),
    onSuccess: () => toast.success('The import is undone'),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to undo. Please try again.'));
    },
    onSettled: async () => {
      setAsking(false);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['payments'] }),
        client.invalidateQueries({ queryKey: ['orders'] }),
      ]);
    },
  });
  if (one.undoneAt !== null) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="admin"
        aria-label={`Undo the import of ${one.name}`}
        onClick={() => setAsking(true)}
      >
        <Icon of={Undo2} /> Undo
      </Button>
      <ConfirmDialog
        open={asking}
        title="Undo this import?"
        action="Undo import"
        busyText="Undoing…"
        busy={undo.isPending}
        onConfirm={() => undo.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          <b className="wrap-anywhere">{one.name}</b>
        </p>
        <p className="text-ink-soft">
          Credits that only this file has shown fall away, and the orders that they confirmed are to verify again.
          Orders that have shipped keep their status and are marked for you.
        </p>
      </ConfirmDialog>
    </>
  );
}
