import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatPaise, toPaise } from '#shop/money.ts';
import type { AdminOrder } from '#shop/orders.ts';
import { UPI_APPS } from '#shop/upi.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { OrderActions } from './use-order-actions.ts';

interface PaymentBoxProps {
  order: AdminOrder;
  actions: OrderActions;
}

/**
 * Where the owner proves a payment: order total against the bank's amount, the UTR large enough to compare digit by digit
 * (GUIDE §6). A payment that was not received may still arrive later.
 */
export function PaymentBox({ order, actions }: PaymentBoxProps) {
  const { payment } = order;
  if (order.status === 'draft') return null;
  // A cancelled order may have been paid all the same: with a UTR it can still be proved.
  const open = payment.status !== 'completed' && (order.status !== 'cancelled' || payment.utrNumber !== null);
  return open ? (
    <OpenPayment key={order.version} order={order} actions={actions} />
  ) : (
    <SettledPayment order={order} actions={actions} />
  );
}

function OpenPayment({ order, actions }: PaymentBoxProps) {
  const total = toPaise(order.pricing.total);
  const [amountText, setAmountText] = useState(String(order.pricing.total));
  const [utrText, setUtrText] = useState('');
  const amount = parseAmount(amountText);
  const differs = amount !== null && amount !== total;
  const busy = actions.busyOrder === order.orderNumber;
  return (
    <section className="verify-box" aria-labelledby="payment-heading">
      <h3 id="payment-heading" className="flex items-center gap-2">
        <Icon of={TriangleAlert} />
        {order.payment.status === 'failed' ? 'Payment not received' : 'Payment to verify'}
        {differs && `: amount differs by ${formatPaise(Math.abs(amount - total))}`}
      </h3>
      {order.payment.status === 'failed' && order.payment.note && <p className="mb-3">{order.payment.note}</p>}
      <dl className="verify-facts">
        <div>
          <dt>Order total</dt>
          <dd className="sum-big">{formatPaise(total)}</dd>
        </div>
        <div>
          <dt>
            <label htmlFor="bank-amount">In the bank statement, ₹</label>
          </dt>
          <dd>
            <input
              id="bank-amount"
              className={`input input-desk num max-w-32 ${differs ? 'text-bad' : ''}`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              aria-invalid={amount === null || undefined}
              value={amountText}
              onChange={(event) => setAmountText(event.target.value)}
            />
          </dd>
        </div>
        <div>
          <dt>UTR</dt>
          <dd className="utr-big">
            {order.payment.utrNumber ?? (
              <input
                className="input input-desk"
                aria-label="UTR in the bank statement"
                placeholder="None given"
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                value={utrText}
                onChange={(event) => setUtrText(event.target.value)}
              />
            )}
          </dd>
        </div>
        <div>
          <dt>App</dt>
          <dd>{appName(order.payment.app)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ok"
          size="desk"
          busy={busy}
          disabled={amount === null}
          onClick={() =>
            actions.paymentReceived(order, {
              ...(differs ? { amount: amount / 100 } : {}),
              ...(utrText.trim() ? { utr: utrText.trim() } : {}),
            })
          }
        >
          {!busy && <Icon of={Check} />} Payment received
        </Button>
        <Button variant="line" size="desk" onClick={() => actions.ask({ kind: 'not-received', order })}>
          Not received…
        </Button>
        {order.payment.utrNumber && <CopyUtr utr={order.payment.utrNumber} />}
      </div>
      <p className="mt-2.5 text-micro text-ink-soft">
        {order.status === 'pending' && 'Received moves the order to Confirmed and e-mails the shopper. '}
        {order.status === 'cancelled' && 'The order is cancelled: a payment that did arrive has to be sent back. '}
        Not received asks for a reason.
      </p>
    </section>
  );
}

function SettledPayment({ order, actions }: PaymentBoxProps) {
  const { payment } = order;
  const received = payment.paidAmount ?? order.pricing.total;
  const done = payment.status === 'completed';
  return (
    <section className="verify-box is-done" aria-labelledby="payment-heading">
      <h3 id="payment-heading" className={`flex items-center gap-2 ${done ? 'text-ok' : ''}`}>
        {done && <Icon of={Check} />}
        {done ? 'Payment received' : payment.status === 'failed' ? 'Payment not received' : 'Payment not verified'}
      </h3>
      <dl className="verify-facts mb-0!">
        <div>
          <dt>Order total</dt>
          <dd className="sum-big">{formatPaise(toPaise(order.pricing.total))}</dd>
        </div>
        {done && (
          <div>
            <dt>Received</dt>
            <dd className={`sum-big ${received === order.pricing.total ? '' : 'text-bad'}`}>
              {formatPaise(toPaise(received))}
            </dd>
          </div>
        )}
        <div>
          <dt>UTR</dt>
          <dd className="utr-big">{payment.utrNumber ?? 'None given'}</dd>
        </div>
        <div>
          <dt>App</dt>
          <dd>{appName(payment.app)}</dd>
        </div>
      </dl>
      {payment.note && <p className="mt-3 text-ink-soft">{payment.note}</p>}
      <div className="mt-2 -ml-3 flex flex-wrap">
        {payment.utrNumber && <CopyUtr utr={payment.utrNumber} />}
        {done && (
          <Button variant="text" size="desk" onClick={() => actions.ask({ kind: 'withdraw', order })}>
            Take back…
          </Button>
        )}
      </div>
    </section>
  );
}

function CopyUtr({ utr }: { utr: string }) {
  return <CopyButton text={utr} what="UTR" word="Copy UTR" />;
}

function appName(id: string | undefined): string {
  return UPI_APPS.find((app) => app.id === id)?.name ?? 'Not known';
}

/** Paise of what was typed ('948', '1,299.50'), or null when it is no amount. */
function parseAmount(text: string): number | null {
  const plain = text.replaceAll(',', '').trim();
  return /^\d{1,8}(\.\d{1,2})?$/.test(plain) ? toPaise(Number(plain)) : null;
}
