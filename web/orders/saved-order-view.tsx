import '#web/ui/facts.css';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import m from '#messages/saved-order';
import { whatsAppLink } from '#shop/contacts/whatsapp.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { upiApp } from '#shop/money/upi.ts';
import { useOnline } from '#web/lib/connection.ts';
import { endsWithPage } from '#web/lib/device.ts';
import type { LocalOrder } from '#web/lib/my-orders.ts';
import { confirmationPath } from '#web/lib/ordering.ts';
import { outbox } from '#web/lib/outbox.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Copy } from '#web/ui/page-icons.ts';
import { rich } from '#web/ui/rich.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx';
import { toast } from '#web/ui/toast.tsx';
import { OrderItems } from './order-items.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { SavedNote, useAskBeforeLeaving } from './saved-note.tsx';
import { useOrder } from './use-order.ts';

/** The shop's name and numbers, from its settings. */
type Shop = { brandName: string; whatsapp: string; phone: string };

/**
 * An order from 'saved on this phone' to 'with us' (D25). It changes in place when the order is
 * sent.
 */
export function SavedOrderView({ order, shop }: { order: LocalOrder; shop: Shop }) {
  const online = useOnline();
  const sent = order.delivery === 'sent';
  // Browser storage is missing or full: the order exists only in this page.
  const fleeting = !sent && endsWithPage('orderOutbox');
  const refused = order.delivery === 'refused';
  const lead = sent ? m.sent : refused ? m.savedRefused : online ? m.savedSending : m.savedOffline;
  useStay(!sent && !online && !hasWorker());
  return (
    <div className="page-form co-grid pt-5 pb-16">
      <div>
        <div role="status">
          <StatePill sent={sent} online={online} refused={refused} />
          <h1 className="mt-3 mb-3 text-display-lg">
            {sent ? m.receivedTitle() : fleeting ? m.unsentTitle() : m.savedTitle()}
          </h1>
          {!fleeting && (
            <p className="lead text-ink">
              {rich(lead({ order: order.orderNumber }), {
                number: (text) => <span className="mono wrap-anywhere">{text}</span>,
                b: (text) => <b className="weight-700">{text}</b>,
              })}
            </p>
          )}
        </div>
        {(refused || fleeting) && <SavedNote order={order} className="mt-5" />}
        {sent && <SentPayment orderNumber={order.orderNumber} />}
        <div className="mt-7">
          <Timeline steps={stepsOf(order, online, fleeting, shop.brandName)} />
        </div>
        <div className="mt-7 grid gap-2.5 sm:grid-cols-2">
          {sent ? <SentActions order={order} online={online} /> : <WaitingActions order={order} online={online} />}
        </div>
        {!sent && <OtherWay order={order} shop={shop} online={online} />}
      </div>
      <Handy order={order} />
    </div>
  );
}

function StatePill({ sent, online, refused }: { sent: boolean; online: boolean; refused: boolean }) {
  const [wasOffline, setWasOffline] = useState(!online);
  if (!online && !wasOffline) setWasOffline(true);
  const sending = sent ? m.stateSent() : refused ? m.stateNotSent() : m.stateSending();
  const words = online ? (wasOffline && !refused ? m.stateBack() : sending) : m.offline();
  return <StatusPill tone={online && sent ? 'green' : 'yellow'}>{words}</StatusPill>;
}

/** Whether the shop's pages open without a network. */
const hasWorker = () => typeof navigator !== 'undefined' && navigator.serviceWorker?.controller != null;

/** Whether the browser sends the order even when every page of the shop is closed. */
const sendsWithoutPage = () => hasWorker() && 'SyncManager' in window;

/** Keeps this page open: no other page of the shop would open now. */
function useStay(needed: boolean): void {
  const blocker = useBlocker(needed);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    toast.warning(m.keepOpen());
    blocker.reset();
  }, [blocker]);
  useAskBeforeLeaving(needed);
}

function stepsOf(order: LocalOrder, online: boolean, fleeting: boolean, brandName: string): TimelineStep[] {
  const { payment, total, createdAt, delivery } = order;
  const sent = delivery === 'sent';
  const app = payment.app && payment.app !== 'other' ? upiApp(payment.app).name : 'UPI';
  const paid: TimelineStep[] = payment.utrNumber
    ? [
        { title: m.stepPaid({ total: formatRupees(total) }), note: m.paidWith({ app }), state: 'done' },
        { title: m.stepUtr(), note: payment.utrNumber, at: createdAt, state: 'done' },
      ]
    : [{ title: m.stepSaved(), at: createdAt, state: 'done' }];
  const waiting: TimelineStep[] = sent
    ? []
    : [
        {
          ...waitingStep(delivery === 'refused', online, fleeting),
          state: 'now',
        },
      ];
  const received = payment.status === 'completed';
  const checking: TimelineStep[] =
    sent && payment.utrNumber && payment.status === 'pending'
      ? [{ title: m.stepChecking(), note: m.updates(), state: 'now' }]
      : [];
  return [
    ...paid,
    ...waiting,
    { title: m.stepSent({ brand: brandName }), state: sent ? 'done' : 'todo' },
    ...checking,
    { title: m.stepReceived(), state: received ? 'done' : 'todo' },
  ];
}

