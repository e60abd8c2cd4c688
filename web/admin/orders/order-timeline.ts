import { type OrderStatus, statusLabel } from '#shop/orders/order-status.ts';
import type { OrderEvent } from '#shop/orders/orders.ts';
import type { TimelineStep } from '#web/ui/timeline.tsx';

/** What an event is called when its status alone does not say it. */
const KIND_TITLE: Record<string, string> = {
  placed: 'Order placed',
  utr: 'UTR entered',
  cancelled: 'Cancelled',
  attention: 'Needs attention',
  settled: 'Settled',
  address: 'Address corrected',
  unpaid: 'Shipped before the payment was verified',
  note: 'Note',
  parcel: 'Parcel changed',
};

/** The usual way from here; what is still to come stands hollow under what has happened. */
const AHEAD: Partial<Record<OrderStatus, OrderStatus[]>> = {
  pending: ['confirmed', 'shipped', 'delivered'],
  confirmed: ['shipped', 'delivered'],
  processing: ['shipped', 'delivered'],
  shipped: ['delivered'],
  out_for_delivery: ['delivered'],
};

/** The admin's timeline: every event with its author and note, then the way ahead. */
export function adminTimeline(order: {
  status: OrderStatus;
  events: OrderEvent[];
  payment: { status: string };
}): TimelineStep[] {
  const past = order.events.map((event): TimelineStep => {
    const { title, words } = tell(event);
    return {
      title,
      note: [event.by && `by ${event.by}`, words].filter(Boolean).join(' · '),
      at: event.at,
      state: 'done',
    };
  });
  const ahead = (AHEAD[order.status] ?? []).map(
    (status): TimelineStep => ({ title: statusLabel(status), state: 'todo' }),
  );
  const waits: TimelineStep[] =
    order.status === 'pending' && order.payment.status === 'pending'
      ? [{ title: 'Payment to verify', state: 'now' }]
      : [];
  return [...past, ...waits, ...ahead];
}

function tell(event: OrderEvent): { title: string; words: string } {
  // A replacement and a decision on the payment say themselves what they were: 'Payment not verified: no credit found'.
  if ((event.kind === 'payment' || event.kind === 'replacement') && event.note) {
    const [title = '', ...words] = event.note.split(': ');
    return { title, words: words.join(': ') };
  }
  const status = event.status ? statusLabel(event.status) : '';
  const title = event.kind === 'status' && status ? status : (KIND_TITLE[event.kind] ?? (status || event.kind));
  return { title, words: event.note };
}
