import type { Paise } from '../../money/money.ts';
import type { DraftLine } from '../checkout/lines.ts';
import {
  ATTENTION_REASONS,
  type AttentionReason,
  isOrderStatus,
  type OrderStatus,
  type PaymentStatus,
} from '../order-status.ts';
import type { CreditSource, ProofWay } from '../payments/credit.ts';
import type { ReplacementReason, ReplacementStatus } from '../replacements.ts';
import type { Note } from '../sentences.ts';
import type { StockAmount } from '../stock.ts';

/**
 * The types of order changes. Every other file in this folder implements one kind of change as a
 * pure function: it takes the order and returns a `Change`, or throws a ShopError if the change is
 * not allowed. `changeOrder()` in server/orders/lifecycle applies the result in one transaction. A
 * change without an audit entry or event does not compile.
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
  gstin: string;
  payment_app: string;
  payment_status: PaymentStatus;
  payment_note: Note;
  /** In its canonical form. */
  utr: string | null;
  /** As somebody typed it, if that was another form; see `shownUtr`. */
  utr_typed: string | null;
  paid_amount: Paise | null;
  payment_decided_at: number | null;
  /** The source of the credit that proves the payment, or 'staff'. */
  payment_source: CreditSource | 'staff' | null;
  credit_id: string | null;
  /** Sum of the recorded refunds. */
  refunded: Paise;
  /** What the shop keeps of a payment that was to go back, by a decision of staff. */
  kept: Paise;
  /** What was credited for goods that came back, while the order goes on. */
  returned: Paise;
  /** What of its price the shop does not ask for since it was changed. */
  waived: Paise;
  subtotal: Paise;
  /** Coupon, staff, the online payment offer and the payment code together. */
  discount: Paise;
  coupon_id: string | null;
  coupon_code: string;
  coupon_label: string;
  coupon_discount: Paise;
  /** What staff take off lines and the whole order (D67). */
  staff_discount: Paise;
  payment_code: Paise;
  total: Paise;
  courier: string;
  courier_tracking: string;
  cancel_reason: Note;
  internal_notes: string;
  /** Empty of a gift without a message; null of an order that is no gift. */
  gift_message: string | null;
  reserved_until: number | null;
  delivered_at: number | null;
}

/**
 * Whether an order waits for its payment, so that it keeps its stock for a limited time only (D53).
 */
export function isUnpaid(order: { status: string; utr: string | null; payment_status: PaymentStatus }): boolean {
  return isUnproven(order) && order.utr === null;
}

/**
 * Whether the payment of a new order is not verified, with or without a UTR, so that it keeps only
 * part of a large stock (D53).
 */
export function isUnproven(order: { status: string; payment_status: PaymentStatus }): boolean {
  return order.status === 'pending' && order.payment_status !== 'completed';
}

/** The parts of an order that changes read. */
export interface OrderState extends Readonly<OrderColumns> {
  readonly order_number: string;
  readonly attention: Attention;
}

/** Why the order needs attention, and which reasons staff have settled. */
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
  | 'taken'
  | 'placed'
  | 'status'
  | 'payment'
  | 'refund'
  | 'utr'
  | 'cancelled'
  | 'attention'
  | 'settled'
  | 'address'
  | 'gift'
  | 'unpaid'
  | 'note'
  | 'parcel'
  | 'undone'
  | 'changed'
  | 'return'
  | 'replacement';

/** An event of the timeline; it is stored with the name of the person who makes the change. */
export interface ChangeEvent {
  readonly kind: EventKind;
  /** The order's status after the event; null when the status did not change. */
  readonly status: OrderStatus | null;
  readonly note: Note;
}

/** Persisted: the actions of the audit log. */
type AuditAction =
  | 'order.status'
  | 'order.status_undo'
  | 'order.cancel'
  | 'order.payment'
  | 'order.parcel'
  | 'order.address'
  | 'order.gift'
  | 'order.lines'
  | 'order.lines_undo'
  | 'order.difference'
  | 'order.return'
  | 'order.return_undo'
  | 'order.notes'
  | 'order.attention'
  | 'order.credit'
  | 'order.refund'
  | 'order.refund_undo'
  | 'order.refund_restore'
  | 'order.refund_close'
  | 'order.refund_reopen'
  | 'replacement.status';

