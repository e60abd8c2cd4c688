import type { BankMessageReason, BankMessageStatus } from '#shop/orders/payments/bank-messages-api.ts';
import type { CreditSource, CreditStatus, ProofWay } from '#shop/orders/payments/credit.ts';
import type { Defaulted, Optional } from './columns.ts';

/**
 * Table types of what the bank has written: messages, their wordings, credits, statements (see
 * schema.ts).
 */

/** A message that no known wording fits, or whose sender or account is not the shop's (D62). */
export interface BankMessagesTable {
  id: string;
  fingerprint: string;
  via: Exclude<CreditSource, 'statement'>;
  /** SMS header, app package or `@` and a mail domain; empty for a pasted text. */
  sender: string;
  bank: Optional<string>;
  subject: string;
  text: string;
  received_at: number;
  created_at: number;
  reason: BankMessageReason;
  /** The wording that it fits and that may not confirm yet or any more. */
  wording: Optional<string>;
  /** JSON: what the finder knows of the text. Amounts in paise. */
  numbers: string;
  amounts: string;
  status: Defaulted<BankMessageStatus>;
  order_number: Optional<string>;
  /** Paise; of a confirmed one. */
  amount: Optional<number>;
  rrn: Optional<string>;
  decided_by: Optional<string>;
  decided_at: Optional<number>;
}

/** A wording that was learned, or a built-in one (`template` null) that was switched. */
export interface BankWordingsTable {
  id: string;
  /** JSON: a `Template`. */
  template: Optional<string>;
  sender: Defaulted<string>;
  state: 'asked' | 'refused' | 'on' | 'off';
  reason: Optional<string>;
  /** JSON: the messages that it was learned from. */
  examples: Defaulted<string>;
  asked_at: number;
  decided_by: Optional<string>;
  decided_at: Optional<number>;
}

/** A bank credit; see shop/orders/payments/credit.ts. */
export interface CreditsTable {
  id: string;
  rrn: Optional<string>;
  /** JSON list of RRN and other references. */
  refs: Defaulted<string>;
  amount: number;
  /** Day in India, `YYYY-MM-DD`. */
  day: string;
  /** Minutes since the start of the day. */
  minute: Optional<number>;
  at: number;
  account: Optional<string>;
  bank: Optional<string>;
  channel: Optional<string>;
  payer_vpa: Optional<string>;
  payer_name: Optional<string>;
  status: CreditStatus;
  order_number: Optional<string>;
  /** Source that confirmed the order, or 'staff'. */
  matched_source: Optional<string>;
  matched_at: Optional<number>;
  decided_by: Optional<string>;
  /** What led from the credit to its order. */
  proved_by: Optional<ProofWay>;
  reason: Defaulted<string>;
  /** JSON list of flags. */
  flags: Defaulted<string>;
  created_at: number;
}

export interface CreditRefsTable {
  ref: string;
  credit_id: string;
}

/** One report of a credit. `import_id` is empty for messages. */
export interface CreditSourcesTable {
  id: string;
  credit_id: string;
  kind: CreditSource;
  at: number;
  import_id: Defaulted<string>;
  fingerprint: string;
  sender: Optional<string>;
  raw: Defaulted<string>;
  undone: Defaulted<number>;
  /** JSON: the references that this report names; null in rows of earlier versions. */
  refs: Optional<string>;
  /** 0 or 1, see `Report.mayConfirm`. */
  may_confirm: Defaulted<number>;
  /** The order that the payer's note names. */
  note_order: Optional<string>;
  /** The wording by which a message was read; null for statements and pasted texts. */
  wording: Optional<string>;
}

/**
 * The days from `covered_from` up to, not including, `covered_to` are complete in the statement.
 */
export interface StatementImportsTable {
  id: string;
  file_name: string;
  file_hash: string;
  bank: Optional<string>;
  account: Optional<string>;
  from_day: Optional<string>;
  to_day: Optional<string>;
  covered_from: Optional<string>;
  covered_to: Optional<string>;
  credits: Defaulted<number>;
  duplicates: Defaulted<number>;
  refused: Defaulted<string>;
  confirmed: Defaulted<number>;
  review: Defaulted<number>;
  suggested: Defaulted<number>;
  imported_by: string;
  imported_at: number;
  undone_at: Optional<number>;
}
