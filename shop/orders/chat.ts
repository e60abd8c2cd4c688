import { pathIn } from '../language.ts';
import { formatRupees } from '../money/money.ts';
import type { ChatStateId } from '../settings/chat-texts.ts';
import type { TemplateValues } from '../text/template.ts';
import { cleanLine, lettersOf } from '../text/text.ts';
import { hasParcel, isOver } from './order-status.ts';
import type { AdminOrder } from './orders.ts';
import { progressOf } from './payments/progress.ts';

/**
 * WhatsApp messages about an order: the right text for its state, for staff to send. Nothing is
 * sent from here.
 */

/**
 * The state that a message is about at `at` (epoch ms); null where no ready text fits. Who may be
 * paying just now gets no message.
 */
export function chatState(order: AdminOrder, at: number): ChatStateId | null {
  const { status, payment } = order;
  if (status === 'draft') return (order.reservedUntil ?? 0) > at ? null : 'payment_abandoned';
  const progress = progressOf(order);
  if (isOver(status)) {
    if (progress === 'refunded') return 'refunded';
    if (status === 'cancelled' && payment.reversed) return 'cancelled_reversed';
    const closed = payment.kept !== undefined && payment.refundDue === undefined;
    if ((progress === 'received' && !closed) || progress === 'part_refunded') return 'refund_due';
    // Its text promises money back, which the shop has decided to keep: staff write their own.
    if (status === 'cancelled' && closed) return null;
    return status;
  }
  const sent = hasParcel(status);
  // Until staff have settled it, the money comes before the parcel.
  if (progress === 'taken_back') return sent ? 'payment_reversed_sent' : 'payment_reversed';
  const replacement = openReplacement(order)?.status;
  if (replacement) return `replacement_${replacement}`;
  if (sent) return status;
  if (progress === 'utr_wanted') return 'payment_due';
  if (progress === 'checking') return 'utr_check';
  return progress === 'not_found' ? 'payment_failed' : 'packing';
}

function openReplacement({ replacements = [] }: AdminOrder) {
  for (const request of replacements.toReversed()) {
    const { status } = request;
    if (status === 'requested' || status === 'approved' || status === 'shipped') return { ...request, status };
  }
  return null;
}

/** The shop in a message. */
export interface ChatShop {
  name: string;
  /** Public URL without a trailing slash. */
  url: string;
}

/** The values of the placeholders. */
export function chatValues(order: AdminOrder, shop: ChatShop): TemplateValues {
  const { orderNumber, payment, pricing } = order;
  const refunded = payment.refunded ?? 0;
  // A draft is no order yet: its cart is on the device of its shopper.
  const page = order.status === 'draft' ? '/cart' : `/track-order?orderNumber=${orderNumber}`;
  const link = `${shop.url}${pathIn(order.language ?? 'en', page)}`;
  const { courier = '', courierTracking = '', courierLink } = openReplacement(order) ?? order;
  return {
    name: lettersOf(order.shippingAddress.name) || null,
    order: orderNumber,
    total: formatRupees(pricing.total),
    shop: plain(shop.name, 60),
    link,
    courier: plain(courier, 60) || null,
    tracking: plain(courierTracking, 60) || null,
    parcel_link: courierLink?.url ?? link,
    // Of an order that its shopper has cancelled it is the shopper's own text, which must not
    // become a link either (D54).
    reason: plain((order.cancelReason ?? '').replace(/[./@]+(?=\p{L})|\/\//gu, ' '), 200) || null,
    refund: formatRupees(payment.refundDue ?? (refunded > 0 ? refunded : (payment.paidAmount ?? pricing.total))),
  };
}

/** One line without the characters that WhatsApp reads as bold, italic, struck or code. */
function plain(text: string, most: number): string {
  const line = cleanLine(text).replace(/[*_~`]+/g, ' ');
  return Array.from(line.replace(/ {2,}/g, ' ').trim()).slice(0, most).join('').trim();
}
