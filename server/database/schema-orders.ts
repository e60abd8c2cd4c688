import type { Language } from '#shop/language.ts';
import type { CouponKind } from '#shop/money/coupons.ts';
import type { CreditSource, ProofWay } from '#shop/orders/payments/credit.ts';
import type { Defaulted, Optional } from './columns.ts';

/**
 * Table types of orders and related tables: lines, holds, events, payments, refunds, invoices,
 * replacement requests (see schema.ts).
 */

export interface OrdersTable {
  order_number: string;
  access_token_hash: string;
  status: string;
  /** Of the page on which it was placed. */
  language: Defaulted<Language>;
  name: Defaulted<string>;
  phone: Defaulted<string>;
  email: Defaulted<string>;
  address: Defaulted<string>;
  city: Defaulted<string>;
  state: Defaulted<string>;
  pincode: Defaulted<string>;
  country: Defaulted<string>;
  address_type: Defaulted<string>;
  /** Of a registered buyer. */
  gstin: Defaulted<string>;
  order_note: Defaulted<string>;
  /** Printed on the packing slip; null when the order is no gift. */
  gift_message: Optional<string>;
  payment_method: Defaulted<string>;
  payment_app: Defaulted<string>;
  payment_status: Defaulted<'pending' | 'completed' | 'failed'>;
  payment_note: Defaulted<string>;
  /** In place of `payment_note`, JSON: `ShopSentence`. See migration 079. */
  payment_sentence: Optional<string>;
  /** In its canonical form, and as somebody typed it if that was another one. See migration 070. */
  utr: Optional<string>;
  utr_typed: Optional<string>;
  paid_amount: Optional<number>;
  payment_decided_at: Optional<number>;
  /**
   * The source of the credit that proves the payment, or 'staff'; null when nothing is accepted.
   */
  payment_source: Optional<CreditSource | 'staff'>;
  credit_id: Optional<string>;
  /** Sum of the recorded refunds. */
  refunded: Defaulted<number>;
  /** What the shop keeps of a payment that was to go back. See migration 071. */
  kept: Defaulted<number>;
  /** What was credited for goods that came back, of an order that goes on. See migration 084. */
  returned: Defaulted<number>;
  /** What the shop does not ask for of an order that was changed. See migration 094. */
  waived: Defaulted<number>;
  subtotal: Defaulted<number>;
  shipping: Defaulted<number>;
  tax: Defaulted<number>;
  /** What staff, the coupon, the online payment offer and the payment code take off together. */
  discount: Defaulted<number>;
  /** What staff have taken off: from lines, and from the whole for `staff_reason`. See migration 081. */
  staff_discount: Defaulted<number>;
  staff_reason: Defaulted<string>;
  /** The member of staff who has taken the order by phone, by WhatsApp or over the counter (D67). */
  taken_by: Defaulted<string>;
  coupon_id: Optional<string>;
  /**
   * As the shopper entered it, frozen with the order; '' for an automatic offer. See migration 055.
   */
  coupon_code: Defaulted<string>;
  /** As the shopper reads it in English, frozen with the order. */
  coupon_label: Defaulted<string>;
  coupon_discount: Defaulted<number>;
  /** The version of the privacy policy that the shopper could read. See migration 097. */
  notice_version: Optional<number>;
  /** The paise that make the total unlike all others (D61). */
  payment_code: Defaulted<number>;
  total: Defaulted<number>;
  needs_attention: Defaulted<string>;
  attention_count: Defaulted<number>;
  reserved_until: Optional<number>;
  courier: Defaulted<string>;
  courier_tracking: Defaulted<string>;
  cancel_reason: Defaulted<string>;
  /** In place of `cancel_reason`, JSON: `ShopSentence`. */
  cancel_sentence: Optional<string>;
  internal_notes: Defaulted<string>;
  search_text: Defaulted<string>;
  created_at: number;
  placed_at: Optional<number>;
  delivered_at: Optional<number>;
  updated_at: number;
  version: Defaulted<number>;
}

export interface OrderLinesTable {
  order_number: string;
  position: number;
  product_id: string;
  name: string;
  size: string;
  quantity: number;
  price: number;
  original_price: Defaulted<number>;
  image: Defaulted<string>;
  hsn_code: Defaulted<string>;
  gst_rate_bp: Defaulted<number>;
  stock_size: Optional<string>;
  taken: Defaulted<number>;
  /** This line's part of the order's `coupon_discount`. */
  coupon_discount: Defaulted<number>;
  /** What a piece cost the owner when it was ordered; null: not known. For admins alone. */
  cost: Optional<number>;
  /** What staff have taken off the whole line. See migration 081. */
  staff_discount: Defaulted<number>;
  /** Why staff have changed the price. */
  price_reason: Defaulted<string>;
}

