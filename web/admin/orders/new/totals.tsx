import '#web/ui/facts.css';
import { Fragment } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import type { OrderPricing } from '#shop/orders/orders.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Check, MessageCircle } from '#web/ui/page-icons.ts';
import type { PaidBy } from './new-order.ts';

interface TotalsProps {
  packs: number;
  /** Null until there is something to price. */
  pricing: OrderPricing | null;
  /** Why the order cannot have this price. */
  refusal: string;
}

/** What the order comes to. */
export function Totals({ packs, pricing, refusal }: TotalsProps) {
  if (!pricing && !refusal) return null;
  return (
    <section className="admin-card" aria-label="Total">
      <div className="card-body grid gap-3">
        {refusal && (
          <Note tone="bad" live="alert">
            {refusal}
          </Note>
        )}
        {pricing && (
          <dl className="kv num">
            <dt>{countOf(packs, 'pack')}</dt>
            <dd>{formatRupees(pricing.subtotal)}</dd>
            {pricing.discounts.map(({ kind, label, amount }) => (
              <Fragment key={kind}>
                <dt>{label}</dt>
                <dd>{formatRupees(-amount)}</dd>
              </Fragment>
            ))}
            <dt>Shipping</dt>
            <dd>FREE</dd>
            <dt className="font-[650] text-ink!">Total</dt>
            <dd className="font-[650]">{formatRupees(pricing.total)}</dd>
          </dl>
        )}
      </div>
    </section>
  );
}

interface OrderBarProps {
  by: PaidBy;
  packs: number;
  /** Rupees; null until it is known. */
  total: number | null;
  busy: boolean;
  /** @param send opens WhatsApp with the link */
  onSubmit: (send: boolean) => void;
}

const NEXT: Record<Exclude<PaidBy, 'link'>, string> = {
  qr: 'Create order, show QR code',
  utr: 'Create order',
  received: 'Create order',
};

/** The total and the buttons: on a phone always within reach of the thumb. */
export function OrderBar({ by, packs, total, busy, onSubmit }: OrderBarProps) {
  return (
    <div className="order-bar">
      <p role="status">
        <b className="num">{total === null ? '…' : formatRupees(total)}</b>{' '}
        <span className="text-ink-soft">{packs === 0 ? 'no items yet' : countOf(packs, 'pack')}</span>
      </p>
      {by === 'link' ? (
        <>
          <Button variant="quiet" size="admin" busy={busy} disabled={packs === 0} onClick={() => onSubmit(false)}>
            Create order
          </Button>
          <Button
            size="admin"
            className="order-bar-main"
            busy={busy}
            busyText="Creating…"
            disabled={packs === 0}
            onClick={() => onSubmit(true)}
          >
            <Icon of={MessageCircle} /> <span>Send payment link by WhatsApp</span>
          </Button>
        </>
      ) : (
        <Button
          size="admin"
          className="order-bar-main"
          busy={busy}
          busyText="Creating…"
          disabled={packs === 0}
          onClick={() => onSubmit(false)}
        >
          <Icon of={Check} /> <span>{NEXT[by]}</span>
        </Button>
      )}
    </div>
  );
}
