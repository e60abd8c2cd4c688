import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatDate, noonOf } from '#shop/india/dates.ts';
import { formatPaise, formatRupees, toPaise, toRupees } from '#shop/money/money.ts';
import { canonicalUtr, checkUtr, cleanUtr, UPI_APPS } from '#shop/money/upi.ts';
import { type AttentionReason, attentionLabel } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import type { ProofWay } from '#shop/orders/payments/credit.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { Check } from '#web/ui/page-icons.ts';
import { PROVED_BY } from '../lib/proved-by.ts';
import { useMay } from '../lib/session.ts';
import { refundsQuery } from './orders-api.ts';
import { refundAmounts } from './refund-amounts.ts';
import type { OrderActions } from './use-order-actions.ts';

interface PaymentBoxProps {
  order: AdminOrder;
  actions: OrderActions;
  /** Who accepted the payment last. */
  decidedBy?: string | undefined;
  /** What led to the accepted payment (D61). */
  provedBy?: ProofWay | undefined;
}

/**
 * Where staff verify a payment: the order total next to the bank's amount, and the UTR large enough
 * to compare digit by digit (G6). A payment marked as not received can still be accepted later.
 */
export function PaymentBox({ order, actions, decidedBy, provedBy }: PaymentBoxProps) {
  const { payment } = order;
  const may = useMay();
  if (order.status === 'draft') return null;
  // A cancelled order may have been paid; with a UTR the payment can still be verified.
  const open = payment.status !== 'completed' && (order.status !== 'cancelled' || payment.utrNumber !== null);
  return open && may('PUT /orders/:id/payment') ? (
    // The key keeps the input when other parts of the order change.
    <OpenPayment key={`${payment.status} ${payment.utrNumber}`} order={order} actions={actions} />
  ) : (
    <SettledPayment order={order} actions={actions} decidedBy={decidedBy} provedBy={provedBy} />
  );
}

