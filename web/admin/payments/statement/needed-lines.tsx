import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDate, noonOf } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../../lib/session.ts';
import { findingOf, type StatementLine } from './preview-lines.ts';

/** The lines of an import that fit an order, each with a button that confirms it. */
export function NeededLines({ lines }: { lines: readonly StatementLine[] }) {
  const rows = lines.filter(({ match, creditId }) => match?.decision === 'suggest' && creditId !== undefined);
  if (rows.length === 0) return null;
  return (
    <section className="admin-card" aria-label="Lines that fit an order">
      <h2 className="border-admin-line border-b px-[1.1rem] py-3 text-display-sm">These lines fit an order</h2>
      <ul className="grid">
        {rows.map((line) => (
          <NeededLine key={line.creditId} line={line} />
        ))}
      </ul>
    </section>
  );
}

function NeededLine({ line }: { line: StatementLine }) {
  const client = useQueryClient();
  const { creditId: id = '', match } = line;
  const orderNumber = match?.orderNumber ?? '';
  const confirm = useMutation({
    mutationFn: () => adminCall('POST /payments/credits/:id/match', { params: { id }, body: { orderNumber } }),
    onSuccess: () => toast.success(`Order ${orderNumber} is confirmed`),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to confirm. Please try again.'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['payments'] }),
  });
  return (
    <li className="grid gap-x-4 gap-y-1 border-admin-line border-b px-[1.1rem] py-3 last:border-b-0 md:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p>
          <b className="num">{formatRupees(line.amount)}</b> ·{' '}
          <span className="num">{formatDate(noonOf(line.date))}</span> · <span className="mono">{orderNumber}</span>
        </p>
        <p className="text-ink-soft">{findingOf(line)}</p>
        <small className="wrap-anywhere">{line.narration}</small>
      </div>
      <Button
        size="admin"
        aria-label={`Confirm order ${orderNumber}`}
        busy={confirm.isPending}
        busyText="Confirming…"
        disabled={confirm.isSuccess}
        onClick={() => confirm.mutate()}
      >
        {confirm.isSuccess ? 'Confirmed' : 'Confirm order'}
      </Button>
    </li>
  );
}
