/**
 * What a bank message, an alert mail or a statement line says about money. It is read from text by
 * its shape; whether the text can be trusted is decided elsewhere.
 */
export interface Reading {
  /**
   * `credit`: money has come into the account. `debit`: money has left it. `other`: neither (codes,
   * offers, requests…).
   */
  kind: 'credit' | 'debit' | 'other';
  /**
   * Null for a plain credit or debit. Of a debit: `credit_reversed`. Of other texts: `otp`,
   * `collect`, `mandate`, `pending`, `failed`, `reversal` (our own payment came back), `card`,
   * `wallet`, `loan`, `cashback`, `bill`, `promo`, `scam`, `person`, `delivery`, `balance`,
   * `summary`, `statement`, and `unclear` when the direction or the amount is in doubt.
   */
  reason: string | null;
  amountPaise: number | null;
  channel: 'upi' | 'imps' | 'neft' | 'rtgs' | 'cash' | 'interest' | 'other' | null;
  /**
   * Exactly 12 digits, from the bank's own position for it; never from the payer's note, name or
   * VPA.
   */
  rrn: string | null;
  /**
   * Other references that are equally valid for this credit (NEFT UTR, a statement line's second
   * number).
   */
  refs: string[];
  /**
   * Date in India, `YYYY-MM-DD`; null when the text has none: the day it was received stands in for
   * it.
   */
  date: string | null;
  /** `HH:MM` or `HH:MM:SS`, as exact as the text has it, 24 hours. */
  time: string | null;
  payerVpa: string | null;
  payerName: string | null;
  /** What the payer wrote. Nothing is read from it but the number of an order. */
  note: string | null;
  /** As many of the account's last digits as the text shows. */
  accountTail: string | null;
  balancePaise: number | null;
  /** Short name of the bank or payment app, for example `HDFC`. */
  bank: string | null;
  /** RRN of an earlier credit that this entry takes back. */
  reversesRrn: string | null;
  /**
   * The numbers that a message names for an own payment that came back, none or more; null: it
   * tells of none.
   */
  returnedRefs: string[] | null;
}
