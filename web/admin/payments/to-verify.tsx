import { useEffect, useRef, useState } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { countOf } from '../lib/count.ts';
import { EndButtons } from '../orders/bulk-bar.tsx';
import { BulkEndDialog, type EndQuestion } from '../orders/bulk-end.tsx';
import { UnprovenGroups } from '../orders/unproven-groups.tsx';
import { type Picked, usePicked } from '../orders/use-picked.ts';
import { Drawer } from '../ui/drawer.tsx';
import { SidePanel } from '../ui/side-panel.tsx';
import { TickBox } from '../ui/ticks.tsx';
import { isPlain, verdictOf } from './payment-words.ts';
import { LISTED, type OrderToVerify } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';
import { commandOf, exactOf, neighbour, type VerifyGroup } from './verify-list.ts';
import { GonePane, VerifyPane } from './verify-pane.tsx';

const TONES = { exact: 'text-ok', look: 'text-kesar-text', closed: 'text-kesar-text', waiting: 'text-ink-soft' };

interface ToVerifyProps {
  /** All orders; `groups` and `numbers` are those that the search finds. */
  orders: OrderToVerify[];
  /** How many orders there are; `orders` has the oldest and the newest of too many. */
  total: number | undefined;
  groups: VerifyGroup[];
  numbers: string[];
  /** The order number in the URL. */
  open: string | null;
  /** The order that this person has decided when no other was left to go on to. */
  decidedLast: string | null;
  /** Whether the order stands beside the list. */
  wide: boolean;
  loading: boolean;
  onOpen: (orderNumber: string | null) => void;
  goOn: (decided: string[]) => void;
  actions: PaymentActions;
}

/**
 * The orders whose payment a person verifies: a list with the chosen order beside it, on a phone
 * over it.
 */
