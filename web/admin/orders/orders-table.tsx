import { createContext, useContext, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatRupees } from '#shop/money/money.ts';
import {
  attentionLabel,
  decidesMoney,
  mainReason,
  nextStatuses,
  type OrderStatus,
  statusLabel,
  statusTone,
} from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { Check, MessageCircle } from '#web/ui/page-icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useMay } from '../lib/session.ts';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { TickBox } from '../ui/ticks.tsx';
import { canVerify } from './bulk-verify.tsx';
import { canChat } from './chat-question.tsx';
import { useRowKeys } from './order-keys.ts';
import { MOVE_LABEL, shortTime } from './order-words.ts';
import type { OrderActions } from './use-order-actions.ts';

interface Admin {
  onView: (orderNumber: string) => void;
  move: (order: AdminOrder, status: OrderStatus) => void;
  verify: (order: AdminOrder) => void;
  chat: (order: AdminOrder) => void;
  isBusy: OrderActions['isBusy'];
  ticked: ReadonlySet<string>;
  tick: (orderNumbers: string[], on: boolean) => void;
  all: string[];
}

/**
 * The actions of a row. The column objects must stay the same, because new ones would remount every
 * cell and lose the focus.
 */
const AdminContext = createContext<Admin | null>(null);

/**
 * The list of orders: number, customer, items, total, UTR, payment, status, the next step (R2.2).
 */
