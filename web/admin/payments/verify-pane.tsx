import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { ArrowLeft, Check } from '#web/ui/page-icons.ts';
import { settle } from '#web/ui/settle.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { spell } from '../lib/durations.ts';
import {
  accountOf,
  appName,
  compareUtr,
  creditTime,
  difference,
  hintsOf,
  isPlain,
  REASONS,
  sourcesOf,
  timeApart,
  verdictOf,
} from './payment-words.ts';
import type { OrderToVerify } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';

interface VerifyPaneProps {
  order: OrderToVerify;
  actions: PaymentActions;
  confirm: (order: OrderToVerify) => void;
  /** To the next order, after a decision. */
  goOn: (decided: string[]) => void;
  /** Back to the list, where the pane covers it. */
  onBack?: () => void;
}

/**
 * One order to verify: the verdict in one sentence, order and credit side by side, and what else
 * was checked.
 */
export function VerifyPane({ order, actions, confirm, goOn, onBack }: VerifyPaneProps) {
  const { title, sentence, kind } = verdictOf(order.match);
  const calm = kind === 'exact' || kind === 'waiting';
  return (
    <section
      className={onBack ? 'flex min-h-full flex-1 flex-col text-[0.8125rem] leading-[1.45]' : 'admin-card'}
      aria-label={`Payment of ${order.orderNumber}`}
    >
      <header className={`card-head ${onBack ? 'sticky top-0 z-2 bg-white' : ''}`}>
        {onBack && (
          <IconButton aria-label="Back to the list" onClick={onBack}>
            <Icon of={ArrowLeft} />
          </IconButton>
        )}
        <h2 className="mono">{order.orderNumber}</h2>
        <div>
          <StatusPill tone={order.utrNumber ? 'yellow' : 'gray'} admin>
            {order.utrNumber ? 'Checking UTR' : 'Waiting for UTR'}
          </StatusPill>
        </div>
        <span className="num">{spell(Date.now() - order.createdAt)} ago</span>
      </header>
      <div className="card-body flex flex-1 flex-col gap-[1.1rem]">
        <div
          className={`grid grid-cols-[1.25rem_1fr] gap-x-2.5 rounded-control border px-4 py-3 ${calm ? 'border-admin-line bg-admin-hover' : 'border-kesar-500 bg-[#fffaf2]'}`}
        >
          <span className={`mt-0.5 ${kind === 'exact' ? 'text-ok' : calm ? 'text-ink-soft' : 'text-kesar-text'}`}>
            <Icon of={kind === 'exact' ? Check : TriangleAlert} />
          </span>
          <div>
            <b className="weight-650 text-[0.9375rem]">{title}</b>
            <p className="text-ink-soft">{sentence}</p>
          </div>
        </div>
        <Comparison order={order} />
        <Decision
          order={order}
          actions={actions}
          confirm={confirm}
          goOn={goOn}
          className={
            onBack
              ? 'sticky bottom-0 z-2 order-last -mx-[1.1rem] mt-auto -mb-[1.1rem] border-admin-line border-t bg-white px-[1.1rem] pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]'
              : ''
          }
        />
        <Checked order={order} />
      </div>
    </section>
  );
}

