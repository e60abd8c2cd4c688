import { isoDay } from '../../india/dates.ts';
import type { Paise } from '../../money/money.ts';
import type { Invoice } from '../invoice.ts';
import type { PaymentStatus } from '../order-status.ts';

/** An invoice, or the credit note that takes one back, as the books of an accountant need it. */
export interface BookDocument {
  kind: 'invoice' | 'credit-note';
  /** Of the document: that of a credit note, not of its invoice. */
  number: string;
  /** Epoch ms. */
  issuedAt: number;
  invoice: Invoice;
  /** Its order was cancelled without a credit note: the number counts, the amounts do not. */
  cancelled: boolean;
  /** null for documents of an order that has another invoice by now: its payment is for that one. */
  payment: { status: PaymentStatus; utr: string | null; refunded: Paise } | null;
}

/** 1 for an invoice, −1 for a credit note, 0 for what does not count. */
export function signOf({ kind, cancelled }: BookDocument): 1 | -1 | 0 {
  if (cancelled) return 0;
  return kind === 'invoice' ? 1 : -1;
}

/** The day of a document in India: '2026-11-20'. */
export function dayOf({ issuedAt }: BookDocument): string {
  return isoDay(issuedAt);
}

/** '5%', '2.5%' */
export function rateText(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
