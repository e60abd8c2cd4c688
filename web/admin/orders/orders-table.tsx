import { createContext, useContext, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { attentionLabel, nextStatuses, type OrderStatus, statusLabel, statusTone } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check, TriangleAlert } from '#web/ui/icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useMay } from '../lib/session.ts';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { TickBox } from '../ui/ticks.tsx';
import { MOVE_LABEL, withoutThisYear } from './order-words.ts';
import type { OrderActions } from './use-order-actions.ts';

interface Admin {
  onView: (orderNumber: string) => void;
  move: (order: AdminOrder, status: OrderStatus) => void;
  busyOrder: string | null;
  ticked: ReadonlySet<string>;
  tick: (orderNumbers: string[], on: boolean) => void;
  all: string[];
}

/** The actions of a row. The column objects must stay the same, because new ones would remount every cell and lose the focus. */
const AdminContext = createContext<Admin | null>(null);

/** The list of orders: number, customer, items, total, payment, status, actions (R2.2). */
export function OrdersTable({
  orders,
  openOrder,
  stale,
  onView,
  actions,
  ticked,
  tick,
}: {
  orders: AdminOrder[];
  openOrder: string | null;
  stale: boolean;
  onView: (orderNumber: string) => void;
  actions: OrderActions;
  /** Order numbers selected for a bulk action. */
  ticked: ReadonlySet<string>;
  tick: (orderNumbers: string[], on: boolean) => void;
}) {
  const pressed = useRef<string>(undefined);
  // After a status change the pressed button is gone; moves the focus to the row's View button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the rows have changed
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-view="${pressed.current}"]`)?.focus({ preventScroll: true });
    pressed.current = undefined;
  }, [orders]);
  const move: Admin['move'] = (order, status) => {
    pressed.current = order.orderNumber;
    actions.move(order, status);
  };
  return (
    <AdminContext value={{ onView, move, busyOrder: actions.busyOrder, ticked, tick, all: orders.map(orderNumberOf) }}>
      <AdminTable
        caption="Orders, newest first"
        className="orders-table"
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
    cell: ({ row: { original: order } }) => (
      <>
        <b className="mono">{order.orderNumber}</b>
        <small className="num">{withoutThisYear(formatDateTime(order.createdAt), new Date())}</small>
      </>
    ),
  },
  {
    id: 'customer',
    header: 'Customer',
    meta: { name: 'customer' },
    cell: ({ row: { original: order } }) => (
      <>
        <b className="admin-clip">{order.shippingAddress.name || '—'}</b>
        <small className="admin-clip">
          {order.shippingAddress.city} {order.shippingAddress.pincode}
        </small>
      </>
    ),
  },
  {
    id: 'items',
    header: 'Items',
    meta: { name: 'items' },
    cell: ({ row: { original: order } }) => <Items order={order} />,
  },
  {
    id: 'total',
    header: 'Total',
    meta: { name: 'total', className: 'end' },
    cell: ({ row: { original: order } }) => <b>{formatRupees(order.pricing.total)}</b>,
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
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { name: 'actions', className: 'end' },
    cell: ({ row: { original: order } }) => <RowActions order={order} />,
  },
];

function Tick({ orderNumber }: { orderNumber: string }) {
  return <TickBox ticks={useContext(AdminContext)} of={[orderNumber]} label={`Tick ${orderNumber}`} />;
}

function TickAll() {
  const admin = useContext(AdminContext);
  return <TickBox ticks={admin} of={admin?.all ?? []} label="Tick all orders of this page" />;
}

function Items({ order }: { order: AdminOrder }) {
  const [first] = order.items;
  if (!first) return '—';
  const more = order.items.length - 1;
  return (
    <>
      <span className="admin-clip">{first.name}</span>
      <small>{more > 0 ? `+ ${more} more` : `${first.size} × ${first.quantity}`}</small>
    </>
  );
}

function Payment({ order }: { order: AdminOrder }) {
  const { payment, needsAttention } = order;
  const open = order.status !== 'cancelled' && order.status !== 'draft';
  const flag = open ? needsAttention[0] : undefined;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 max-md:flex-col max-md:items-end">
        <PaymentWord order={order} />
        {flag && (
          <span className="flag">
            <Icon of={TriangleAlert} /> {attentionLabel(flag)}
            {needsAttention.length > 1 && ` + ${needsAttention.length - 1}`}
          </span>
        )}
      </span>
      <small className="mono">{payment.utrNumber ?? 'No UTR'}</small>
    </>
  );
}

/** Only statuses that need action are pills (G6). */
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
    return (
      <StatusPill tone="red" admin>
        Not received
      </StatusPill>
    );
  }
  if (order.status === 'draft' || order.status === 'cancelled')
    return <span className="text-ink-soft">Not verified</span>;
  const pill = (
    <StatusPill tone="yellow" admin>
      To verify
    </StatusPill>
  );
  const address = `/admin?section=payments&order=${encodeURIComponent(order.orderNumber)}`;
  return may('GET /payments/review') ? <Link to={address}>{pill}</Link> : pill;
}

const ROW_MOVES: readonly OrderStatus[] = ['shipped', 'delivered'];

function RowActions({ order }: { order: AdminOrder }) {
  const admin = useContext(AdminContext);
  if (!admin) return null;
  const { onView, move, busyOrder } = admin;
  const moves = nextStatuses(order.status).filter((status) => ROW_MOVES.includes(status));
  return (
    <span className="row-actions">
      {moves.map((status) => (
        <Button
          key={status}
          variant="quiet"
          size="admin"
          busy={busyOrder === order.orderNumber}
          aria-label={`${MOVE_LABEL[status]} ${order.orderNumber}`}
          onClick={() => move(order, status)}
        >
          {MOVE_LABEL[status]}
        </Button>
      ))}
      <Button
        variant="quiet"
        size="admin"
        data-view={order.orderNumber}
        aria-label={`View ${order.orderNumber}`}
        onClick={() => onView(order.orderNumber)}
      >
        View
      </Button>
    </span>
  );
}
