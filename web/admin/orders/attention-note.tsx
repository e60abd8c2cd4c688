import { formatRupees } from '#shop/money/money.ts';
import { attentionLabel } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { useMay } from '../lib/session.ts';
import { HARSH_MS, useSettled } from '../ui/use-settled.ts';
import { ATTENTION_SENTENCE } from './order-words.ts';
import type { OrderActions } from './use-order-actions.ts';

/** Why an order needs attention (D22); each reason disappears once it is settled. */
export function AttentionNote({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const list = useSettled<HTMLUListElement>(`${order.orderNumber} ${order.needsAttention}`, { ms: HARSH_MS });
  if (order.needsAttention.length === 0) return null;
  // Both amounts are in the note that the order got when it was placed.
  const amounts = order.events.find(({ kind }) => kind === 'attention')?.note;
  return (
    <Note tone="warn">
      <ul ref={list} className="attention">
        {order.needsAttention.map((reason) => (
          <li key={reason}>
            <span>
              <b>{attentionLabel(reason)}.</b> <span>{ATTENTION_SENTENCE[reason]}</span>
              {reason === 'amount_mismatch' && amounts && <small className="block">{amounts}</small>}
            </span>
            {reason === 'difference_due' ? (
              <RestButton order={order} actions={actions} />
            ) : (
              <Button
                variant="quiet"
                size="admin"
                aria-label={`Mark as done: ${attentionLabel(reason)}`}
                busy={actions.isBusy(order.orderNumber)}
                onClick={() => actions.settle(order, reason)}
              >
                Mark as done
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** Money that is due is recorded or waived; only who may verify payments decides. */
function RestButton({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay();
  if (!may('POST /orders/:id/difference')) return null;
  return (
    <Button variant="quiet" size="admin" onClick={() => actions.ask({ kind: 'difference', order })}>
      {formatRupees(order.payment.restDue ?? 0)} to pay…
    </Button>
  );
}
