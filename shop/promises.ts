/**
 * What the shop promises its shoppers in figures, once (R2.9, D70). Pages, mails and policies take
 * them from here; tests/promises.test.ts reads the texts that cannot.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}

export const PROMISES = {
  /** Business days from the working day of the payment to the delivery. */
  metroDays: { from: 2, to: 3 },
  elsewhereDays: { from: 3, to: 5 },
  /** From the verified payment to the packed parcel. */
  packHours: 24,
  /** How often the courier tries. */
  deliveryAttempts: 3,
  /** From the order to the mail that confirms it. */
  confirmationHours: 1,
  /** From the UTR to the verified payment. */
  checkMinutes: 30,
  /** After the delivery, for replacement, exchange and return. */
  replacementDays: 7,
  /** After the delivery, for reporting damage. Not enforced. */
  damageHours: 48,
  /** Business days. */
  refundDays: { from: 7, to: 14 },
  /** On business days. */
  replyHours: 24,
  /** From a complaint to its confirmation (the law asks for it). */
  complaintHours: 48,
} as const satisfies Record<string, number | Span>;

/** '2–3' */
export function spanOf({ from, to }: Span): string {
  return `${from}–${to}`;
}

/**
 * The delivery in India in the two steps that catalogues ask for, in business days from the payment:
 * packing, and the courier.
 */
export function deliveryTimes(): { handling: Span; transit: Span } {
  const packed = Math.ceil(PROMISES.packHours / 24);
  return {
    handling: { from: 0, to: packed },
    transit: { from: PROMISES.metroDays.from, to: PROMISES.elsewhereDays.to - packed },
  };
}
