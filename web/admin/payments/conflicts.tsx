import { Link } from 'react-router';
import { formatRupees } from '#shop/money/money.ts';
import type { Credit } from '#shop/orders/payments/credit.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { PROVED_BY } from '../lib/proved-by.ts';
import { HARSH_MS, useSettled } from '../ui/use-settled.ts';
import { accountOf, creditTime, EMPTY, footOf, sourcesOf } from './payment-words.ts';
import type { Figures } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';
import { orderAddress } from './verify-pane.tsx';

/**
 * Reports that cannot both be true: one UTR with two amounts, or a payment that the statement does
 * not show.
 */
export function Conflicts({
  credits,
  count,
  figures,
  actions,
}: {
  credits: Credit[];
  /** Of all, of which `credits` has the newest. */
  count: number;
  figures: Figures;
  actions: PaymentActions;
}) {
  const list = useSettled<HTMLDivElement>(credits.map(({ id, status }) => `${id} ${status}`).join(' '), {
    ms: HARSH_MS,
  });
  if (credits.length === 0) {
    return (
      <div className="admin-card">
        <EmptyState {...EMPTY.conflicts(figures)} />
      </div>
    );
  }
  const groups = Map.groupBy(credits, ({ rrn, id }) => rrn ?? id);
  return (
    <div ref={list} className="admin-card">
      <p className="px-[1.1rem] py-3 text-ink-soft">
        Two facts that cannot both be true. Nothing happens to these payments until you decide.
      </p>
      {[...groups].map(([key, group]) => (
        <section
          key={key}
          className="grid gap-3 border-admin-line border-t px-[1.1rem] py-4"
          aria-label={`Conflict ${key}`}
        >
          <h2 className="weight-650 flex items-center gap-2 font-sans text-[0.9375rem] tracking-normal">
            <span className="text-kesar-text">
              <Icon of={TriangleAlert} />
            </span>
            {group.some(({ status }) => status === 'conflict')
              ? 'One UTR, two amounts'
              : 'Confirmed, but not in the statement'}
          </h2>
          <ul className="grid gap-2.5 md:grid-cols-2">
            {group.map((credit) => (
              <Fact key={credit.id} credit={credit} actions={actions} />
            ))}
          </ul>
        </section>
      ))}
      {count > credits.length && (
        <p className="admin-foot num">
          {footOf(['payment', 'payments'], { shown: credits.length, count }, 'decide about')}
        </p>
      )}
    </div>
  );
}

const provedWords = ({ provedBy }: Credit) => (provedBy ? `proved ${PROVED_BY[provedBy].toLowerCase()}` : '');

function Fact({ credit, actions }: { credit: Credit; actions: PaymentActions }) {
  const amount = formatRupees(credit.amount);
  const { orderNumber } = credit;
  return (
    <li className="grid content-start gap-2 rounded-control border border-admin-line bg-admin-hover px-3.5 py-2.5">
      <div>
        <p className="text-ink-soft">
          {sourcesOf(credit)}, {creditTime(credit.at)}
        </p>
        <p>
          <b className="num weight-650">{amount}</b> · <span className="mono">{credit.rrn ?? 'no UTR'}</span>
        </p>
        <p className="text-ink-soft">
          {[credit.payer ?? 'Payer not named', accountOf(credit.account), provedWords(credit)]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {credit.status === 'matched' && orderNumber ? (
          <>
            <Button
              variant="line"
              size="admin"
              busy={actions.isBusy(credit.id)}
              onClick={() => actions.unmatch(credit)}
            >
              Undo the confirmation
            </Button>
            <Button
              variant="quiet"
              size="admin"
              busy={actions.isBusy(credit.id)}
              onClick={() => actions.keep(credit, orderNumber)}
            >
              Keep it, the money is there
            </Button>
            <Link className="link admin-link px-2" to={orderAddress(orderNumber)}>
              Open {orderNumber}
            </Link>
          </>
        ) : (
          <>
            <Button
              variant="quiet"
              size="admin"
              onClick={() => actions.ask({ kind: 'match', credit, suggestions: [] })}
            >
              Use {amount}
            </Button>
            <Button
              variant="bare"
              size="admin"
              aria-label={`Set ${amount} aside`}
              onClick={() => actions.ask({ kind: 'dismiss', credit })}
            >
              Set aside
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