export function OrdersTable({
  orders,
  openOrder,
  stale,
  onView,
  onVerify,
  actions,
  ticked,
  tick,
  selecting,
}: {
  orders: AdminOrder[];
  openOrder: string | null;
  stale: boolean;
  onView: (orderNumber: string) => void;
  onVerify: (order: AdminOrder) => void;
  actions: OrderActions;
  /** Order numbers selected for a bulk action. */
  ticked: ReadonlySet<string>;
  tick: (orderNumbers: string[], on: boolean) => void;
  /** Whether a phone shows the checkboxes. */
  selecting: boolean;
}) {
  const pressed = useRef<string>(undefined);
  // After a status change the pressed button is gone; moves the focus to the row's View button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the rows have changed
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-view="${pressed.current}"]`)?.focus({ preventScroll: true });
    pressed.current = undefined;
  }, [orders]);
  useRowKeys();
  const move: Admin['move'] = (order, status) => {
    pressed.current = order.orderNumber;
    actions.move(order, status);
  };
  const verify: Admin['verify'] = (order) => {
    pressed.current = order.orderNumber;
    onVerify(order);
  };
  const chat: Admin['chat'] = (order) => actions.ask({ kind: 'chat', order });
  const all = orders.map(orderNumberOf);
  return (
    <AdminContext value={{ onView, move, verify, chat, isBusy: actions.isBusy, ticked, tick, all }}>
      <AdminTable
        caption="Orders, newest first"
        className={`orders-table [&_tr]:relative [&_label]:relative [&_label]:z-1 ${selecting ? '' : 'max-md:[--tick-room:0.25rem] max-md:[&_label]:hidden'}`}
        columns={COLUMNS}
        rows={orders}
        rowId={orderNumberOf}
        openId={openOrder}
        stale={stale}
      />
    </AdminContext>
  );
}

const orderNumberOf = (order: AdminOrder) => order.orderNumber;

const COLUMNS: AdminColumn<AdminOrder>[] = [
  {
    id: 'tick',
    header: () => <TickAll />,
    meta: { name: 'tick' },
    cell: ({ row: { original: order } }) => <Tick orderNumber={order.orderNumber} />,
  },
  {
    id: 'order',
    header: 'Order',
    meta: { name: 'order' },
    cell: ({ row: { original: order } }) => <ViewButton orderNumber={order.orderNumber} />,
  },
  {
    id: 'placed',
    header: 'Placed',
    meta: { name: 'placed' },
    cell: ({ row: { original: order } }) => (
      <span className="num text-ink-soft">{shortTime(order.createdAt, Date.now())}</span>
    ),
  },
  {
    id: 'customer',
    header: 'Customer',
    meta: { name: 'customer' },
    cell: ({ row: { original: order } }) => (
      <span className="admin-clip max-md:max-w-none md:max-w-36">
        <b>{order.shippingAddress.name || '—'}</b> <span className="text-ink-soft">{order.shippingAddress.city}</span>
      </span>
    ),
  },
  {
    id: 'items',
    header: 'Items',
    meta: { name: 'items' },
    cell: ({ row: { original: order } }) => <span className="admin-clip max-w-none">{itemsText(order)}</span>,
  },
  {
    id: 'total',
    header: 'Total',
    meta: { name: 'total', className: 'end' },
    cell: ({ row: { original: order } }) => <b>{formatRupees(order.pricing.total)}</b>,
  },
  {
    id: 'utr',
    header: 'UTR',
    meta: { name: 'utr' },
    cell: ({ row: { original: order } }) => (
      <span className="mono md:relative md:z-1">{order.payment.utrNumber ?? 'No UTR'}</span>
    ),
  },
  {
    id: 'payment',
    header: 'Payment',
    meta: { name: 'payment' },
    cell: ({ row: { original: order } }) => <Payment order={order} />,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { name: 'status' },
    cell: ({ row: { original: order } }) => (
      <StatusPill tone={statusTone(order.status)} admin>
        {statusLabel(order.status)}
      </StatusPill>
    ),
  },
  {
    id: 'chat',
    header: () => <span className="sr-only">WhatsApp</span>,
    meta: { name: 'chat', className: 'end' },
    cell: ({ row: { original: order } }) => <Chat order={order} />,
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { name: 'actions', className: 'end' },
    cell: ({ row: { original: order } }) => <RowAction order={order} />,
  },
];

function Tick({ orderNumber }: { orderNumber: string }) {
  return <TickBox ticks={useContext(AdminContext)} of={[orderNumber]} label={`Tick ${orderNumber}`} />;
}

function TickAll() {
  const admin = useContext(AdminContext);
  return <TickBox ticks={admin} of={admin?.all ?? []} label="Tick all orders of this page" />;
}

/**
 * Opens the order. The whole row is its target, but for the other controls; with a mouse also the
 * UTR can be copied.
 */
function ViewButton({ orderNumber }: { orderNumber: string }) {
  const admin = useContext(AdminContext);
  return (
    <button
      type="button"
      className="order-view after:absolute after:inset-0"
      data-view={orderNumber}
      aria-label={`View ${orderNumber}`}
      onClick={() => admin?.onView(orderNumber)}
    >
      {orderNumber}
    </button>
  );
}

/** 'Medjool Dates 500g × 2 + 1' */
function itemsText({ items }: AdminOrder): string {
  const [first] = items;
  if (!first) return '—';
  const packs = first.quantity > 1 ? ` × ${first.quantity}` : '';
  return `${first.name} ${first.size}${packs}${items.length > 1 ? ` + ${items.length - 1}` : ''}`;
}

function Payment({ order }: { order: AdminOrder }) {
  const { needsAttention } = order;
  const flag = mainReason(order.status, order.payment.status === 'completed', needsAttention);
  return (
    <span className="flex items-center gap-x-2 max-lg:flex-wrap">
      <PaymentWord order={order} />
      {flag && (
        <span className="flag">
          <Icon of={TriangleAlert} />{' '}
          <span className="admin-clip max-w-none lg:max-[90rem]:max-w-20">{attentionLabel(flag)}</span>
          {needsAttention.length > 1 && <span>{` + ${needsAttention.length - 1}`}</span>}
        </span>
      )}
    </span>
  );
}

/** What needs a person stands out (G6). */
function PaymentWord({ order }: { order: AdminOrder }) {
  const may = useMay();
  if (order.payment.status === 'completed') {
    return (
      <span className="verified">
        <Icon of={Check} /> Verified
      </span>
    );
  }
  if (order.payment.status === 'failed') {
    return <span className="weight-600 text-bad">Not received</span>;
  }
  if (order.status === 'draft' || order.status === 'cancelled')
    return <span className="text-ink-soft">Not verified</span>;
  const address = `/admin?section=payments&order=${encodeURIComponent(order.orderNumber)}`;
  return may('GET /payments/review') ? (
    <Link className="to-verify link weight-600 relative z-1" to={address}>
      To verify
    </Link>
  ) : (
    <span className="weight-600">To verify</span>
  );
}

/** The message to the shopper, for the state of the order. */
function Chat({ order }: { order: AdminOrder }) {
  const admin = useContext(AdminContext);
  if (!canChat(order)) return null;
  return (
    <button
      type="button"
      className="row-chat"
      aria-label={`WhatsApp ${order.orderNumber}`}
      title="WhatsApp"
      onClick={() => admin?.chat(order)}
    >
      <Icon of={MessageCircle} />
    </button>
  );
}

/** The next step of an order: verify, ship or deliver. */
function RowAction({ order }: { order: AdminOrder }) {
  const admin = useContext(AdminContext);
  const may = useMay();
  if (!admin) return null;
  const moves = nextStatuses(order.status);
  const mayVerify = may('PUT /orders/:id/payment');
  const next = (['shipped', 'delivered'] as const).find(
    (status) => moves.includes(status) && (mayVerify || !decidesMoney(order.status, status, order.payment.status)),
  );
  const { orderNumber } = order;
  if (next) {
    return <RowButton name={MOVE_LABEL[next] ?? ''} order={orderNumber} onPress={() => admin.move(order, next)} />;
  }
  if (canVerify(order) && mayVerify) {
    return <RowButton name="Verify" order={orderNumber} onPress={() => admin.verify(order)} />;
  }
  return null;
}

function RowButton({ name, order, onPress }: { name: string; order: string; onPress: () => void }) {
  const admin = useContext(AdminContext);
  return (
    <Button
      variant="quiet"
      size="admin"
      className="row-button relative z-1 mouse:min-h-[1.65rem] mouse:px-2.5"
      busy={admin?.isBusy(order)}
      aria-label={`${name} ${order}`}
      onClick={onPress}
    >
      {name}
    </Button>
  );
}
