import { ORDER_STATUSES, type OrderStatus, STATUS_TABLE, statusesOf, statusLabel } from '#shop/orders/order-status.ts';
import type { OrderEvent } from '#shop/orders/orders.ts';
import type { TimelineStep } from '#web/ui/timeline.tsx';

/** The titles of events that do not change the status. */
const KIND_TITLE: Record<string, string> = {
  taken: 'Order taken',
  placed: 'Order placed',
  utr: 'UTR entered',
  refund: 'Refund sent',
  cancelled: 'Cancelled',
  attention: 'Needs attention',
  settled: 'Marked as done',
  address: 'Address corrected',
  gift: 'Gift message corrected',
  unpaid: 'Shipped before the payment was verified',
  note: 'Note',
  parcel: 'Parcel changed',
  undone: 'Delivery taken back',
  changed: 'Items changed',
  return: 'Items taken back',
};

/** The milestones that an order of this status still has before it. */
function ahead(status: OrderStatus): OrderStatus[] {
  if (!statusesOf('new', 'to-ship', 'on-the-way').includes(status)) return [];
  const later = ORDER_STATUSES.slice(ORDER_STATUSES.indexOf(status) + 1);
  return later.filter((next) => STATUS_TABLE[next].milestone);
}

/** The admin's timeline: every event with its author and note, then the remaining statuses. */
export function adminTimeline(order: {
  status: OrderStatus;
  events: OrderEvent[];
  payment: { status: string };
}): TimelineStep[] {
  const past = order.events.map((event): TimelineStep => {
    const { title, text } = describeEvent(event);
    return {
      title,
      note: [event.by && `by ${event.by}`, text].filter(Boolean).join(' · '),
      at: event.at,
      state: 'done',
    };
  });
  const todo = ahead(order.status).map((status): TimelineStep => ({ title: statusLabel(status), state: 'todo' }));
  const waits: TimelineStep[] =
    order.status === 'pending' && order.payment.status === 'pending'
      ? [{ title: 'Payment to verify', state: 'now' }]
      : [];
  return [...past, ...waits, ...todo];
}

function describeEvent(event: OrderEvent): { title: string; text: string } {
  // The notes of replacements and payment decisions include the title: 'Payment not verified: no
  // credit found'.
  if ((event.kind === 'payment' || event.kind === 'replacement') && event.note) {
    const [title = '', ...rest] = event.note.split(': ');
    return { title, text: rest.join(': ') };
  }
  const status = event.status ? statusLabel(event.status) : '';
  // Events of earlier editions name the id of a credit.
  const text = event.note.replace(/, crd_\w+(?=\))/, '');
  const title = event.kind === 'status' && status ? status : (KIND_TITLE[event.kind] ?? (status || event.kind));
  return { title, text };
}
