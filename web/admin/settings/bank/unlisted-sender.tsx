import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SENDERS } from '#shop/bank/senders.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import type { UnlistedSender } from '#shop/orders/payments/bank-messages-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { useForm } from '../../ui/use-form.ts';
import { AccountFields, checkAccount } from './account-fields.tsx';
import { type BankActions, messagesOf } from './bank-api.ts';

/**
 * Senders that wrote what looks like credits and that the owner has not listed: each is asked
 * about.
 */
export function UnlistedSenders({ senders, actions }: { senders: UnlistedSender[]; actions: BankActions }) {
  if (senders.length === 0) return null;
  return (
    <section className="admin-card border-kesar-500!" aria-labelledby="unlisted">
      <header className="card-head rounded-t-[12px] bg-[#fffaf2]">
        <h3
          id="unlisted"
          className="flex items-center gap-2 font-sans text-[0.9375rem] weight-650 tracking-normal text-pretty"
        >
          <span className="text-kesar-text">
            <Icon of={TriangleAlert} />
          </span>
          {senders.length === 1
            ? 'Messages from a sender you have not listed'
            : 'Messages from senders you have not listed'}
        </h3>
      </header>
      {senders.map((sender) => (
        <Sender key={sender.sender} unlisted={sender} actions={actions} />
      ))}
      <p className="card-body border-admin-line border-t text-ink-soft">
        Until you answer they confirm nothing; you find them under Payments, Without order.
      </p>
    </section>
  );
}

function Sender({ unlisted, actions }: { unlisted: UnlistedSender; actions: BankActions }) {
  const { sender, count, latest } = unlisted;
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const busy = actions.isBusy(sender);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons about one sender
    <div
      className="card-body grid grid-cols-[minmax(0,1fr)] gap-[0.85rem] [&+&]:border-admin-line [&+&]:border-t"
      role="group"
      aria-label={sender}
    >
      <p className="text-[0.9375rem]">
        <b className="mono weight-650">{sender}</b> wrote{' '}
        {count === 1 ? 'a message that looks like a credit' : `${count} messages that look like credits`}. Is this your
        bank?
      </p>
      <p className="wording wording-plain">{latest.text}</p>
      <p className="text-ink-soft">
        <span>{formatDateTime(latest.at)}</span>
        {count > 1 && (
          <>
            {' · '}
            <button type="button" className="link admin-link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'show only the latest' : `show all ${count}`}
            </button>
          </>
        )}
      </p>
      {all && <Others sender={sender} latest={latest} />}
      {asking ? (
        <AcceptForm unlisted={unlisted} actions={actions} onBack={() => setAsking(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="admin" disabled={busy} onClick={() => setAsking(true)}>
            Yes, this is my bank
          </Button>
          <Button variant="quiet" size="admin" busy={busy} onClick={() => actions.ignore(sender)}>
            No, ignore {sender}
          </Button>
        </div>
      )}
    </div>
  );
}

/** All messages of a sender but the latest, which stands above. */
function Others({ sender, latest }: Pick<UnlistedSender, 'sender' | 'latest'>) {
  const { data = [], isPending, isError } = useQuery(messagesOf(sender));
  if (isPending) return <p className="text-ink-soft">Loading…</p>;
  if (isError) return <p className="text-bad">Failed to load the messages</p>;
  const others = data.filter(({ text, receivedAt }) => text !== latest.text || receivedAt !== latest.at);
  return (
    <ul className="grid gap-3" aria-label={`Messages of ${sender}`}>
      {others.map(({ id, text, receivedAt }) => (
        <li key={id} className="grid gap-1">
          <p className="wording wording-plain">{text}</p>
          <p className="text-ink-soft">{formatDateTime(receivedAt)}</p>
        </li>
      ))}
    </ul>
  );
}

interface AcceptFormProps {
  unlisted: UnlistedSender;
  actions: BankActions;
  onBack: () => void;
}

/** Asks for the account, since only messages about own accounts count. */
function AcceptForm({ unlisted: { sender, bank, tail }, actions, onBack }: AcceptFormProps) {
  const guess = SENDERS.find((known) => known.bank === bank)?.name ?? bank ?? '';
  const form = useForm({
    start: { bank: guess, tail: tail ?? '' },
    check: checkAccount,
    focus: true,
    onSubmit: (account) => actions.accept(sender, account),
  });
  return (
    <form className="grid gap-[0.85rem]" {...form.props}>
      <AccountFields value={form.value} errors={form.errors} tailLabel="Account ends in" onChange={form.edit} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="admin" busy={actions.isBusy(sender)}>
          Add account and sender
        </Button>
        <Button variant="quiet" size="admin" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
