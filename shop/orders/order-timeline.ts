import m from '#messages/order-status';
import {
  isOrderStatus,
  isOver,
  ORDER_STATUSES,
  type OrderStatus,
  type PaymentProgress,
  STATUS_TABLE,
  statusLabel,
} from './order-status.ts';
import { hasPaid, isRefunded, progressName } from './payments/progress.ts';

/** The parts of an order that the timeline needs; times are epoch milliseconds. */
export interface TimelineOrder {
  status: OrderStatus;
  createdAt: number;
  /** The state of the payment, if it is known: null when nothing is to be paid. */
  progress?: PaymentProgress | null;
  events?: readonly { status?: string | null; kind?: string; at: number; by?: string; note?: string }[];
}

export interface TimelineStep {
  key: OrderStatus | 'payment' | 'refund';
  label: string;
  /** `done`: completed; `now`: the current step; `todo`: not reached yet. */
  state: 'done' | 'now' | 'todo';
  /** Epoch ms of the event, or null when it is not known. */
  at: number | null;
  by: string | null;
  note: string;
}

const PATH = ORDER_STATUSES.filter((status) => STATUS_TABLE[status].step === status);

/**
 * The timeline of the order page (R2.2 and R2.4): Placed, the payment if its state is known,
 * Processing, Shipped, Delivered. Out for Delivery is included only if the order had that status.
 * For a cancelled or returned order that is the last step, unless its payment is still open or was
 * refunded; a cancelled order includes only steps that were reached.
 */
export function timeline(order: TimelineOrder): TimelineStep[] {
  const [placed, ...rest] = statusSteps(order);
  const payment = paymentStep(order);
  if (!placed || !payment) return [...(placed ? [placed] : []), ...rest];
  // An order waits for its payment, not for being placed.
  const first = payment.state === 'now' ? { ...placed, state: 'done' as const } : placed;
  if (isOver(order.status) && payment.state === 'now') return [first, ...rest, payment];
  // A parcel went out before it was paid (D36): what is to come follows what has happened.
  if (payment.state === 'todo') {
    const next = rest.findIndex(({ state }) => state === 'todo');
    return [first, ...rest.toSpliced(next < 0 ? rest.length : next, 0, payment)];
  }
  return [first, payment, ...rest, ...refundSteps(order)];
}

function paymentStep({ status, progress, events = [] }: TimelineOrder): TimelineStep | null {
  if (progress === undefined || progress === null) return null;
  const paid = hasPaid(progress);
  const { label } = progressName(paid ? 'received' : progress);
  const at = paid ? (events.findLast(({ kind }) => kind === 'payment')?.at ?? null) : null;
  return {
    key: 'payment',
    label,
    state: paid ? 'done' : status === 'pending' || isOver(status) ? 'now' : 'todo',
    at,
    by: null,
    note: '',
  };
}

function refundSteps({ status, progress, events = [] }: TimelineOrder): TimelineStep[] {
  // A refund that was taken back has its event still.
  if (!isOver(status) || !isRefunded(progress)) return [];
  return events
    .filter(({ kind }) => kind === 'refund')
    .map(({ at, note = '' }) => ({
      key: 'refund',
      label: progressName('refunded').label,
      state: 'done',
      at,
      by: null,
      note,
    }));
}

const stepOf = ({ status }: { status?: string | null }) => (isOrderStatus(status) ? STATUS_TABLE[status].step : null);

function statusSteps(order: TimelineOrder): TimelineStep[] {
  const events = order.events ?? [];
  // Where the payment has a step of its own, its confirmation is not another one.
  const paymentShown = order.progress !== undefined && order.progress !== null;
  const eventOf = (step: OrderStatus) =>
    events.findLast((event) => event.status === step) ??
    (paymentShown && order.status === 'cancelled' ? undefined : events.findLast((event) => stepOf(event) === step));
  const step = (key: OrderStatus, state: TimelineStep['state']): TimelineStep => {
    const event = state === 'todo' ? undefined : eventOf(key);
    return {
      key,
      label: stepLabel(key),
      state,
      at: event?.at ?? (key === 'pending' && state !== 'todo' ? order.createdAt : null),
      by: event?.by ?? null,
      note: paymentShown && event?.status === 'confirmed' ? '' : (event?.note ?? ''),
    };
  };
  if (order.status === 'cancelled') {
    const reached = PATH.filter((key) => key === 'pending' || eventOf(key));
    return [...reached.map((key) => step(key, 'done')), step('cancelled', 'done')];
  }
  const wentOut = order.status === 'out_for_delivery' || eventOf('out_for_delivery') !== undefined;
  const path = PATH.filter((key) => key !== 'out_for_delivery' || wentOut);
  if (order.status === 'returned') {
    return [...path.map((key) => step(key, 'done')), step('returned', 'done')];
  }
  const current = path.indexOf(STATUS_TABLE[order.status].step ?? order.status);
  const finished = order.status === 'delivered';
  return path.map((key, index) => step(key, index > current ? 'todo' : index < current || finished ? 'done' : 'now'));
}

/** A step has the same words before and after it is reached. */
function stepLabel(key: OrderStatus): string {
  return key === 'draft' || key === 'confirmed' ? statusLabel(key) : m[`step_${key}`]();
}