function OpenPayment({ order, actions }: PaymentBoxProps) {
  const { returned = 0 } = order.payment;
  const total = toPaise(order.pricing.total - returned);
  const [amountText, setAmountText] = useState(String(toRupees(total)));
  const utr = useStatementUtr(order, actions);
  const amount = parseAmount(amountText);
  const differs = amount !== null && amount !== total;
  const busy = actions.isBusy(order.orderNumber);
  return (
    <section className="verify-box" aria-labelledby="payment-heading">
      <h3 id="payment-heading" className="flex items-center gap-2">
        <Icon of={TriangleAlert} />
        <span>
          {`${order.payment.status === 'failed' ? 'Payment not received' : 'Payment to verify'}${differs ? `: amount differs by ${formatPaise(Math.abs(amount - total))}` : ''}`}
        </span>
      </h3>
      {order.payment.status === 'failed' && order.payment.note && <p className="mb-3">{order.payment.note}</p>}
      <dl className="verify-facts">
        <div>
          <dt>{returned > 0 ? 'Order total, without what came back' : 'Order total'}</dt>
          <dd className="sum-big">{formatPaise(total)}</dd>
        </div>
        <div>
          <dt>
            <label htmlFor="bank-amount">In the bank statement, ₹</label>
          </dt>
          <dd>
            <input
              id="bank-amount"
              className={`input input-admin num max-w-32 ${differs ? 'text-bad' : ''}`}
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
          <dd className="utr-big">{utr.open ? <StatementUtr utr={utr} /> : order.payment.utrNumber}</dd>
          {utr.error && (
            <dd className="mt-1">
              <div role="alert">
                <FieldError id="bank-utr-error">{utr.error}</FieldError>
              </div>
            </dd>
          )}
        </div>
        <div>
          <dt>App</dt>
          <dd>{appName(order.payment.app)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ok"
          size="admin"
          busy={busy}
          disabled={amount === null}
          onClick={() => {
            if (!utr.check()) return;
            actions.paymentReceived(order, {
              ...(differs ? { amount: amount / 100 } : {}),
              ...(utr.found ? { utrNumber: utr.found } : {}),
            });
          }}
        >
          <Icon of={Check} /> Payment received
        </Button>
        <Button variant="line" size="admin" onClick={() => actions.ask({ kind: 'not-received', order })}>
          Not received…
        </Button>
        {order.payment.utrNumber && <CopyUtr utr={order.payment.utrNumber} />}
        {order.payment.utrNumber && (
          <Button variant="text" size="admin" aria-expanded={utr.open} onClick={utr.open ? utr.leave : utr.correct}>
            {utr.open ? 'Keep the shopper’s UTR' : 'UTR differs…'}
          </Button>
        )}
      </div>
      <p className="mt-2.5 text-micro text-ink-soft">
        {order.status === 'pending' && <span>Received moves the order to Confirmed and emails the shopper. </span>}
        {order.status === 'cancelled' && (
          <span>
            The order is cancelled. If it was for want of a UTR, Received opens it again; otherwise the money has to be
            sent back.{' '}
          </span>
        )}
        <span>Not received asks for a reason.</span>
      </p>
    </section>
  );
}

/**
 * The UTR on the bank statement. The field is open when the shopper gave no UTR; 'UTR differs…'
 * opens it otherwise. The value is stored when the payment is marked as received; `found` is null
 * while it equals the shopper's UTR.
 */
function useStatementUtr(order: AdminOrder, actions: OrderActions) {
  const given = order.payment.utrNumber;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(given === null ? '' : null);
  const [wrong, setWrong] = useState<string | null>(null);
  const edit = (text: string | null) => {
    setTyped(text);
    setWrong(null);
    actions.forgetErrors();
  };
  const open = typed !== null;
  // An empty field means that the statement has no UTR either.
  const empty = given === null && typed !== null && typed.trim() === '';
  const clean = typed === null || empty ? null : cleanUtr(typed);
  const same = clean === null || (given !== null && canonicalUtr(clean) === canonicalUtr(given));
  return {
    field,
    text: typed ?? '',
    open,
    error: wrong ?? actions.refused(order)?.utrNumber,
    found: same ? null : clean,
    edit,
    correct: () => edit(given ?? ''),
    leave: () => edit(null),
    /** Validates the field and shows its error. Returns false when it is invalid. */
    check: (): boolean => {
      const message = typed === null || empty ? null : checkUtr(typed);
      setWrong(message);
      if (message) field.current?.focus();
      return message === null;
    },
    /** Whether the field was opened by 'UTR differs…'. */
    openedByUser: open && given !== null,
  };
}

function StatementUtr({ utr }: { utr: ReturnType<typeof useStatementUtr> }) {
  const { field, openedByUser } = utr;
  useEffect(() => {
    if (openedByUser) field.current?.focus();
  }, [field, openedByUser]);
  return (
    <input
      ref={field}
      className="input input-admin"
      aria-label="UTR in the bank statement"
      aria-invalid={utr.error ? true : undefined}
      aria-describedby={utr.error ? 'bank-utr-error' : undefined}
      placeholder="None given"
      autoComplete="off"
      maxLength={60}
      value={utr.text}
      onChange={(event) => utr.edit(event.target.value)}
    />
  );
}

/** What reported the credit that confirmed a payment. */
const SOURCE_WORDS = {
  statement: 'a bank statement',
  sms: 'a bank SMS',
  email: 'a bank email',
  text: 'a pasted message',
};

function confirmedBy({ confirmedBy, source, creditId }: AdminOrder['payment'], staff: string): string {
  if (confirmedBy === 'credit' && source && source !== 'staff') return `The shop itself, by ${SOURCE_WORDS[source]}`;
  return creditId ? `${staff}, by a bank credit` : `${staff}, by hand`;
}

function SettledPayment({ order, actions, decidedBy, provedBy }: PaymentBoxProps) {
  const { payment } = order;
  const may = useMay();
  const { received, refunded, due } = refundAmounts(order);
  const kept = payment.kept ?? 0;
  const done = payment.status === 'completed';
  return (
    <section className="verify-box is-done" aria-labelledby="payment-heading">
      <h3 id="payment-heading" className={`flex items-center gap-2 ${done ? 'text-ok' : ''}`}>
        {done && <Icon of={Check} />}
        <span>
          {done ? 'Payment received' : payment.status === 'failed' ? 'Payment not received' : 'Payment not verified'}
        </span>
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
        {done && (
          <div>
            <dt>Confirmed by</dt>
            <dd>{confirmedBy(payment, decidedBy ?? 'Staff')}</dd>
          </div>
        )}
        {done && provedBy && (
          <div>
            <dt>Proved</dt>
            <dd>{PROVED_BY[provedBy]}</dd>
          </div>
        )}
        {refunded > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd className="sum-big">{formatPaise(toPaise(refunded))}</dd>
          </div>
        )}
        {kept > 0 && (
          <div>
            <dt>Kept</dt>
            <dd className="sum-big">{formatRupees(kept)}</dd>
          </div>
        )}
      </dl>
      {done && payment.flags?.map((flag) => <Flag key={flag} reason={flag} />)}
      {payment.note && <p className="mt-3 text-ink-soft">{payment.note}</p>}
      {refunded > 0 && may('POST /payments/refunds/:id/undo') && <SentRefunds order={order} actions={actions} />}
      <div className="mt-2 -ml-3 flex flex-wrap">
        {payment.utrNumber && <CopyUtr utr={payment.utrNumber} />}
        {done && refunded < received && may('POST /orders/:id/refunds') && (
          <Button variant="text" size="admin" onClick={() => actions.ask({ kind: 'refund', order })}>
            Record a refund…
          </Button>
        )}
        {done && !payment.reversed && (due > 0 || kept > 0) && may('PUT /orders/:id/kept') && (
          <Button variant="text" size="admin" onClick={() => actions.ask({ kind: 'rest', order })}>
            {due > 0 ? 'No more is due…' : 'Due after all…'}
          </Button>
        )}
        {done && payment.creditId && may('POST /payments/credits/:id/unmatch') && (
          <Button variant="text" size="admin" onClick={() => actions.ask({ kind: 'unmatch', order })}>
            Wrong credit…
          </Button>
        )}
        {done && may('PUT /orders/:id/payment') && (
          <Button variant="text" size="admin" onClick={() => actions.ask({ kind: 'withdraw', order })}>
            Take back…
          </Button>
        )}
      </div>
    </section>
  );
}

