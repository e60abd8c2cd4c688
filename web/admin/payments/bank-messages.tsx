import { Link } from 'react-router';
import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { BankMessage } from '#shop/orders/payments/bank-messages-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useMay } from '../lib/session.ts';
import { HARSH_MS, useSettled } from '../ui/use-settled.ts';
import { fromWords, WAITS_BECAUSE } from './bank-message-words.ts';
import { OrderFinder } from './order-finder.tsx';
import { footOf } from './payment-words.ts';
import type { PaymentActions } from './use-payment-actions.ts';

interface BankMessagesProps {
  messages: BankMessage[];
  /** Of all, of which `messages` has the newest. */
  count: number;
  actions: PaymentActions;
}

/** Messages that look like credits and may not confirm by themselves: a person reads them. */
export function BankMessages({ messages, count, actions }: BankMessagesProps) {
  const mayTrust = useMay()('GET /payments/wordings');
  // Confirming mails a shopper, and the next message takes the place of the one that was decided.
  const list = useSettled<HTMLUListElement>(messages.map(({ id }) => id).join(' '), { ms: HARSH_MS });
  if (messages.length === 0) return null;
  return (
    <section className="admin-card" aria-labelledby="bank-messages">
      <header className="card-head">
        <h2 id="bank-messages">Messages of your bank that wait for you</h2>
        <span className="num">{count}</span>
      </header>
      <p className="border-admin-line border-b px-[1.1rem] py-3 text-ink-soft">
        <span>
          The shop does not know these messages well enough to confirm by itself. Read each before you confirm.
        </span>
        {mayTrust && (
          <>
            {' '}
            <Link className="link" to="/admin?section=payment-settings&setup=bank">
              Wordings and senders
            </Link>
          </>
        )}
      </p>
      <ul ref={list} className="wordings" aria-labelledby="bank-messages">
        {messages.map((message) => (
          <Message key={message.id} message={message} actions={actions} />
        ))}
      </ul>
      {count > messages.length && (
        <p className="admin-foot num">
          {footOf(['message', 'messages'], { shown: messages.length, count }, 'decide about')}
        </p>
      )}
    </section>
  );
}

function Message({ message, actions }: { message: BankMessage; actions: PaymentActions }) {
  const { id, order, reason } = message;
  const busy = actions.isBusy(id);
  return (
    <li className="grid-cols-[minmax(0,1fr)]! gap-y-2!">
      <p className="flex flex-wrap gap-x-3">
        <b className="weight-650 wrap-anywhere">{fromWords(message)}</b>
        <span className="num text-ink-soft">{formatDateTime(message.receivedAt)}</span>
      </p>
      <MessageText message={message} />
      <p className="text-ink-soft">{WAITS_BECAUSE[reason]}</p>
      <p className="wrap-anywhere">
        {order ? (
          <>
            It has the UTR and the total of <b className="mono weight-650">{order.orderNumber}</b> ·{' '}
            <span className="num">{formatRupees(order.total)}</span> · {order.name}
          </>
        ) : (
          'No waiting order fits: its UTR and its total must both be in this text.'
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {order && (
          <Button variant="ok" size="admin" busy={busy} onClick={() => actions.confirmMessage(message, order)}>
            Confirm for {order.orderNumber}
          </Button>
        )}
        <Button
          variant="quiet"
          size="admin"
          disabled={busy}
          onClick={() => actions.ask({ kind: 'bank-message', message })}
        >
          {order ? 'Choose another order' : 'Choose the order'}
        </Button>
        <Button variant="bare" size="admin" disabled={busy} onClick={() => actions.dismissMessage(message)}>
          Not a sale
        </Button>
      </div>
    </li>
  );
}

/** A message as the bank wrote it, whole. */
function MessageText({ message: { subject, text } }: { message: BankMessage }) {
  return (
    <div className="wording wording-plain">
      {subject && <p className="weight-600">{subject}</p>}
      <p>{text}</p>
    </div>
  );
}

/** Finds the order of a message. The shop takes only one whose UTR and total stand in the text. */
export function MessageOrderForm({ message, actions }: { message: BankMessage; actions: PaymentActions }) {
  return (
    <OrderFinder
      suggested={[]}
      warning={() => undefined}
      action={(order, stale) => (
        <Button
          variant="ok"
          size="admin"
          busy={actions.isBusy(order.orderNumber)}
          disabled={stale || (!actions.isBusy(order.orderNumber) && actions.isBusy(message.id))}
          aria-label={`Confirm ${order.orderNumber}`}
          onClick={() => actions.confirmMessage(message, order)}
        >
          Confirm
        </Button>
      )}
    >
      <MessageText message={message} />
      <p className="text-ink-soft">The text must have the UTR and the total of the order.</p>
    </OrderFinder>
  );
}
