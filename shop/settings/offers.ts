/**
 * When the offers of the payment page are given, and their texts shown (D30). Does not import Zod.
 */

export interface OnlineOffer {
  text: string;
  /** Rupees. */
  amount: number;
  visible: boolean;
}

/** What the online offer takes off an order, in rupees; 0 while it is off. */
export function offerAmount({ amount, visible }: OnlineOffer): number {
  return visible && amount > 0 ? amount : 0;
}

const RUPEES = /₹\s*([\d,]*\d(?:\.\d+)?)/g;

/**
 * Whether every amount that the text names is `discount`; a text without an amount is true of any
 * discount.
 */
export function agreesWith(text: string, discount: number): boolean {
  return [...text.matchAll(RUPEES)].every(([, digits = '']) => Number(digits.replaceAll(',', '')) === discount);
}

/**
 * The text of the online offer, or '' while it is not true of this order.
 *
 * @param discount what is taken off this order, in rupees; less than the offer for an order of a
 *   few rupees
 */
export function offerText(offer: OnlineOffer, discount: number): string {
  return offerAmount(offer) > 0 && discount > 0 && agreesWith(offer.text, discount) ? offer.text : '';
}