/** A coupon with a code, or an automatic offer. See migration 037. */
export interface CouponsTable {
  id: string;
  code: Optional<string>;
  name: Defaulted<string>;
  kind: CouponKind;
  value: number;
  max_discount: Optional<number>;
  min_order: Defaulted<number>;
  starts_at: Optional<number>;
  ends_at: Optional<number>;
  max_uses: Optional<number>;
  per_phone: Optional<number>;
  first_order: Defaulted<number>;
  scope: 'all' | 'products' | 'categories';
  /** JSON list. */
  scope_ids: Defaulted<string>;
  paused: Defaulted<number>;
  taken: Defaulted<number>;
  created_at: number;
  version: Defaulted<number>;
}

/** A use of a coupon by a draft or an order. */
export interface CouponUsesTable {
  order_number: string;
  coupon_id: string;
  /** When a draft loses it; null for an order. */
  expires_at: Optional<number>;
}

export interface HoldsTable {
  order_number: string;
  product_id: string;
  size: string;
  quantity: number;
  expires_at: number;
}

/**
 * Stock that is kept for somebody who has not paid (D53, D65): a draft, or an order whose payment
 * is not verified. See migrations 020, 056, 076.
 */
export interface ClaimsTable {
  order_number: string;
  kind: 'draft' | 'order' | 'unproven' | 'ended' | 'lapsed';
  /** Hash of the network address; empty when the request did not come from the network. */
  network: Defaulted<string>;
  /** Hash of the /48 of an IPv6 address, else empty. */
  network_48: Defaulted<string>;
  phone: Defaulted<string>;
  pieces: number;
  remind_at: Optional<number>;
  expires_at: number;
  created_at: Defaulted<number>;
  /** 1: the network had placed too many orders (D54). */
  quiet: Defaulted<number>;
}

/** The code that opens an order on another device (D33). See migration 024. */
export interface OrderCodesTable {
  order_number: string;
  code_hash: string;
  tries: Defaulted<number>;
  created_at: number;
  expires_at: number;
}

/** A link that opens the payment of an order that staff have taken (D67). See migration 081. */
export interface PayLinksTable {
  order_number: string;
  code_hash: string;
  /** With the hold. */
  expires_at: number;
}

/** A device that has opened an order with its code. */
export interface OrderTokensTable {
  token_hash: string;
  order_number: string;
  expires_at: number;
}

export interface OrderEventsTable {
  id: string;
  order_number: string;
  kind: string;
  status: Optional<string>;
  at: number;
  author: string;
  /** What a person has written; '' beside a sentence. */
  note: Defaulted<string>;
  /** JSON: `ShopSentence` of shop/orders/sentences.ts. See migration 079. */
  sentence: Optional<string>;
}

/**
 * An attention reason, open or settled by staff. Who settled it is in the order's events. `utr` is
 * set if the reason is about a UTR.
 */
export interface OrderAttentionTable {
  id: string;
  order_number: string;
  reason: string;
  utr: Optional<string>;
  settled_at: Optional<number>;
}

export interface PaymentsTable {
  id: string;
  order_number: string;
  utr: Optional<string>;
  amount: number;
  status: 'accepted' | 'rejected' | 'withdrawn';
  source: Defaulted<string>;
  decided_by: string;
  decided_at: number;
  note: Defaulted<string>;
  /** See migration 059. */
  replaced_utr: Optional<string>;
  /** Of an accepted payment. */
  proved_by: Optional<ProofWay>;
}

/**
 * A total with a payment code that a shopper was asked for. Nobody else is asked for it until
 * `until`.
 */
export interface PaymentTotalsTable {
  total: number;
  order_number: string;
  asked_at: number;
  until: number;
}

/** Money sent back to a shopper. `shown_in`: the statement import that shows the debit. */
export interface RefundsTable {
  id: string;
  order_number: string;
  amount: number;
  /** Day in India, `YYYY-MM-DD`. */
  day: string;
  reference: Optional<string>;
  reason: string;
  recorded_by: string;
  recorded_at: number;
  shown_in: Optional<string>;
  /** When it was recorded as not sent, or the bank sent it back. */
  taken_back_at: Optional<number>;
  /** The credit that brought it back; null when staff have taken it back. */
  returned_by: Optional<string>;
}

