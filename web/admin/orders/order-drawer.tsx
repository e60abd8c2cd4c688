import '#web/ui/facts.css';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { mayNeedEwayBill } from '#shop/orders/invoice-status.ts';
import type { OrderHint } from '#shop/orders/order-calls.ts';
import {
  canCancel,
  decidesMoney,
  hasParcel,
  isBeforeShipping,
  leavesShop,
  NEEDS_VERIFIED,
  nextStatuses,
  type OrderStatus,
  statusLabel,
  statusTone,
} from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { hasPapers } from '#shop/orders/papers.ts';
import type { Replacement } from '#shop/orders/replacement-input.ts';
import { isOpenReplacement } from '#shop/orders/replacements.ts';
import { Drawer } from '#web/admin/ui/drawer.tsx';
import { RefusalNote } from '#web/admin/ui/refusal-note.tsx';
import { HARSH_MS, useSettled } from '#web/admin/ui/use-settled.ts';
import { isApiError } from '#web/lib/api.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { Timeline, type TimelineStep } from '#web/ui/timeline.tsx';
import { useMay } from '../lib/session.ts';
import { AttentionNote } from './attention-note.tsx';
import { DeliverTo } from './deliver-to.tsx';
import { Gift } from './gift.tsx';
import { InternalNotes } from './internal-notes.tsx';
import { InvoiceLinks } from './invoice-link.tsx';
import { MailLog } from './mail-log.tsx';
import { useOrderAddress } from './order-filter.ts';
import { adminTimeline } from './order-timeline.ts';
import { moveLabel } from './order-words.ts';
import { type OrderDetail, orderQuery } from './orders-api.ts';
import { PaperButton } from './papers-dialog.tsx';
import { PaymentBox } from './payment-box.tsx';
import { ReplacementBox } from './replacements/replacement-box.tsx';
import type { OrderActions } from './use-order-actions.ts';

interface OrderDrawerProps {
  /** The order number in the URL, or null. */
  orderNumber: string | null;
  onClose: () => void;
  actions: OrderActions;
}

/** One order in a drawer on the right; full screen on a phone. */
export function OrderDrawer({ orderNumber, onClose, actions }: OrderDrawerProps) {
  return (
    <Drawer open={orderNumber !== null} onClose={onClose} label={`Order ${orderNumber ?? ''}`}>
      {orderNumber !== null && <OrderSheet orderNumber={orderNumber} onClose={onClose} actions={actions} />}
    </Drawer>
  );
}

function OrderSheet({ orderNumber, onClose, actions }: OrderDrawerProps & { orderNumber: string }) {
  const { data, error, refetch, isFetching } = useQuery(orderQuery(orderNumber));
  const order = data?.order;
  const heading = useRef<HTMLHeadingElement>(null);
  // After a status change the pressed button may be gone; moves the focus to the heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the order has changed
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [order?.version]);
  const conflict = actions.conflict?.orderNumber === orderNumber ? actions.conflict : null;
  return (
    <div className="admin-drawer">
      <header>
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1}>
            {orderNumber}
          </h2>
          {order && (
            <p className="wrap-anywhere text-ink-soft">
              {formatDateTime(order.createdAt)} · {order.shippingAddress.name}
            </p>
          )}
        </div>
        <span className="admin-drawer-status">
          {order && (
            <StatusPill tone={statusTone(order.status)} admin>
              {statusLabel(order.status)}
            </StatusPill>
          )}
        </span>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="admin-drawer-body" aria-label="Order details" tabIndex={0}>
        {conflict && (
          <RefusalNote>{conflict.sentence} Nothing was overwritten. This is the order as it is now.</RefusalNote>
        )}
        {error && !order && (
          <ErrorNote
            message={
              isApiError(error) && error.status === 404
                ? error.message
                : 'Failed to load orders. Please check your connection.'
            }
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!order && !error && <DrawerSkeleton />}
        {data && <OrderBody key={orderNumber} detail={data} actions={actions} />}
      </section>
      {order && <OrderFooter order={order} actions={actions} />}
    </div>
  );
}

