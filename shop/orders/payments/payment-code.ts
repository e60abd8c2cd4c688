import type { Paise } from '../../money/money.ts';
import { MIN_ORDER_PAISE } from '../../money/pricing.ts';

/** A total with a payment code is at most this much lower. */
export const MOST_CODE: Paise = 99;
/** How long nobody else is asked for a total after its draft or order has ended (D61). */
export const CODE_KEPT_MS = 48 * 3_600_000;
/** The clocks of banks and shop differ by so much. */
const CLOCKS_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What else shoppers are asked for, of the totals that a code may lead to. */
export interface CodeFacts {
  orderNumber: string;
  /** The draft that is refreshed. */
  before: { total: Paise; payment_code: Paise } | null;
  /** The totals of drafts with a code, this one included. */
  asked: readonly { total: Paise; order_number: string }[];
  /** The totals of orders that may be paid. */
  orders: readonly Paise[];
}

/**
 * The paise to take off a draft's total, so that no other draft or order has it (D61); 0 when every
 * code is taken. A draft whose total is unchanged keeps its code, also when the owner has switched
 * codes off since: the shopper may be paying.
 *
 * @param total without a code
 * @param gives whether the owner wants codes
 */
export function paymentCodeOf(total: Paise, { orderNumber, before, asked, orders }: CodeFacts, gives: boolean): Paise {
  if (!gives && !hasCodeFor(total, before)) return 0;
  const own = asked.filter(({ order_number }) => order_number === orderNumber);
  const former = own.find((one) => one.total === before?.total) ?? own[0];
  if (former) return total - former.total;
  return gives ? freeCode(total, new Set([...asked.map((one) => one.total), ...orders])) : 0;
}

/** Whether the draft was asked for this total, with a code. */
export function hasCodeFor(total: Paise, before: CodeFacts['before']): boolean {
  return before !== null && before.payment_code > 0 && before.total + before.payment_code === total;
}

/** The smallest code that makes this total unlike those that are taken; 0 when there is none. */
export function freeCode(total: Paise, taken: ReadonlySet<Paise>): Paise {
  for (let code = 1; code <= MOST_CODE && total - code >= MIN_ORDER_PAISE; code++) {
    if (!taken.has(total - code)) return code;
  }
  return 0;
}

/**
 * Whether a credit came while its amount was asked for.
 *
 * @param asked epoch ms
 * @param credit `at` in epoch ms; without a `minute`, `at` is the start of its day
 */
export function cameWhileAsked(
  asked: { from: number; until: number },
  credit: { at: number; minute: number | null },
): boolean {
  const end = credit.at + (credit.minute === null ? DAY_MS : MINUTE_MS);
  return end + CLOCKS_MS > asked.from && credit.at <= asked.until;
}
