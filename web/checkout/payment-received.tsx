import './payment.css';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/payment';
import done from '#messages/payment-success';
import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { openReceived, type ReceivedPayment } from './use-received.ts';

/** R2.4: the confirmation opens after 2 s. */
const OPEN_MS = 2_000;

/**
 * The last overlay: the bank has reported the payment, and the order is placed. Opens the
 * confirmation by itself.
 */
export function Received({ payment }: { payment: ReceivedPayment }) {
  const { orderNumber, total, utr, receivedAt, typing } = payment;
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    openReceived(orderNumber, (path) => navigate(path, { replace: true }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` is new with each render
  useEffect(() => {
    if (opened) return;
    const timer = setTimeout(open, OPEN_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4">
        <span className="seal size-13 bg-ok-bg text-ok" aria-hidden="true">
          <Icon of={Check} />
        </span>
        <h2 className="text-display-md">{m.received()}</h2>
      </div>
      <div className="receipt">
        <p>
          <span>{m.receivedAmount()}</span>
          <b>{formatRupees(total)}</b>
        </p>
        <dl>
          <dt>{m.receivedOrder()}</dt>
          <dd className="mono">{orderNumber}</dd>
          <dt>UTR</dt>
          <dd className="mono">{utr}</dd>
          <dt>{m.receivedAt()}</dt>
          <dd>{formatDateTime(receivedAt)}</dd>
        </dl>
      </div>
      <p className="text-ink-soft">{typing ? m.typedEnough() : m.placedWithoutTyping()}</p>
      <div className="grid gap-2.5">
        <Button size="lg" block onClick={open}>
          {done.open()}
        </Button>
        <p className="text-center text-small text-ink-soft">{done.opensInTab()}</p>
      </div>
    </div>
  );
}

/** The same overlay after a reload of the page. */
export function ReceivedAgain({ payment }: { payment: ReceivedPayment }) {
  return (
    <Dialog open onClose={() => {}} label={m.received()} dismissable={false} step="received">
      <Received payment={payment} />
    </Dialog>
  );
}
