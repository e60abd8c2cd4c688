import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { Wording } from '#shop/orders/payments/bank-messages-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { useAdminUser } from '../../lib/session.ts';
import { type BankActions, rulesQuery } from './bank-api.ts';
import { Legend, MarkedText } from './wording-text.tsx';
import { refusalWords, ruleWords, senderName, sourceOf } from './wording-words.ts';

interface WordingProps {
  wording: Wording;
  actions: BankActions;
}

const RULES = '/admin?section=payment-settings&setup=rules';
const SOURCE_NAMES = { sms: 'an SMS', email: 'an email' };

/** The question whether messages of a learned wording may confirm orders by themselves. */
export function WordingQuestion({ wording, actions }: WordingProps) {
  const { id, bankName } = wording;
  const { data: rules } = useQuery(rulesQuery);
  const source = sourceOf(wording);
  const rule = rules && ruleWords(rules[source], SOURCE_NAMES[source]);
  const busy = actions.isBusy(id);
  const trusted =
    rule?.may === false
      ? 'Trusted. The next message like this waits for one press of yours.'
      : 'Trusted. The next message like this confirms its order by itself.';
  return (
    <section
      className="admin-card border-neel-700! shadow-[0_0_0_1px_var(--color-neel-700)]!"
      aria-labelledby={`ask-${id}`}
    >
      <div className="card-body grid grid-cols-[minmax(0,1fr)] gap-[0.85rem]">
        <h3 id={`ask-${id}`} className="text-[1.25rem] leading-tight text-pretty">
          {bankName} writes to you like this. May messages like this confirm orders by themselves?
        </h3>
        <p className="text-ink-soft">
          Learned from two messages of <Senders of={wording} /> that were confirmed by hand.
        </p>
        <MarkedText parts={wording.parts} />
        <Legend wording={wording} />
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {rule && <span>{rule.text}</span>}
          <Link className="link admin-link" to={`${RULES}&field=sources.${source}.limitPerOrder`}>
            {rule?.may === false ? 'Change the rules' : 'Change the limits'}
          </Link>
        </p>
        <div className="answer">
          <Button size="admin" busy={busy} onClick={() => actions.trust(id, trusted)}>
            Trust this wording
          </Button>
          <Button
            variant="quiet"
            size="admin"
            disabled={busy}
            onClick={() => actions.later(id, 'You will be asked again after five more such messages.')}
          >
            Not now
          </Button>
        </div>
        <div>
          <p className="weight-600">The two messages</p>
          <Examples of={wording} />
        </div>
      </div>
    </section>
  );
}

/**
 * A wording that can never confirm by itself: it says why, and there is no button that trusts it.
 */
export function RefusedWording({ wording, actions }: WordingProps) {
  const { id } = wording;
  return (
    <section className="admin-card" aria-labelledby={`refused-${id}`}>
      <div className="card-body grid grid-cols-[minmax(0,1fr)] gap-[0.85rem]">
        <h3 id={`refused-${id}`} className="text-[1.25rem] leading-tight text-pretty">
          This wording can’t confirm by itself
        </h3>
        <p className="text-ink-soft">
          From two messages of <Senders of={wording} /> that were confirmed by hand.
        </p>
        <MarkedText parts={wording.parts} />
        <Note tone="warn">{refusalWords(wording.reason)}</Note>
        <Button
          variant="quiet"
          size="admin"
          className="justify-self-start"
          busy={actions.isBusy(id)}
          onClick={() => actions.later(id, 'You go on confirming these by hand.')}
        >
          OK
        </Button>
      </div>
    </section>
  );
}

function Senders({ of: { senders } }: { of: Wording }) {
  return <span className="mono text-ink">{senders.map(senderName).join(', ')}</span>;
}

function Examples({ of: { examples } }: { of: Wording }) {
  const me = useAdminUser()?.name;
  return (
    <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere">
      {examples.map(({ subject, text, amount, utr, confirmedBy, confirmedAt }) => (
        <li
          key={`${utr} ${confirmedAt}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-1 border-admin-line border-t pt-2"
        >
          {subject && <p className="weight-600 wrap-anywhere">{subject}</p>}
          <p className="font-mono text-[0.8125rem] leading-normal whitespace-pre-wrap wrap-anywhere">{text}</p>
          <p className="flex flex-wrap gap-x-4">
            <b className="num weight-650">{formatRupees(amount)}</b>
            <span className="mono">{utr}</span>
            <span className="text-ok">
              {confirmedBy === me ? 'you' : confirmedBy} confirmed it, {formatDateTime(confirmedAt)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
