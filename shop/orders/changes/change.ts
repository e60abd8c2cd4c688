import type { Paise } from '../../money/money.ts';
import { type AttentionReason, isOrderStatus, type OrderStatus, type PaymentStatus } from '../order-status.ts';
import type { ReplacementReason, ReplacementStatus } from '../replacements.ts';
import type { StockAmount } from '../stock.ts';

/**
 * What a change of an order is. Each file beside this one holds one kind of change as a pure function: it reads the order and
 * returns a `Change`, or throws a ShopError when the change is not allowed. `changeOrder()` in server/orders/lifecycle applies
 * the result in one transaction. A change that forgets its audit entry or its event does not compile.
 */

/** The columns of an order that a change may write. Money in paise, times in epoch ms. */
interface OrderColumns {
  status: OrderStatus;
  name: string;
  phone: string;
  email: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  address_type: string;
  payment_app: string;
  payment_status: PaymentStatus;
  payment_note: string;
  utr: string | null;
  paid_amount: Paise | null;
  payment_decided_at: number | null;
  payment_decided_by: string | null;
  courier: string;
  courier_tracking: string;
  cancel_reason: string;
  internal_notes: string;
  reserved_until: number | null;
  delivered_at: number | null;
}

/** An order as a change reads it. */
export interface OrderState extends Readonly<OrderColumns> {
  readonly order_number: string;
  readonly total: Paise;
  readonly attention: Attention;
}

/** Why staff should look at the order, and what they have looked into already. */
export interface Attention {
  readonly open: readonly AttentionReason[];
  readonly settled: readonly SettledReason[];
}

export interface SettledReason {
  readonly reason: AttentionReason;
  /** The UTR that the reason was about; null for reasons that are not about a UTR. */
  readonly utr: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/** Persisted: the kinds of events on the timeline. */
type EventKind =
  | 'placed'
  | 'status'
  | 'payment'
  | 'utr'
  | 'cancelled'
  | 'attention'
  | 'settled'
  | 'address'
  | 'unpaid'
  | 'note'
  | 'parcel'
  | 'replacement';

/** An event of the timeline, written under the name of the person who makes the change. */
export interface ChangeEvent {
  readonly kind: EventKind;
  /** The order's status after the event; null when the status did not change. */
  readonly status: OrderStatus | null;
  readonly note: string;
}

/** Persisted: the actions of the audit log. */
type AuditAction =
  | 'order.status'
  | 'order.cancel'
  | 'order.payment'
  | 'order.parcel'
  | 'order.address'
  | 'order.notes'
  | 'order.attention'
  | 'replacement.status';

/** An entry of the audit log: about the order, unless `entity` names something that belongs to it. */
interface ChangeAudit {
  readonly action: AuditAction;
  readonly entity?: { readonly kind: 'replacement'; readonly id: string };
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Says on purpose that a change writes no event or no audit entry, and why. */
export interface None {
  readonly none: string;
}

/** The audit log records what staff do. What shoppers do is on the timeline alone. */
export const SHOPPERS_ARE_NOT_AUDITED: None = { none: 'made by the shopper: the timeline records it' };

/** Persisted: the kinds of mails about an order (D35). */
export type OrderMailKind =
  | 'order_received'
  | 'payment_verified'
  | 'payment_problem'
  | 'shipped'
  | 'delivered'
  | 'cancelled';

/** Persisted: the kinds of mails about a replacement request (D35). */
export type ReplacementMailKind =
  | 'replacement_received'
  | 'replacement_approved'
  | 'replacement_rejected'
  | 'replacement_shipped';

/** A mail about the order as it is after the change. */
interface OrderMail {
  readonly kind: OrderMailKind;
  readonly note: string;
  /** Number of an invoice to attach. An invoice that the change itself issues is attached without it. */
  readonly invoice?: string | null;
}

interface ReplacementMail {
  readonly kind: ReplacementMailKind;
  readonly reason: ReplacementReason;
  readonly items: readonly { readonly name: string; readonly size: string; readonly quantity: number }[];
  readonly note: string;
  readonly courier: string;
  readonly courierTracking: string;
}

export type ChangeMail = OrderMail | ReplacementMail;

/** How a change moves stock. Every amount is moved between `stock`, `held` and `sold`, so their sum stays the same (I2). */
export interface ChangeStock {
  /** Gives back what the draft still holds. */
  readonly releaseHold?: boolean;
  /** Gives back what the lines took: from sold to stock. The lines then have taken nothing. */
  readonly returned?: readonly StockAmount[];
  /** Leaves the house: from stock to sold. */
  readonly sent?: readonly StockAmount[];
}

/** A decision on the payment, kept in the list of decisions. `withdrawn` takes the accepted one back. */
export interface PaymentDecision {
  readonly status: 'accepted' | 'rejected' | 'withdrawn';
  readonly utr: string | null;
  readonly amount: Paise;
  readonly note: string;
}

/** The columns of a replacement request that a decision writes. */
interface ReplacementColumns {
  status: ReplacementStatus;
  note: string;
  decided_at: number;
  decided_by: string;
  shipped_at: number;
  courier: string;
  courier_tracking: string;
  closed_at: number;
}

export interface Change {
  /**
   * `changeOrder()` adds what follows from them: version, time of the change, search text, and the copy of the open reasons for
   * attention. With no columns and the same open reasons the order's own row is not touched, and its version stays.
   */
  readonly columns: Partial<OrderColumns>;
  readonly events: readonly [ChangeEvent, ...ChangeEvent[]] | None;
  readonly audit: ChangeAudit | None;
  readonly mails: readonly ChangeMail[];
  /** True: the order gets its invoice now if one is due and it has none. */
  readonly invoice?: boolean;
  readonly stock?: ChangeStock;
  readonly attention?: AttentionChange;
  readonly payment?: PaymentDecision;
  readonly replacement?: { readonly id: string; readonly columns: Partial<ReplacementColumns> };
  /** Mails that wait to be sent go to this address instead. */
  readonly redirectMails?: string;
}

export interface AttentionChange {
  /** A reason that is open already is not raised again. */
  readonly raised?: readonly AttentionReason[];
  /** Staff have looked into it: the same cause does not raise it again. */
  readonly settled?: readonly AttentionReason[];
  /** No longer true: may be raised again. */
  readonly resolved?: readonly AttentionReason[];
}

/** @throws Error for a status that no version of the shop has written */
export function statusOf(order: { status: string }): OrderStatus {
  if (!isOrderStatus(order.status)) {
    throw new Error(`order with an unknown status: ${order.status}`);
  }
  return order.status;
}

/** Whether a reason is about the UTR of the order: another UTR is another matter. */
export function isAboutUtr(reason: AttentionReason): boolean {
  return reason === 'duplicate_utr' || reason === 'utr_again';
}

/** The open reasons after a change: those that stay, then the new ones. */
export function openAfter(
  open: readonly AttentionReason[],
  { raised = [], settled = [], resolved = [] }: AttentionChange,
): AttentionReason[] {
  const stay = open.filter((reason) => !settled.includes(reason) && !resolved.includes(reason));
  return [...stay, ...raised.filter((reason) => !stay.includes(reason))];
}

/** Whether staff have settled this reason for this UTR since `since` (epoch ms). */
export function isSettled(
  { settled }: Attention,
  reason: 'duplicate_utr' | 'utr_again',
  utr: string | null,
  since = 0,
): boolean {
  return settled.some((one) => one.reason === reason && one.utr === utr && one.at >= since);
}