function OrderBody({ detail, actions }: { detail: OrderDetail; actions: OrderActions }) {
  const { order, hints } = detail;
  const { pricing } = order;
  const accepted = detail.payments?.findLast(({ status }) => status === 'accepted');
  const payment = <PaymentBox order={order} actions={actions} decidedBy={accepted?.by} provedBy={accepted?.provedBy} />;
  // What is to verify comes first (G6); afterwards the goods and the address are what staff look
  // for.
  const verified = order.payment.status === 'completed';
  // A request stays where it is after a decision, with what its box says about it.
  const [above] = useState(() => new Set(order.replacements?.filter(isOpen).map(({ id }) => id)));
  const isAbove = (request: Replacement) => isOpen(request) || above.has(request.id);
  return (
    <>
      <AttentionNote order={order} actions={actions} />
      {order.takenBy && order.status === 'draft' && (
        <Note tone="info">
          <span>Taken by {order.takenBy}, not paid yet. </span>
          <Link className="link" to={`/admin?section=new-order&order=${order.orderNumber}`}>
            Payment link, QR code, or record the payment
          </Link>
        </Note>
      )}
      {!verified && payment}
      <Replacements order={order} of={isAbove} />
      <section>
        <ItemsHead order={order} actions={actions} />
        {order.items.map((item) => (
          <div className="order-line" key={`${item.product} ${item.size}`}>
            <ProductImage src={item.image} alt="" />
            <div className="min-w-0">
              <b>{item.name}</b>
              <small>
                {item.size} × {item.quantity} at {formatRupees(item.price)}
              </small>
            </div>
            <span className="num">{formatRupees(item.price * item.quantity)}</span>
          </div>
        ))}
        <dl className="kv num mt-3 border-admin-line border-t pt-2.5">
          <dt>Subtotal</dt>
          <dd>{formatRupees(pricing.subtotal)}</dd>
          {pricing.discounts.map(({ kind, label, amount }) => (
            <Fragment key={kind}>
              <dt>{label}</dt>
              <dd>{formatRupees(-amount)}</dd>
            </Fragment>
          ))}
          <dt>Shipping</dt>
          <dd>{pricing.shippingCharges === 0 ? 'FREE' : formatRupees(pricing.shippingCharges)}</dd>
          <dt className="font-[650] text-ink!">Total</dt>
          <dd className="font-[650]">{formatRupees(pricing.total)}</dd>
        </dl>
        {order.staffReason && <p className="mt-1 wrap-anywhere text-ink-soft">Why: {order.staffReason}</p>}
      </section>
      <Returns order={order} actions={actions} />
      <DeliverTo order={order} actions={actions} />
      {order.orderNote && (
        <section>
          <h3>Note from the shopper</h3>
          <p className="whitespace-pre-line text-ink-soft">{order.orderNote}</p>
        </section>
      )}
      {order.giftMessage !== null && <Gift order={order} message={order.giftMessage} />}
      {verified && payment}
      {hints && hints.sameUtr.length > 0 && <Hints title="Same UTR" hints={hints.sameUtr} hot />}
      {hints && hints.samePhone.length > 0 && <Hints title="Same mobile number" hints={hints.samePhone} />}
      <Parcel order={order} actions={actions} />
      {order.cancelReason && (
        <section>
          <h3>Reason of the cancellation</h3>
          <p className="whitespace-pre-line text-ink-soft">{order.cancelReason}</p>
        </section>
      )}
      <section>
        <h3>Papers</h3>
        {mayNeedEwayBill({ status: order.status, total: pricing.total }) && (
          <Note tone="warn" className="mb-2">
            This invoice is above ₹50,000: the parcel may need an e-way bill. Make it before you ship.
          </Note>
        )}
        <div className="flex flex-wrap gap-2">
          {hasPapers(order.status) && (
            <>
              <PaperButton paper="packing-slips" name="Packing slip" orders={[order]} />
              {!order.pickup && <PaperButton paper="labels" name="Label" orders={[order]} />}
            </>
          )}
          <InvoiceLinks order={order} />
        </div>
      </section>
      <InternalNotes order={order} />
      <Replacements order={order} of={(request) => !isAbove(request)} />
      <section>
        <h3>Timeline</h3>
        <FoldedTimeline steps={adminTimeline(order)} />
      </section>
      {detail.mails && <MailLog orderNumber={order.orderNumber} mails={detail.mails} />}
    </>
  );
}

/** Items can be changed until the order is shipped; the last change can be undone until then. */
function ItemsHead({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const may = useMay()('PUT /orders/:id/lines') && isBeforeShipping(order.status);
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
      <h3 className="mb-0!">Items</h3>
      {may && (
        <span className="flex flex-wrap gap-2">
          {order.changedAt != null && (
            <Button
              variant="text"
              size="admin"
              busy={actions.isBusy(order.orderNumber)}
              onClick={() => actions.undoItems(order)}
            >
              Undo the change
            </Button>
          )}
          <Button variant="quiet" size="admin" onClick={() => actions.ask({ kind: 'items', order })}>
            Change order
          </Button>
        </span>
      )}
    </div>
  );
}