/** A secret address for forwarded messages; one is current, the others have ended. */
export interface PaymentInboxTable {
  id: string;
  secret_hash: string;
  created_at: number;
  last_message_at: Optional<number>;
  last_sender: Optional<string>;
  last_kind: Optional<string>;
  ended_at: Optional<number>;
}

export interface InvoiceSeriesTable {
  financial_year: string;
  next_number: number;
}

export interface InvoicesTable {
  number: string;
  order_number: string;
  financial_year: string;
  data: string;
  issued_at: Defaulted<number>;
}

/** An order whose invoice is due, and not yet issued as a rule. See migration 110. */
export interface DueInvoicesTable {
  order_number: string;
  due_at: number;
}

/** Takes back the invoice of an order that was cancelled or returned. See migration 040. */
export interface CreditNotesTable {
  number: string;
  order_number: string;
  financial_year: string;
  reason: 'cancelled' | 'returned';
  issued_at: number;
}

/**
 * An invoice and the credit note that has taken it back, once the order has another invoice. See
 * migration 068.
 */
export interface ReversedInvoicesTable {
  number: string;
  order_number: string;
  data: string;
  issued_at: number;
  note: string;
  note_reason: 'cancelled' | 'returned';
  note_issued_at: number;
}

/** An invoice or a credit note for a part of an order. See migration 084. */
export interface PartDocumentsTable {
  number: string;
  order_number: string;
  kind: 'invoice' | 'credit-note';
  reason: 'changed' | 'cancelled' | 'returned';
  financial_year: string;
  /** JSON: `Invoice`. Of a credit note: the first invoice of the order with the lines that go. */
  data: string;
  issued_at: number;
}

/** What an order was before its lines were changed. See migration 084. */
export interface OrderChangesTable {
  id: string;
  order_number: string;
  /** JSON: `FormerOrder` of shop/orders/changes/lines.ts. */
  before: string;
  changed_at: number;
  undone_at: Optional<number>;
}

/** Goods that came back. See migration 084. */
export interface OrderReturnsTable {
  id: string;
  order_number: string;
  /** JSON: `ReturnedLine[]` of shop/orders/changes/returns.ts. */
  lines: string;
  /** What was credited, in paise. */
  amount: number;
  reason: string;
  recorded_by: string;
  recorded_at: number;
  undone_at: Optional<number>;
}

export interface CreditNoteSeriesTable {
  financial_year: string;
  next_number: number;
}

export interface ReplacementsTable {
  id: string;
  order_number: string;
  reason: string;
  status: Defaulted<string>;
  /** The shop's message to the shopper about the decision. */
  note: Defaulted<string>;
  /** JSON: ReplacedItem[] of shop/orders/changes/replacement.ts. */
  items: Defaulted<string>;
  description: Defaulted<string>;
  courier: Defaulted<string>;
  courier_tracking: Defaulted<string>;
  decided_by: Defaulted<string>;
  decided_at: Optional<number>;
  shipped_at: Optional<number>;
  closed_at: Optional<number>;
  created_at: number;
  updated_at: number;
  version: Defaulted<number>;
}

export interface ReplacementPhotosTable {
  id: string;
  order_number: string;
  /** Null: uploaded, but not (yet) part of a request. */
  replacement_id: Optional<string>;
  position: Defaulted<number>;
  width: number;
  height: number;
  bytes: number;
  created_at: number;
}

/**
 * One for each mobile number that has ordered; figures in paise and epoch ms. See migration 039.
 */
export interface CustomersTable {
  id: string;
  phone: string;
  /** Name, email, city and state of the latest order. */
  name: Defaulted<string>;
  email: Defaulted<string>;
  city: Defaulted<string>;
  state: Defaulted<string>;
  /** Without drafts and cancelled orders. */
  orders: Defaulted<number>;
  /** Money received, without refunds. */
  value: Defaulted<number>;
  refunded: Defaulted<number>;
  returns: Defaulted<number>;
  first_order_at: Defaulted<number>;
  last_order_at: Defaulted<number>;
  search_text: Defaulted<string>;
  updated_at: number;
}

export interface CustomerTagsTable {
  customer_id: string;
  tag: string;
}

export interface CustomerNotesTable {
  id: string;
  customer_id: string;
  note: string;
  author: string;
  created_at: number;
}

/** An order of an erased person whose invoice tax law keeps. */
export interface ErasuresTable {
  order_number: string;
  kept_until: number;
}
