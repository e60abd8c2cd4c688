import type { Paise } from '#shop/money/money.ts';
import { plainText } from './text.ts';

/**
 * For messages that no template reads. The finder understands nothing: it knows which numbers stand
 * in a text, not what they mean. What it finds is shown to a person, who decides.
 */
export interface Traces {
  /** Whole numbers of 12 digits, and references of 10 to 24 letters and digits, in capitals. */
  numbers: string[];
  /** What stands beside a currency, has paise, or follows 'credited by' and the like. */
  amounts: Paise[];
}

const NUMBER = /(?<![\d.,])(?:0{4})?(\d{12})(?!\d|[.,]\d)/g;
const REFERENCE = /(?<![a-z0-9])(?=\d*[a-z])(?=(?:[a-z]*\d){6})[a-z0-9]{10,24}(?![a-z0-9])/gi;
const RUPEES = '(\\d{1,3}(?:,\\d{2,3})*,\\d{3}|\\d{1,9})(?:(\\.\\d{1,2})(?!\\d|\\.\\d)|(?!\\d|[.,]\\d))';
const AMOUNTS = [
  new RegExp(`(?:\\b(?:rs|inr|rupees)|₹)[ .:]{0,3}${RUPEES}`, 'gi'),
  new RegExp(`(?<![\\w.,:/-])${RUPEES} ?(?:/-|(?:rs|inr|rupees)\\b)`, 'gi'),
  new RegExp(`\\b(?:amount|amt|(?:credited|received|deposited) (?:by|with|for|of))[ .:]{1,3}${RUPEES}(?![-/:])`, 'gi'),
  /(?<![\w.,:/-])(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,9})(\.\d{2})(?![\w:/-]|[.,]\d)/g,
];

/** What of an order's payment could stand in the text. */
export function tracesOf(text: string): Traces {
  const plain = plainText(text);
  const numbers = [...plain.matchAll(NUMBER)].map((match) => match[1] ?? '');
  const references = [...plain.matchAll(REFERENCE)].map((match) => match[0].toUpperCase());
  const amounts = AMOUNTS.flatMap((shape) => [...plain.matchAll(shape)].map(([, whole, part]) => paiseOf(whole, part)));
  return {
    numbers: [...new Set([...numbers, ...references])],
    amounts: [...new Set(amounts.filter((paise) => paise > 0))],
  };
}

const paiseOf = (rupees = '', fraction = '') =>
  Number(rupees.replaceAll(',', '')) * 100 + Number(fraction.slice(1).padEnd(2, '0'));

/**
 * The one order whose UTR and total both stand in the text; null if there is none or more than one.
 */
export function findOrder(
  { numbers, amounts }: Traces,
  orders: readonly { orderNumber: string; utr: string | null; total: Paise }[],
): string | null {
  const found = orders.filter(
    ({ utr, total }) => utr !== null && numbers.includes(utr.toUpperCase()) && amounts.includes(total),
  );
  return found.length === 1 ? (found[0]?.orderNumber ?? null) : null;
}

/**
 * Whether the text of a sender could tell of a payment: it has an amount and a reference. A
 * one-time password has no reference.
 */
export function looksLikeCredit(text: string): boolean {
  const { numbers, amounts } = tracesOf(text);
  return numbers.length > 0 && amounts.length > 0;
}