export function ToVerify(props: ToVerifyProps) {
  const { orders, total = 0, groups, numbers, open, decidedLast, wide, loading, onOpen, goOn, actions } = props;
  const list = useRef<HTMLElement>(null);
  const { order, gone, waited, next } = useOpenOrder({ orders, numbers, open, loading, actions });
  /** It has left the list as this person wanted. */
  const done = gone !== null && waited && gone === decidedLast;
  const exact = exactOf(orders);
  const picked = usePicked(orders);
  const [ending, setEnding] = useState<EndQuestion | null>(null);

  const [first] = numbers;
  /**
   * The order that stands beside the list because it is the first one. A narrow list is not covered
   * by what nobody has asked for.
   */
  const [shown, setShown] = useState<string | null>(null);
  if (shown !== null && open !== null && open !== shown) setShown(null);
  const unasked = !wide && open !== null && open === shown;
  const over = (orders.length === 0 && waited) || done || unasked;
  // The first order goes into the address, once the list is the present one: what stands beside it
  // changes only when the person goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function for each rendering
  useEffect(() => {
    if (wide && open === null && first && !loading) {
      setShown(first);
      onOpen(first);
    }
    if (over) onOpen(null);
  }, [wide, open, first, over, loading]);

  const choose = (orderNumber: string) => {
    setShown(null);
    onOpen(orderNumber);
  };
  const confirm = (chosen: OrderToVerify) => {
    const { match, orderNumber } = chosen;
    if (match) actions.match(match.credit, chosen, match.difference !== 0, () => goOn([orderNumber]));
  };
  useVerifyKeys({
    list,
    onMove: (step) => {
      // `open` follows the address a moment later than the focus.
      const focused = list.current?.querySelector<HTMLElement>('[data-order]:focus')?.dataset.order;
      const to = gone && !focused ? next : neighbour(numbers, focused ?? open, step);
      if (to) choose(to);
      list.current?.querySelector<HTMLElement>(`[data-order="${to}"]`)?.focus();
    },
    onConfirm: () => {
      if (wide && order && isPlain(order.match)) confirm(order);
    },
    onUndo: actions.undoLast,
  });

  if (orders.length === 0) {
    return (
      <div className="admin-card">
        <EmptyState title="No payment waits for you" text="New ones appear here as soon as a shopper enters a UTR." />
      </div>
    );
  }
  const onBack = () => onOpen(null);
  const pane = order ? (
    <VerifyPane
      key={order.orderNumber}
      order={order}
      actions={actions}
      confirm={confirm}
      goOn={goOn}
      {...(wide ? {} : { onBack })}
    />
  ) : (
    gone &&
    !done && (
      <GonePane
        orderNumber={gone}
        waited={waited}
        onNext={next ? () => onOpen(next) : null}
        onBack={wide ? null : onBack}
      />
    )
  );
  return (
    <>
      <UnprovenGroups picked={picked} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,25.5rem)_minmax(0,1fr)]">
        <section ref={list} className="admin-card overflow-hidden" aria-label="Orders to verify">
          {exact.length > 0 && (
            <ExactOffer exact={exact} onPress={() => actions.ask({ kind: 'exact', orders: exact })} />
          )}
          {groups.map((group) => (
            <Group key={group.title} group={group} current={open} onOpen={choose} picked={picked} />
          ))}
          {groups.length === 0 && <p className="card-body text-ink-soft">No payment matches your search.</p>}
          {orders.length >= LISTED && total > orders.length && (
            <p className="card-body text-ink-soft">
              {total} payments wait. Here are the oldest and the newest; Order Management has them all.
            </p>
          )}
        </section>
        {wide ? (
          <SidePanel key={order?.orderNumber ?? gone ?? ''} from="lg">
            {pane ||
              (groups.length === 0 && (
                <div className="admin-card">
                  <EmptyState
                    title="Nothing to verify here"
                    text="Other payments wait. Clear the search to see them."
                  />
                </div>
              ))}
            <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft">
              <Keys keys={['J', 'K']}>next, previous</Keys>
              <Keys keys={['Enter']}>confirm and go on</Keys>
              <Keys keys={['U']}>undo</Keys>
            </p>
          </SidePanel>
        ) : (
          <Drawer open={Boolean(pane) && !unasked} onClose={onBack} label={`Payment of ${open ?? ''}`}>
            {pane}
          </Drawer>
        )}
      </div>
      {picked.all.length > 0 && (
        <section className="bulk-bar" aria-label="Ticked orders">
          <p role="status">{`${countOf(picked.all.length, 'order')} ticked`}</p>
          <EndButtons rejected={picked.all} cancelled={picked.all} end={setEnding} />
          <Button size="admin" variant="text" onClick={picked.clear}>
            Clear
          </Button>
        </section>
      )}
      <BulkEndDialog
        question={ending}
        onClose={() => setEnding(null)}
        onDone={() => {
          setEnding(null);
          picked.clear();
        }}
      />
    </>
  );
}

/**
 * The order in the address. When it leaves the list, because its credit has come or a colleague has
 * decided, no other takes its place under the finger: `gone` is its number then. The person's own
 * decision goes on by itself (`goOn`), and until then the order stays.
 */
function useOpenOrder({
  orders,
  numbers,
  open,
  loading,
  actions,
}: Pick<ToVerifyProps, 'orders' | 'numbers' | 'open' | 'loading' | 'actions'>) {
  const last = useRef<{ number: string; order?: OrderToVerify; place: number }>(null);
  const listed = orders.find(({ orderNumber }) => orderNumber === open);
  if (open === null) last.current = null;
  else if (listed) last.current = { number: open, order: listed, place: Math.max(numbers.indexOf(open), 0) };
  // A list from before may not have it yet.
  else if (last.current?.number !== open) last.current = loading ? null : { number: open, place: 0 };
  const known = last.current;
  const order = listed ?? (open !== null && actions.isBusy(open) ? known?.order : undefined);
  return {
    order,
    gone: known && !order ? known.number : null,
    waited: known?.order !== undefined,
    /** What stands in its place in the list. */
    next: numbers[known?.place ?? 0] ?? numbers.at(-1) ?? null,
  };
}

