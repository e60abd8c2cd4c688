import '#web/ui/facts.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { PayLink } from '#shop/orders/by-staff.ts';
import { leavesShop, nextStatuses } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { adminCall, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { ChatBubble } from '#web/admin/settings/messages/chat-bubble.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { LoadFailed } from '#web/admin/ui/load-failed.tsx';
import { UpiQr } from '#web/checkout/upi-qr.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { CircleCheck, Plus } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { MessageCircle } from '#web/ui/page-icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { orderQuery } from '../orders-api.ts';
import { useOrderActions } from '../use-order-actions.ts';
import { PaidForm } from './paid-form.tsx';

const LOAD_FAILED = 'The order could not be loaded. Please check your connection.';
/** How often the page looks for the payment, ms. */
const LOOK_MS = 3_000;

interface TakenOrderProps {
  orderNumber: string;
  /** Known only to the page that has just made it. */
  link: PayLink | null;
  /** The code is shown at once. */
  code: boolean;
  onNew: () => void;
}

/** An order that was taken: its link, its code, and whether the money has come. */
export function TakenOrder({ orderNumber, link: made, code, onNew }: TakenOrderProps) {
  const client = useQueryClient();
  const [link, setLink] = useState(made);
  const [shown, setShown] = useState<'code' | 'paid' | null>(code ? 'code' : null);
  const { data, isError, isFetching, refetch } = useQuery({
    ...orderQuery(orderNumber),
    refetchInterval: (query) => (isWaiting(query.state.data?.order) ? LOOK_MS : false),
  });
  const again = useMutation({
    mutationFn: () => adminCall('POST /orders/:id/pay-link', { params: { id: orderNumber } }),
    onSuccess: (taken) => setLink(taken.link),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'The link could not be made. Please try again.'));
    },
  });
  if (isError && !data)
    return <LoadFailed message={LOAD_FAILED} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <ListSkeleton label="Loading order" />;
  const { order } = data;
  const waits = order.status === 'draft';
  return (
    <div className="taken-order">
      <Summary order={order} />
      {waits && link && shown === 'code' && <ScanToPay order={order} link={link} />}
      {waits && link && shown !== 'code' && <Message order={order} link={link} onCode={() => setShown('code')} />}
      {waits && !link && (
        <Button size="admin" busy={again.isPending} onClick={() => again.mutate()}>
          Show link and QR code
        </Button>
      )}
      {waits && shown !== 'paid' && (
        <Button variant="quiet" size="admin" onClick={() => setShown('paid')}>
          Enter UTR or received money
        </Button>
      )}
      {waits && shown === 'paid' && (
        <PaidForm
          order={order}
          onDone={() => {
            setShown(null);
            void client.invalidateQueries({ queryKey: ['orders'] });
          }}
        />
      )}
      {order.pickup && <HandOver order={order} />}
      <p className="order-bar order-bar-two">
        <ButtonLink variant="quiet" size="admin" to={`/admin?section=orders&order=${order.orderNumber}`}>
          View order
        </ButtonLink>
        <Button size="admin" onClick={onNew}>
          <Icon of={Plus} /> <span>New order</span>
        </Button>
      </p>
    </div>
  );
}

function isWaiting(order: AdminOrder | undefined): boolean {
  return order !== undefined && order.payment.status === 'pending' && ['draft', 'pending'].includes(order.status);
}

const PILL = { draft: 'Not paid yet', pending: 'UTR to be verified', received: 'Payment received' } as const;

function Summary({ order }: { order: AdminOrder }) {
  const { status, payment, pricing, shippingAddress: address, reservedUntil } = order;
  const received = payment.status === 'completed';
  const state = received ? 'received' : status === 'draft' ? 'draft' : 'pending';
  return (
    <section className="admin-card" aria-label="Order">
      <div className="card-body grid gap-3">
        <h2 className="flex items-center gap-2 text-[1.25rem]">
          <span className="text-ok">
            <Icon of={CircleCheck} />
          </span>
          <span>{status === 'cancelled' ? 'Order cancelled' : 'Order created'}</span>
        </h2>
        <dl className="kv">
          <dt>Order</dt>
          <dd className="mono">{order.orderNumber}</dd>
          <dt>Customer</dt>
          <dd>{[address.name, order.pickup ? 'picks up here' : address.city].filter(Boolean).join(', ')}</dd>
          <dt>{received ? 'Paid' : 'To pay'}</dt>
          <dd>
            <b className="num weight-650">{formatRupees(pricing.total)}</b>{' '}
            <span>{status === 'draft' && reservedUntil ? `by UPI, until ${formatDateTime(reservedUntil)}` : ''}</span>
          </dd>
          <dt>Payment</dt>
          <dd role="status">
            <StatusPill tone={received ? 'green' : 'gray'} admin>
              {PILL[state]}
            </StatusPill>
          </dd>
        </dl>
      </div>
    </section>
  );
}

function Message({ order, link, onCode }: { order: AdminOrder; link: PayLink; onCode: () => void }) {
  return (
    <section className="admin-card" aria-labelledby="pay-link">
      <header className="card-head">
        <h2 id="pay-link">Message with the payment link</h2>
      </header>
      <div className="card-body grid gap-3">
        <ChatBubble language={order.language ?? 'en'} text={link.text} />
        {link.whatsApp && (
          <a className="btn btn-quiet btn-admin" href={link.whatsApp} target="_blank" rel="noopener noreferrer">
            <Icon of={MessageCircle} /> <span>Open WhatsApp</span>
          </a>
        )}
        <div className="flex flex-wrap gap-2">
          <CopyButton text={link.url} what="link to pay" word="Copy link" />
          {link.upiUri && (
            <Button variant="quiet" size="admin" onClick={onCode}>
              Show QR code
            </Button>
          )}
        </div>
        <p className="text-ink-soft">This page says when the money has come. You need not wait for it.</p>
      </div>
    </section>
  );
}

/** Turned to the customer: nothing but what they need. */
function ScanToPay({ order, link }: { order: AdminOrder; link: PayLink }) {
  const amount = formatRupees(order.pricing.total);
  if (!link.upiUri) return <Note tone="warn">UPI payments are not set up yet: see Payment Settings.</Note>;
  return (
    <section className="admin-card" aria-labelledby="scan">
      <div className="card-body grid justify-items-center gap-2 text-center [--qr:min(18.5rem,70vw)]">
        <h2 id="scan" className="text-[1.25rem]">
          Scan to pay
        </h2>
        <UpiQr text={link.upiUri} label={`QR code to pay ${amount} by UPI`} />
        <p>
          <span className="text-ink-soft">Pay exactly</span>
          <b className="num weight-750 block text-[2.25rem] leading-[1.1]">{amount}</b>
          <span className="text-ink-soft">to {link.payee}</span>
        </p>
        <p role="status">Waiting for the payment</p>
        <p className="text-ink-soft">No message? Ask for the UTR shown in the customer’s app.</p>
      </div>
    </section>
  );
}

/** Gives a paid order to the customer at the counter. */
function HandOver({ order }: { order: AdminOrder }) {
  const { move, isBusy } = useOrderActions(null);
  const may = nextStatuses(order.status).includes('delivered') && leavesShop(order.status, 'delivered');
  if (!may || order.payment.status !== 'completed') return null;
  return (
    <Button size="admin" busy={isBusy(order.orderNumber)} onClick={() => move(order, 'delivered')}>
      Handed over
    </Button>
  );
}