/** An entry of the audit log. Its subject is the order, unless `entity` is set. */
interface ChangeAudit {
  readonly action: AuditAction;
  readonly entity?: { readonly kind: 'replacement'; readonly id: string };
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** States explicitly that a change writes no event or no audit entry, and why. */
export interface None {
  readonly none: string;
}

/** The audit log records the actions of staff. The actions of shoppers are only on the timeline. */
export const SHOPPERS_ARE_NOT_AUDITED: None = { none: 'made by the shopper: the timeline records it' };

/** Mails of one kind about one order in 24 hours, however often staff or a program ask for one. */
export const MOST_OF_A_KIND = 5;

/** Persisted: the kinds of mails about an order (D35). */
export type OrderMailKind =
  | 'order_received'
  | 'payment_reminder'
  | 'payment_verified'
  | 'payment_problem'
  | 'payment_reversed'
  | 'refunded'
  | 'changed'
  | 'returned'
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
  readonly note: Note;
  /** Whether to attach the invoice; by default, if the change makes it due. */
  readonly invoice?: boolean;
  /** How long it waits before it is sent, so that the change can be taken back; ms. */
  readonly waitMs?: number;
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

/**
 * The stock movements of a change. Quantities move between `stock`, `held` and `sold`, so that
 * their sum is constant (I2).
 */
export interface ChangeStock {
  /** Releases the stock that the draft holds. */
  readonly releaseHold?: boolean;
  /** Moves from sold to stock. The `taken` quantity of the lines becomes 0. */
  readonly returned?: readonly StockAmount[];
  /** Moves from stock to sold. */
  readonly sent?: readonly StockAmount[];
  /** Moves from sold to stock: a part of what these lines have taken. */
  readonly restocked?: readonly RestockedLine[];
  /** Moves from stock to sold what undoing a return takes out of the shop again. */
  readonly takenAgain?: readonly RestockedLine[];
  /** An order whose payment nobody has proved takes again what it lacks, as far as D65 allows. */
  readonly takeRest?: boolean;
}

/** Pieces of a line of an order, by its position. */
export interface RestockedLine extends StockAmount {
  readonly position: number;
}

/** A payment decision, added to the list of decisions. `withdrawn` reverses an accepted payment. */
export interface PaymentDecision {
  readonly status: 'accepted' | 'rejected' | 'withdrawn';
  readonly utr: string | null;
  readonly amount: Paise;
  readonly note: string;
  readonly source?: CreditSource | 'staff';
  /** What led to an accepted payment. */
  readonly provedBy?: ProofWay;
  /** The UTR of the order before an accepted payment, if it was another one. */
  readonly replacedUtr?: string | null;
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
   * `changeOrder()` adds the derived columns: version, time of the change, search text, and the
   * copy of the open reasons for attention. Without columns and with the same open reasons, the
   * order's row and version do not change.
   */
  readonly columns: Partial<OrderColumns>;
  readonly events: readonly [ChangeEvent, ...ChangeEvent[]] | None;
  readonly audit: ChangeAudit | None;
  readonly mails: readonly ChangeMail[];
  /**
   * Whether an invoice may be due that the order does not have. A job issues it within seconds, so
   * that changes of several orders do not wait for each other's numbers.
   */
  readonly invoice?: boolean;
  /** Why the invoice of the order, if it has one, is taken back by a credit note. */
  readonly creditNote?: 'cancelled' | 'returned';
  /**
   * Why the documents of the order, if it has any, no longer say what it costs: a credit note takes
   * back what goes, and an invoice has what comes.
   */
  readonly settlesInvoice?: 'changed' | 'returned';
  /** The lines that take the place of those before; stock moves with what they have taken. */
  readonly lines?: readonly OrderedLine[];
  /** The order no longer has its coupon. */
  readonly dropsCoupon?: boolean;
  readonly stock?: ChangeStock;
  /** The shop cancels an order for want of a UTR: a late one reopens it (D53). */
  readonly lapses?: boolean;
  readonly attention?: AttentionChange;
  readonly payment?: PaymentDecision;
  readonly replacement?: { readonly id: string; readonly columns: Partial<ReplacementColumns> };
  /** New address for queued mails. */
  readonly redirectMails?: string;
}

export interface AttentionChange {
  /** Reasons to open, unless they are open already. */
  readonly raised?: readonly AttentionReason[];
  /** Reasons that staff have checked; the same cause does not raise them again. */
  readonly settled?: readonly AttentionReason[];
  /** Reasons that no longer apply; they may be raised again. */
  readonly resolved?: readonly AttentionReason[];
}

/** A line of an order as it is stored. */
export interface OrderedLine extends DraftLine {
  /** What a piece cost the owner; null: not known. For admins alone. */
  readonly cost: Paise | null;
  /** The quantity actually taken from stock. */
  readonly taken: number;
}

/** A line of an order; `taken` is the quantity actually taken from stock. */
export interface TakenLine {
  readonly product_id: string;
  readonly stock_size: string | null;
  readonly taken: number;
}

/** What the lines have taken from stock. */
export function takenAmounts(lines: readonly TakenLine[]): StockAmount[] {
  return lines.flatMap(({ product_id: productId, stock_size: size, taken }) =>
    taken > 0 && size !== null ? [{ productId, size, quantity: taken }] : [],
  );
}

/** @throws Error for an unknown status */
export function statusOf(order: { status: string }): OrderStatus {
  if (!isOrderStatus(order.status)) {
    throw new Error(`order with an unknown status: ${order.status}`);
  }
  return order.status;
}

/** Whether a reason is about a specific UTR, so that settling it does not apply to other UTRs. */
export function isAboutUtr(reason: AttentionReason): boolean {
  return reason === 'duplicate_utr' || reason === 'utr_again';
}

/** The open reasons after a change, in the order of `ATTENTION_REASONS`. */
export function openAfter(
  open: readonly AttentionReason[],
  { raised = [], settled = [], resolved = [] }: AttentionChange,
): AttentionReason[] {
  const gone = [...settled, ...resolved];
  return ATTENTION_REASONS.filter((one) => raised.includes(one) || (open.includes(one) && !gone.includes(one)));
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