function ExactOffer({ exact, onPress }: { exact: OrderToVerify[]; onPress: () => void }) {
  const sum = formatRupees(exact.reduce((total, order) => total + order.total, 0));
  const one = exact.length === 1;
  return (
    <div className="grid justify-items-start gap-3 border-ok-line border-b bg-ok-bg px-[1.1rem] py-[0.9rem]">
      <div>
        <b className="weight-650 text-[0.9375rem]">
          {one ? '1 order matches a bank credit exactly' : `${exact.length} orders match a bank credit exactly`}
        </b>
        <p className="text-ink-soft">Same UTR, same amount, right day. {one ? sum : `${sum} in all`}.</p>
      </div>
      <Button variant="ok" size="admin" onClick={onPress}>
        <Icon of={Check} /> {one ? 'Confirm 1 exact match' : `Confirm ${exact.length} exact matches`}
      </Button>
    </div>
  );
}

function Group({
  group: { title, orders },
  current,
  onOpen,
  picked,
}: {
  group: VerifyGroup;
  current: string | null;
  onOpen: (orderNumber: string) => void;
  picked: Picked;
}) {
  return (
    <section aria-label={title}>
      <h2 className="flex justify-between px-[1.1rem] pt-[0.7rem] pb-[0.4rem] font-sans text-[0.8125rem] weight-600 tracking-normal text-ink-soft">
        {title} <span className="num">{orders.length}</span>
      </h2>
      <ul>
        {orders.map((order) => (
          <li key={order.orderNumber} className="flex border-[#f0ece5] border-t">
            <span className="shrink-0 pt-3 pl-3 max-md:pt-5 max-md:pl-5">
              <TickBox ticks={picked} of={[order.orderNumber]} label={`Tick ${order.orderNumber}`} />
            </span>
            <Row order={order} isCurrent={order.orderNumber === current} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({
  order: { orderNumber, utrNumber, total, name, match },
  isCurrent,
  onOpen,
}: {
  order: OrderToVerify;
  isCurrent: boolean;
  onOpen: (orderNumber: string) => void;
}) {
  const { fact, kind } = verdictOf(match);
  return (
    <button
      type="button"
      data-order={orderNumber}
      aria-current={isCurrent || undefined}
      className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-[0.6rem] pr-[1.1rem] pl-2.5 text-left hover:bg-admin-hover focus-visible:-outline-offset-3 aria-[current]:bg-neel-50 aria-[current]:shadow-[inset_3px_0_0_var(--color-neel-700)]"
      onClick={() => onOpen(orderNumber)}
    >
      <b className="mono weight-650">{utrNumber ?? 'No UTR'}</b>
      <b className="num weight-650 text-right">{formatRupees(total)}</b>
      <small className="flex flex-wrap gap-x-[0.4em] text-[0.78125rem] text-ink-soft">
        <span className="max-w-full truncate">{name} ·</span>
        <span className="num">{orderNumber}</span>
      </small>
      <small className={`weight-600 text-right text-[0.78125rem] ${TONES[kind]}`}>{fact}</small>
    </button>
  );
}

function Keys({ keys, children }: { keys: string[]; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {keys.map((key) => (
        <kbd key={key} className="rounded-[5px] border border-mute-line bg-white px-1.5">
          {key}
        </kbd>
      ))}
      {children}
    </span>
  );
}

/** J, K, Enter and U, unless a field has the focus or a dialog is open. */
function useVerifyKeys(calls: {
  list: React.RefObject<HTMLElement | null>;
  onMove: (step: 1 | -1) => void;
  onConfirm: () => void;
  onUndo: () => void;
}): void {
  const latest = useRef(calls);
  latest.current = calls;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      const command = commandOf(event, focusOf(event.target, latest.current.list.current));
      if (!command) return;
      event.preventDefault();
      if (command === 'next') latest.current.onMove(1);
      else if (command === 'previous') latest.current.onMove(-1);
      else if (command === 'confirm') latest.current.onConfirm();
      else latest.current.onUndo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function focusOf(target: EventTarget | null, list: HTMLElement | null): 'field' | 'control' | 'row' {
  if (!(target instanceof Element)) return 'row';
  if (target.closest('input, textarea, select, [contenteditable]')) return 'field';
  const control = target.closest('button, a, summary');
  return control && !(list?.contains(control) && control.matches('[data-order][aria-current]')) ? 'control' : 'row';
}