/** Instead of an order that has left the list: another in its place could be decided by mistake. */
export function GonePane({
  orderNumber,
  waited,
  onNext,
  onBack,
}: {
  orderNumber: string;
  /** Whether the list has shown it. */
  waited: boolean;
  onNext: (() => void) | null;
  onBack: (() => void) | null;
}) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // It was on something of the order that has gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section className={onBack ? '' : 'admin-card'} aria-label={`Payment of ${orderNumber}`}>
      <div className="card-body grid gap-3">
        <p ref={heading} tabIndex={-1}>
          <b className="mono">{orderNumber}</b> is not {waited ? 'waiting any more' : 'in this list'}.
        </p>
        <div className="flex flex-wrap gap-2">
          {onBack && (
            <Button variant="quiet" size="admin" onClick={onBack}>
              Back to the list
            </Button>
          )}
          {onNext && (
            <Button variant="quiet" size="admin" onClick={onNext}>
              Next order
            </Button>
          )}
          <Link className="link admin-link px-2" to={orderAddress(orderNumber)}>
            Open order
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Order and best credit in two columns, what differs at the right. */
function Comparison({ order }: { order: OrderToVerify }) {
  const credit = order.match?.credit;
  const amount = order.match?.difference ?? 0;
  const utr = compareUtr(order.utrNumber, credit?.rrn ?? null);
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Order and bank credit compared</caption>
      <thead>
        <tr className="text-left text-ink-soft [&_th]:pb-2 [&_th]:weight-600">
          <th scope="col" className="w-18 lg:w-25">
            <span className="sr-only">Fact</span>
          </th>
          <th scope="col">Order</th>
          {credit && <th scope="col">Bank credit</th>}
          {credit && (
            <th scope="col" className="w-32 max-sm:hidden">
              <span className="sr-only">Result</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <Fact
          name="Amount"
          order={<Big>{formatRupees(order.total)}</Big>}
          credit={credit && <Big>{formatRupees(credit.amount)}</Big>}
          result={difference(amount)}
          agrees={amount === 0}
        />
        <Fact
          name="UTR"
          order={
            <>
              <b className="mono weight-600 text-[0.9375rem]">{order.utrNumber ?? 'None entered'}</b>
              {order.utrNumber && (
                <CopyButton text={order.utrNumber} what="UTR" word="Copy" className="admin-copy -ml-3" />
              )}
            </>
          }
          credit={credit && <b className="mono weight-600 text-[0.9375rem]">{credit.rrn ?? 'None'}</b>}
          result={utr.word}
          agrees={utr.agrees}
        />
        <Fact
          name="Time"
          order={formatDateTime(order.createdAt)}
          credit={credit && creditTime(credit.at)}
          result={credit ? timeApart(credit.at, order.createdAt) : ''}
        />
        <Fact
          name="Payer"
          order={
            <>
              {order.name}
              <small className="num block text-[0.78125rem] text-ink-soft">{order.phone}</small>
            </>
          }
          credit={credit && (credit.payer ?? 'Not named')}
        />
        <Fact
          name="App"
          order={appName(order.app)}
          credit={
            credit && (
              <>
                <span>{sourcesOf(credit)}</span>
                {credit.account && (
                  <small className="num block text-[0.78125rem] text-ink-soft">{accountOf(credit.account)}</small>
                )}
              </>
            )
          }
        />
      </tbody>
    </table>
  );
}

/** `agrees` undefined: nothing to judge. */
function Fact({
  name,
  order,
  credit,
  result = '',
  agrees,
}: {
  name: string;
  order: ReactNode;
  credit: ReactNode;
  result?: string;
  agrees?: boolean;
}) {
  const tone = agrees === undefined ? 'text-ink-soft' : agrees ? 'text-ok' : 'text-kesar-text';
  const off = credit !== undefined && agrees === false;
  return (
    <tr
      className={`border-[#f0ece5] border-t align-top [&>*]:py-2.5 [&>*]:pr-2 [&>*]:wrap-anywhere ${off ? 'bg-[#fffaf2]' : ''}`}
    >
      <th scope="row" className="weight-400 text-left text-ink-soft">
        {name}
      </th>
      <td>{order}</td>
      {credit !== undefined && (
        <td>
          <span>{credit}</span>
          {off && <small className={`weight-600 block text-[0.78125rem] sm:hidden ${tone}`}>{result}</small>}
        </td>
      )}
      {credit !== undefined && (
        <td className={`weight-600 text-right text-[0.78125rem] max-sm:hidden ${tone}`}>{result}</td>
      )}
    </tr>
  );
}

function Big({ children }: { children: string }) {
  return <b className="num weight-700 text-[1.125rem] leading-[1.2] lg:text-[1.375rem]">{children}</b>;
}

function Decision({
  order,
  actions,
  confirm,
  goOn,
  className,
}: Omit<VerifyPaneProps, 'onBack'> & { className: string }) {
  const { match } = order;
  const busy = actions.isBusy(order.orderNumber, ...(match ? [match.credit.id] : []));
  const word =
    match?.reason === 'amount_differs' ? `Accept ${formatRupees(match.credit.amount)} and confirm` : 'Confirm payment';
  return (
    // After a decision the buttons of the next order lie where the pressed one was.
    <div ref={settle} className={`flex flex-wrap gap-2 ${className}`}>
      {match && isPlain(match) && (
        <Button variant="ok" size="admin" busy={busy} onClick={() => confirm(order)}>
          <Icon of={Check} /> {word}
        </Button>
      )}
      {match && !isPlain(match) && REASONS[match.reason].kind === 'look' && (
        <Button variant="quiet" size="admin" busy={busy} onClick={() => confirm(order)}>
          Confirm with this credit
        </Button>
      )}
      {!match && (
        <Button
          variant="quiet"
          size="admin"
          busy={busy}
          onClick={() => actions.received(order, () => goOn([order.orderNumber]))}
        >
          Found in my bank
        </Button>
      )}
      <Button variant="line" size="admin" onClick={() => actions.ask({ kind: 'not-received', order })}>
        Not received…
      </Button>
      <Link className="link admin-link px-2" to={orderAddress(order.orderNumber)}>
        Open order
      </Link>
    </div>
  );
}

/** The address of an order in Order Management. */
export function orderAddress(orderNumber: string): string {
  return `/admin?section=orders&order=${encodeURIComponent(orderNumber)}`;
}

function Checked({ order }: { order: OrderToVerify }) {
  return (
    <div>
      <h3 className="weight-650 mb-1.5 font-sans text-[0.8125rem] tracking-normal">Checked for you</h3>
      <ul className="grid gap-1.5">
        {hintsOf(order).map(({ agrees, text, orders = [] }) => (
          <li key={text} className="grid grid-cols-[1.05rem_1fr] gap-2">
            <span className={`mt-0.5 ${agrees ? 'text-ok' : 'text-kesar-text'}`}>
              <Icon of={agrees ? Check : TriangleAlert} />
            </span>
            <span>
              <span>{text}</span>{' '}
              {orders.map((number) => (
                <Link key={number} className="link mono mr-2" to={orderAddress(number)}>
                  {number}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