/** What was sent back to the shopper; a refund that never left, or came back, can be taken back. */
function SentRefunds({ order, actions }: PaymentBoxProps) {
  const { data: refunds = [] } = useQuery(refundsQuery(order.orderNumber));
  return (
    <ul className="mt-3" aria-label="Refunds sent">
      {refunds.map((refund) => (
        <li key={refund.id} className="flex flex-wrap items-center gap-x-3">
          <span className="text-ink-soft">
            <b className="num text-ink">{formatRupees(refund.amount)}</b>
            <span>{` on ${formatDate(noonOf(refund.date))}`}</span>
            {refund.reference && (
              <span>
                , <span className="mono">{refund.reference}</span>
              </span>
            )}
            {refund.cameBackAt !== null && (
              <span>{`. The same amount came back on ${formatDate(refund.cameBackAt)}.`}</span>
            )}
          </span>
          <Button
            variant="text"
            size="admin"
            className="-mx-3"
            aria-label={`Not sent: refund of ${formatRupees(refund.amount)}`}
            onClick={() => actions.ask({ kind: 'refund-undo', order, refund })}
          >
            Not sent…
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** An open question about an accepted payment; the note above the box explains it. */
function Flag({ reason }: { reason: AttentionReason }) {
  return (
    <p className="flag mt-3">
      <Icon of={TriangleAlert} /> {attentionLabel(reason)}
    </p>
  );
}

function CopyUtr({ utr }: { utr: string }) {
  return <CopyButton text={utr} what="UTR" word="Copy UTR" className="admin-copy" />;
}

function appName(id: string | undefined): string {
  return UPI_APPS.find((app) => app.id === id)?.name ?? 'Not known';
}

/** Parses a typed amount ('948', '1,299.50') to paise; null when it is not an amount. */
function parseAmount(text: string): number | null {
  const plain = text.replaceAll(',', '').trim();
  return /^\d{1,8}(\.\d{1,2})?$/.test(plain) ? toPaise(Number(plain)) : null;
}
