import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileUp, MessageSquare } from '#web/admin/ui/icons.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useMay } from '../lib/session.ts';
import { statsQuery } from '../orders/orders-api.ts';
import { FilterTabs } from '../ui/filter-tabs.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useSectionAddress } from '../ui/use-address.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { Conflicts } from './conflicts.tsx';
import { MissingNote } from './missing-note.tsx';
import { OpenCredits } from './open-credits.tsx';
import { MissingUtr, Refunds } from './order-lists.tsx';
import { PaymentDialogs } from './payment-dialogs.tsx';
import { figureWords } from './payment-words.ts';
import { bankMessagesQuery, LOAD_FAILED, type Review, reviewQuery } from './payments-api.ts';
import { Proved } from './proved.tsx';
import { StatementPage } from './statement/statement-page.tsx';
import { ToVerify } from './to-verify.tsx';
import { usePaymentActions } from './use-payment-actions.ts';
import { afterDecision, groupsOf } from './verify-list.ts';

const VIEWS = ['verify', 'without', 'missing', 'conflicts', 'refunds', 'proved'] as const;
type View = (typeof VIEWS)[number];

/** `proved` is a record of what is settled: it has no count. */
const TABS: Record<View, { label: string; count?: (review: Review) => number }> = {
  verify: { label: 'To verify', count: ({ toVerify }) => toVerify.length },
  without: { label: 'Without order', count: ({ withoutOrderTotal }) => withoutOrderTotal.count },
  missing: { label: 'Missing UTR', count: ({ missingUtr }) => missingUtr.length },
  conflicts: { label: 'Conflicts', count: ({ conflictCount }) => conflictCount },
  refunds: { label: 'Refunds', count: ({ refundTotal }) => refundTotal.count },
  proved: { label: 'Proved' },
};

/**
 * Payments: what a person should look at, and the import of bank statements, which is for admins
 * only (D39).
 */
export default function PaymentsSection() {
  const address = useSectionAddress('payments');
  const mayImport = useMay()('POST /payments/statements');
  if (mayImport && address.get('view') === 'import') {
    return <StatementPage back={address.href({ view: null })} />;
  }
  return <Payments address={address} mayImport={mayImport} />;
}

function Payments({ address, mayImport }: { address: ReturnType<typeof useSectionAddress>; mayImport: boolean }) {
  const { data, failed, fetching, retry } = useListQuery(reviewQuery, LOAD_FAILED);
  const { data: stats } = useQuery(statsQuery);
  const { data: messages } = useQuery(bankMessagesQuery);
  const waiting = messages?.pagination.totalMessages ?? 0;
  const actions = usePaymentActions();
  const wide = useMedia('(width >= 64rem)');
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'verify';
  const search = address.get('q');
  const groups = groupsOf(data?.toVerify ?? [], search);
  const numbers = groups.flatMap(({ orders }) => orders.map(({ orderNumber }) => orderNumber));
  const open = address.get('order') || null;
  /** The order that this person has decided when no other was left to go on to. */
  const [decidedLast, setDecidedLast] = useState<string | null>(null);
  const show = (order: string | null) => {
    if (order) setDecidedLast(null);
    address.change({ order }, true);
  };
  /**
   * To the next order, unless the person has gone on meanwhile. On a desktop the last one stays
   * until it has left the list.
   */
  const goOn = (decided: string[]) => {
    const current = address.now('order');
    if (!decided.includes(current)) return;
    const next = afterDecision(numbers, current, decided);
    if (next || !wide) show(next);
    else setDecidedLast(current);
  };
  return (
    <>
      <Strip figures={data?.figures} />
      <div className="admin-tools">
        <FilterTabs
          label="Payments"
          tabs={VIEWS.map((value) => {
            const { label, count } = TABS[value];
            const more = value === 'without' ? waiting : 0;
            return { value, label, ...(count ? { count: data ? count(data) + more : null } : {}) };
          })}
          value={view}
          onChange={(next) => address.change({ view: next === 'verify' ? null : next, order: null, q: null })}
        />
        {view === 'verify' && (
          <SearchBox
            label="Find a payment"
            placeholder="UTR, order, amount or name"
            value={search}
            onChange={(q) => {
              const found = groupsOf(data?.toVerify ?? [], q).flatMap(({ orders }) => orders);
              const keeps = !data || found.some(({ orderNumber }) => orderNumber === open);
              address.change({ q, ...(keeps ? {} : { order: null }) }, true);
            }}
          />
        )}
        {mayImport && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Button variant="quiet" size="admin" onClick={() => actions.ask({ kind: 'paste' })}>
              <Icon of={MessageSquare} /> Paste a message
            </Button>
            <ButtonLink
              variant="quiet"
              size="admin"
              to={`/admin${address.href({ view: 'import', order: null, q: null })}`}
            >
              <Icon of={FileUp} /> Import statement
            </ButtonLink>
          </span>
        )}
      </div>
      {data && <MissingNote missing={data.figures.missing} />}
      {failed && <LoadFailed message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data ? (
        <>
          {view === 'verify' && (
            <ToVerify
              orders={data.toVerify}
              total={stats?.pendingPayments}
              groups={groups}
              numbers={numbers}
              open={open}
              decidedLast={decidedLast}
              wide={wide}
              loading={fetching}
              onOpen={show}
              goOn={goOn}
              actions={actions}
            />
          )}
          {view === 'without' && (
            <OpenCredits
              credits={data.withoutOrder}
              total={data.withoutOrderTotal}
              figures={data.figures}
              messages={messages?.messages ?? []}
              waiting={waiting}
              actions={actions}
            />
          )}
          {view === 'missing' && <MissingUtr orders={data.missingUtr} figures={data.figures} actions={actions} />}
          {view === 'conflicts' && (
            <Conflicts credits={data.conflicts} count={data.conflictCount} figures={data.figures} actions={actions} />
          )}
          {view === 'proved' && <Proved />}
          {view === 'refunds' && <Refunds due={data.refunds} total={data.refundTotal} actions={actions} />}
        </>
      ) : (
        !failed && (
          <div className="admin-card">
            <ListSkeleton label="Loading payments" />
          </div>
        )
      )}
      <PaymentDialogs actions={actions} goOn={goOn} />
    </>
  );
}

/**
 * How well payments prove themselves today; on a phone only the first figure. Its line is kept
 * while the figures load.
 */
function Strip({ figures }: { figures: Review['figures'] | undefined }) {
  const words = figures ? figureWords(figures, Date.now()) : [];
  return (
    <p className="mb-3 flex min-h-lh flex-wrap gap-x-6 gap-y-1 text-ink-soft">
      {words.map(({ figure, words }) => (
        <span key={words} className="max-md:not-first:hidden">
          <b className="num weight-650 text-ink">{figure}</b> {words}
        </span>
      ))}
    </p>
  );
}