/** Goods that came back, of which the last can be undone. */
function Returns({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const returns = order.returns ?? [];
  if (returns.length === 0) return null;
  return (
    <section>
      <h3>Taken back</h3>
      <ul className="grid gap-2">
        {returns.map(({ id, items, amount, reason, at }, index) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 wrap-anywhere text-ink-soft">
              <b className="num text-ink">{formatRupees(amount)}</b> on {formatDate(at)}:{' '}
              {items.map(({ name, size, quantity }) => `${name}, ${size} × ${quantity}`).join('; ')}. {reason}
            </span>
            {index === returns.length - 1 && (
              <Button
                variant="text"
                size="admin"
                className="-mx-3"
                busy={actions.isBusy(order.orderNumber)}
                onClick={() => actions.undoTakeBack(order)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The courier and tracking number, which can be added or corrected after shipping. */
function Parcel({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const { courier, courierTracking } = order;
  const left = hasParcel(order.status);
  if (!left && !courier && !courierTracking) return null;
  return (
    <section>
      <h3>Parcel</h3>
      <p className="text-ink-soft">
        <span>{courier}</span>{' '}
        {courierTracking && order.courierLink ? (
          <a className="link mono" href={order.courierLink.url} target="_blank" rel="noopener noreferrer">
            {courierTracking}
          </a>
        ) : (
          <span className="mono">{courierTracking}</span>
        )}
        {!courier && !courierTracking && <span>No courier and no tracking number yet.</span>}
      </p>
      {left && (
        <Button className="mt-2" variant="quiet" size="admin" onClick={() => actions.ask({ kind: 'parcel', order })}>
          Edit parcel
        </Button>
      )}
    </section>
  );
}

const isOpen = ({ status }: Replacement) => isOpenReplacement(status);

/** Replacement requests, newest first. Open ones appear above the rest of the order. */
function Replacements({ order, of }: { order: AdminOrder; of: (request: Replacement) => boolean }) {
  const requests = (order.replacements ?? []).filter(of);
  if (requests.length === 0) return null;
  return (
    <section>
      <h3>Replacement</h3>
      {requests.toReversed().map((request) => (
        <ReplacementBox
          key={request.id}
          orderNumber={order.orderNumber}
          deliveredAt={order.deliveredAt}
          request={request}
        />
      ))}
    </section>
  );
}

/** Other orders that are always shown; more are folded. */
const FIRST_HINTS = 3;

/** Other orders with possibly the same payment or customer. */
function Hints({ title, hints, hot }: { title: string; hints: OrderHint[]; hot?: boolean }) {
  return (
    <section>
      <h3 className={hot ? 'text-kesar-text' : undefined}>{title}</h3>
      <HintList hints={hints.slice(0, FIRST_HINTS)} />
      {hints.length > FIRST_HINTS && (
        <details>
          <summary className="link min-h-11 content-center mouse:min-h-8">{hints.length - FIRST_HINTS} more</summary>
          <HintList hints={hints.slice(FIRST_HINTS)} />
        </details>
      )}
    </section>
  );
}

function HintList({ hints }: { hints: OrderHint[] }) {
  const { hintAddress } = useOrderAddress();
  return (
    <ul className="grid gap-1">
      {hints.map((hint) => (
        <li key={hint.orderNumber} className="flex flex-wrap items-center gap-x-3">
          <Link className="link admin-link mono" to={hintAddress(hint.orderNumber)}>
            {hint.orderNumber}
          </Link>
          <span className="text-ink-soft">
            {hint.name} · {formatRupees(hint.total)} · {statusLabel(hint.status)}, {formatDate(hint.createdAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Cancel on the left, the next statuses on the right. Only the allowed transitions (D36). */
function OrderFooter({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const mayVerify = useMay()('PUT /orders/:id/payment');
  const next = nextStatuses(order.status).filter((status) => status !== 'cancelled' && status !== 'pending');
  const forward = next.filter((status) => mayVerify || !decidesMoney(order.status, status, order.payment.status));
  const isHandOver = (status: OrderStatus) => status === 'delivered' && leavesShop(order.status, status);
  // The courier takes it, unless its customer does.
  const last = forward.findLast((status) => isHandOver(status) === (order.pickup === true)) ?? forward.at(-1);
  const buttons = [...forward.filter((status) => status !== last), ...forward.filter((status) => status === last)];
  const cancellable = canCancel(order.status, 'admin');
  const footer = useSettled<HTMLElement>(`${order.orderNumber} ${order.status}`, { ms: HARSH_MS });
  if (next.length === 0 && !cancellable) return null;
  return (
    <footer ref={footer}>
      {forward.length < next.length && <p className="basis-full text-ink-soft">{NEEDS_VERIFIED}</p>}
      {cancellable && (
        <Button variant="line" size="admin" onClick={() => actions.ask({ kind: 'cancel', order })}>
          Cancel Order
        </Button>
      )}
      <span className="flex-1" />
      {buttons.map((status) => (
        <Button
          key={status}
          size="admin"
          // While the payment is pending, the primary button is in the payment box.
          variant={status === last && order.status !== 'pending' && order.status !== 'delivered' ? 'primary' : 'quiet'}
          busy={actions.isBusy(order.orderNumber)}
          onClick={() => actions.move(order, status)}
        >
          {moveLabel(order.status, status)}
        </Button>
      ))}
    </footer>
  );
}

/** Steps that are always shown, from the end. */
const LAST_STEPS = 8;

/** A long history with its earlier steps folded. */
function FoldedTimeline({ steps }: { steps: TimelineStep[] }) {
  const folded = steps.slice(0, -LAST_STEPS);
  if (folded.length < 2) return <Timeline steps={steps} />;
  return (
    <>
      <details className="mb-2">
        <summary className="link min-h-11 content-center mouse:min-h-8">{folded.length} earlier steps</summary>
        <Timeline steps={folded} />
      </details>
      <Timeline steps={steps.slice(-LAST_STEPS)} />
    </>
  );
}

function DrawerSkeleton() {
  return (
    <div role="status" aria-label="Loading the order" className="grid gap-4">
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-24" />
    </div>
  );
}