function waitingStep(refused: boolean, online: boolean, fleeting: boolean): { title: string; note: string } {
  if (refused) {
    return { title: m.stepAgain(), note: m.againNote() };
  }
  return {
    title: online ? m.stepSending() : m.stepWaiting(),
    note: fleeting ? m.noteFleeting() : sendsWithoutPage() ? m.noteMayClose() : m.noteComeBack(),
  };
}

/** Another way to tell the shop, from any phone. Renders nothing in a shop without a number. */
function OtherWay({ order, shop, online }: { order: LocalOrder; shop: Shop; online: boolean }) {
  const chat = whatsAppLink(shop.whatsapp, detailsOf(order));
  if (!chat && !shop.phone) return null;
  const circumstances = { online: online ? 'yes' : 'no', utr: order.payment.utrNumber ? 'yes' : 'no' };
  return (
    <p className="mt-5 text-small text-ink-soft">
      {chat
        ? rich(m.message({ ...circumstances, number: shop.whatsapp }), {
            link: (text) => (
              <a className="link" href={chat} target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            ),
          })
        : rich(m.callUs({ ...circumstances, number: shop.phone }), {
            link: (text) => (
              <a className="link" href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}>
                {text}
              </a>
            ),
          })}
    </p>
  );
}

/** 'Order ORD…, ₹1,036, UTR 6324…' */
function detailsOf({ orderNumber, total, payment }: LocalOrder): string {
  const facts = { order: orderNumber, total: formatRupees(total) };
  return payment.utrNumber ? m.detailsUtr({ ...facts, utr: payment.utrNumber }) : m.details(facts);
}

function SentPayment({ orderNumber }: { orderNumber: string }) {
  const state = useOrder(orderNumber);
  if (state.kind !== 'found') return null;
  return <PaymentNotice order={state.order} usualCheckMs={state.usualCheckMs} className="mt-5" />;
}

function SentActions({ order, online }: { order: LocalOrder; online: boolean }) {
  return (
    <>
      {online && (
        <ButtonLink to={confirmationPath(order.orderNumber)} size="lg">
          {m.viewOrder()}
        </ButtonLink>
      )}
      <ButtonLink to="/" variant="line" size="lg">
        {m.continueShopping()}
      </ButtonLink>
    </>
  );
}

function WaitingActions({ order, online }: { order: LocalOrder; online: boolean }) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!online) {
      toast.info(m.stillOffline());
      return;
    }
    setBusy(true);
    const { kind } = await outbox.deliver(order.id);
    setBusy(false);
    if (kind === 'waiting') toast.info(m.unreachable());
  };
  const copy = async () => {
    if (await copyText(detailsOf(order))) toast.success(m.copied());
    else toast.error(m.notCopied());
  };
  return (
    <>
      {order.delivery === 'sending' && (
        <Button size="lg" busy={busy} onClick={() => void send()}>
          {m.sendNow()}
        </Button>
      )}
      <Button variant="line" size="lg" onClick={() => void copy()}>
        <Icon of={Copy} /> {m.copyDetails()}
      </Button>
    </>
  );
}

function Handy({ order }: { order: LocalOrder }) {
  const { orderNumber, total, payment, createdAt, items } = order;
  return (
    <aside className="panel">
      <h2 className="mb-4 text-display-sm">{m.handy()}</h2>
      <dl className="kv">
        <dt>{m.order()}</dt>
        <dd className="mono">{orderNumber}</dd>
        <dt>{payment.utrNumber ? m.amountPaid() : m.amount()}</dt>
        <dd>{formatRupees(total)}</dd>
        {payment.utrNumber && (
          <>
            <dt>UTR</dt>
            <dd className="mono">{payment.utrNumber}</dd>
          </>
        )}
        <dt>{m.saved()}</dt>
        <dd>{formatDateTime(createdAt)}</dd>
      </dl>
      <div className="mt-5">
        <OrderItems items={items} />
      </div>
    </aside>
  );
}
