import type { Paise } from '../money/money.ts';

/** The bank has taken a credit back. */
export interface TakenBack {
  readonly say: 'takenBack';
  readonly amount: Paise;
  readonly utr: string;
}

/**
 * What the shop itself says in a mail or a note of an order. It has its words only where somebody
 * reads it, in their language (server/orders/rows/notes.ts). Persisted as JSON.
 */
export type ShopSentence =
  | { readonly say: 'cancelledSoon' | 'notPaid'; readonly hours: number }
  | { readonly say: 'parcelCorrected' | 'handedOver' }
  | { readonly say: 'refundSent'; readonly amount: Paise; readonly reference: string | null }
  | { readonly say: 'utrReceived' | 'utrAgain' | 'utrReopened' | 'paymentVerified' | 'paymentChecked' }
  | { readonly say: 'orderChanged' | 'changeUndone'; readonly from: Paise; readonly to: Paise }
  // What becomes of the money after a change: nothing, it goes back, or the rest is still to pay.
  | { readonly say: 'sameTotal' | 'moneyBack' | 'restToPay'; readonly amount: Paise }
  | { readonly say: 'itemsReturned' | 'returnUndone' | 'restReceived' | 'restWaived'; readonly amount: Paise }
  | TakenBack
  // An accepted payment, or one that was not yet verified, for this reason.
  | { readonly say: 'paymentTakenBack' | 'paymentMissed'; readonly amount: Paise; readonly utr: string }
  // For a reason that staff have written.
  | { readonly say: 'paymentWithdrawn' | 'paymentRejected'; readonly why: string };

/** What a person has written, or a sentence of the shop. */
export type Note = string | ShopSentence;
