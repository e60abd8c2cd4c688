import { formatDate, formatDateTime, noonOf, startOfDay } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { looksLikeRrn, UPI_APPS } from '#shop/money/upi.ts';
import type { Credit, CreditSource } from '#shop/orders/payments/credit.ts';
import { differsInOneDigit, type ExactReason, type MatchReason } from '#shop/orders/payments/match.ts';
import { spell } from '../lib/durations.ts';
import type { Figures, OrderToVerify } from './payments-api.ts';

/**
 * `exact`: UTR, amount, day and account agree. `look`: they do not, and a person decides. `closed`:
 * the credit can prove no order.
 */
interface ReasonWords {
  kind: 'exact' | 'look' | 'closed';
  /** A fact of a few words, for a row. */
  fact: string;
  /** The verdict above the comparison. */
  title: string;
  sentence: string;
}

const EXACT = 'UTR, amount and day agree';

type KindOf<Reason> = Reason extends ExactReason ? 'exact' : 'look' | 'closed';

/** What each reason means to the person who decides. */
export const REASONS: { [Reason in MatchReason]: ReasonWords & { kind: KindOf<Reason> } } = {
  exact: { kind: 'exact', fact: 'Exact', title: EXACT, sentence: 'This credit fits this order and no other.' },
  policy: {
    kind: 'exact',
    fact: 'Exact',
    title: EXACT,
    sentence: 'Your settings ask a person to confirm what this source reports.',
  },
  limit_per_order: {
    kind: 'exact',
    fact: 'Exact, large order',
    title: EXACT,
    sentence: 'The order is above your limit per order, so a person confirms it.',
  },
  limit_per_day: {
    kind: 'exact',
    fact: 'Exact, day’s limit',
    title: EXACT,
    sentence: 'Today’s limit of this source is used up, so a person confirms it.',
  },
  pasted: {
    kind: 'exact',
    fact: 'Exact, pasted',
    title: EXACT,
    sentence: 'The message was pasted by hand, and anyone can write such a text. Check your bank once.',
  },
  unproven: {
    kind: 'look',
    fact: 'Wording unknown',
    title: 'UTR and amount agree, but the shop does not know this wording',
    sentence:
      'The shop does not know this wording or this file well enough to confirm by itself. Read the text, then decide.',
  },
  no_account: {
    kind: 'exact',
    fact: 'Exact, no own account',
    title: EXACT,
    sentence: 'You have not named your own account in the payment settings yet, so a person confirms every message.',
  },
  unmatched: {
    kind: 'exact',
    fact: 'Exact, taken off before',
    title: EXACT,
    sentence: 'Someone of the team took this credit off its order or had set it aside, so it waits for a person.',
  },
  amount_differs: {
    kind: 'look',
    fact: 'Amount differs',
    title: 'The amount differs from the order',
    sentence: 'The UTR agrees. Accept what came, or sort it out with the shopper first.',
  },
  date_differs: {
    kind: 'look',
    fact: 'Another day',
    title: 'The money came on a day that does not fit the order',
    sentence: 'UTR and amount agree. It may be an older payment, entered again.',
  },
  other_account: {
    kind: 'look',
    fact: 'Another account',
    title: 'The money went to an account that is not in your settings',
    sentence: 'UTR and amount agree. Check that the account is yours.',
  },
  unknown_item: {
    kind: 'look',
    fact: 'Unknown item',
    title: 'The order has an item that is not in your catalogue',
    sentence: 'UTR, amount and day agree, but the price of that item came from the shopper. Check the order first.',
  },
  not_received: {
    kind: 'look',
    fact: 'Marked as not received',
    title: 'Someone of the team marked this payment as not received',
    sentence: 'UTR, amount and day agree, but this report was here before that. Look it up in your bank once more.',
  },
  several_orders: {
    kind: 'look',
    fact: 'UTR on two orders',
    title: 'Several orders carry this UTR',
    sentence: 'One payment can pay one order only. Find out whose it is before you confirm.',
  },
  note_differs: {
    kind: 'look',
    fact: 'Note names another order',
    title: 'UTR and note point to different orders',
    sentence: 'Find out whose payment it is before you confirm.',
  },
  utr_differs: {
    kind: 'look',
    fact: 'Another UTR',
    title: 'The shopper has sent another UTR for this order',
    sentence: 'The order number or the exact amount leads to this order, but its shopper named another payment.',
  },
  already_paid: {
    kind: 'closed',
    fact: 'Already paid',
    title: 'The order of this UTR is already paid',
    sentence: 'The shopper may have paid twice. Then one payment has to go back.',
  },
  cancelled: {
    kind: 'closed',
    fact: 'Order cancelled',
    title: 'The order of this UTR is cancelled or returned',
    sentence: 'The money has to go back to the shopper.',
  },
  conflict: {
    kind: 'closed',
    fact: 'Two amounts',
    title: 'Two reports give this UTR with different amounts',
    sentence: 'Look it up in your bank, then settle it under Conflicts.',
  },
  digit_differs: {
    kind: 'look',
    fact: 'One digit differs',
    title: 'Same amount, but one digit of the UTR differs',
    sentence: 'Most likely a typing error. Compare the name and the time.',
  },
  same_amount: {
    kind: 'look',
    fact: 'Same amount only',
    title: 'Only the amount agrees',
    sentence: 'An amount alone proves nothing. Compare the name and the time before you confirm.',
  },
  reversed: {
    kind: 'closed',
    fact: 'Reversed',
    title: 'The bank took this payment back',
    sentence: 'Do not send the parcel before the money has come again.',
  },
  dismissed: {
    kind: 'closed',
    fact: 'Not a sale',
    title: 'This credit was set aside',
    sentence: 'Someone of the team said that it is no sale.',
  },
  matched: {
    kind: 'closed',
    fact: 'Proves an order',
    title: 'This credit proves another order',
    sentence: 'A credit pays one order only.',
  },
  no_order: {
    kind: 'closed',
    fact: 'No order yet',
    title: 'No order fits this credit yet',
    sentence: 'It waits until an order with its UTR comes.',
  },
};

const NO_CREDIT = {
  kind: 'waiting' as const,
  fact: 'No credit yet',
  title: 'No credit yet',
  sentence:
    'Your bank has not reported a credit that fits. A newer statement may show it. Or look the UTR up in your bank.',
};

/** The words for the best match of an order; a different amount is said in rupees. */
export function verdictOf(
  match: OrderToVerify['match'],
): Omit<ReasonWords, 'kind'> & { kind: ReasonWords['kind'] | 'waiting' } {
  if (!match) return NO_CREDIT;
  const words = REASONS[match.reason];
  if (match.reason !== 'amount_differs') return words;
  const [much, than] = [formatRupees(Math.abs(match.difference)), match.difference < 0 ? 'less' : 'more'];
  return { ...words, fact: difference(match.difference), title: `The shopper paid ${much} ${than} than the order` };
}

/** '₹10 short', '₹50 too much', 'Same'. In rupees: received minus total. */
export function difference(rupees: number): string {
  if (rupees === 0) return 'Same';
  return rupees < 0 ? `${formatRupees(-rupees)} short` : `${formatRupees(rupees)} too much`;
}

/**
 * Whether Enter and the green button confirm it: the UTR agrees, and what differs is said in
 * rupees.
 */
export function isPlain(match: OrderToVerify['match']): boolean {
  return match !== null && (REASONS[match.reason].kind === 'exact' || match.reason === 'amount_differs');
}

const SOURCES: Record<CreditSource, string> = {
  statement: 'statement',
  sms: 'SMS',
  email: 'email',
  text: 'pasted message',
};

/** 'SMS and statement' */
export function sourcesOf({ sources }: Pick<Credit, 'sources'>): string {
  const names = [...new Set(sources.map(({ kind }) => SOURCES[kind]))].join(' and ');
  return names.charAt(0).toUpperCase() + names.slice(1);
}

/** When a credit came: only the day when its source gives no time. */
export function creditTime(at: number): string {
  return at === startOfDay(at) ? formatDate(at) : formatDateTime(at);
}

/** '••4821'; '' when the bank does not name the account. */
export function accountOf(tail: string | null): string {
  return tail ? `••${tail}` : '';
}

export function appName(id: string): string {
  return UPI_APPS.find((app) => app.id === id)?.name ?? 'App not known';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '3 min before the order', 'Same day' */
export function timeApart(credit: number, order: number): string {
  if (credit === startOfDay(credit)) {
    const days = Math.round((credit - startOfDay(order)) / DAY);
    return days === 0 ? 'Same day' : `${spell(Math.abs(days) * DAY)} ${days < 0 ? 'before' : 'after'}`;
  }
  return `${spell(Math.abs(credit - order))} ${credit < order ? 'before' : 'after'}`;
}

/** How the credit's reference compares with the order's UTR. */
export function compareUtr(utr: string | null, rrn: string | null): { word: string; agrees: boolean } {
  if (!utr || !rrn) return { word: utr ? 'The bank gives none' : 'None entered', agrees: false };
  if (utr === rrn) return { word: 'Same', agrees: true };
  return { word: differsInOneDigit(utr, rrn) ? 'One digit differs' : 'Differs', agrees: false };
}

export interface Hint {
  agrees: boolean;
  text: string;
  /** Numbers of orders to look at. */
  orders?: readonly string[];
}

/** What was checked for an order, besides its credit. */
export function hintsOf({ utrNumber: utr, hints, phone, paymentStatus }: OrderToVerify): Hint[] {
  const same = hints.sameUtr.length;
  return [
    ...(paymentStatus === 'failed'
      ? [{ agrees: false, text: 'The payment was marked as not received. A credit has come since.' }]
      : []),
    ...(utr === null ? [{ agrees: false, text: 'The shopper has entered no UTR.' }] : []),
    ...(utr !== null && same === 0 ? [{ agrees: true, text: 'No other order has this UTR.' }] : []),
    ...(same > 0
      ? [
          {
            agrees: false,
            text: same === 1 ? 'Another order has this UTR:' : 'Other orders have this UTR:',
            orders: hints.sameUtr,
          },
        ]
      : []),
    ...(utr !== null && !looksLikeRrn(utr)
      ? [{ agrees: false, text: `A UPI UTR has 12 digits; this one is ${utr.length} characters long.` }]
      : []),
    ...(utr !== null && looksLikeRrn(utr)
      ? [
          hints.wrongDay
            ? { agrees: false, text: 'The day inside the UTR is not the day of the order. It may be a typing error.' }
            : { agrees: true, text: 'The day inside the UTR fits the order.' },
        ]
      : []),
    hints.samePhone > 0
      ? { agrees: true, text: `${phone} has ${hints.samePhone} more ${hints.samePhone === 1 ? 'order' : 'orders'}.` }
      : { agrees: true, text: `First order of ${phone}.` },
  ];
}

/** The strip above the lists. A figure that is not known yet is left out. @param now epoch ms */
export function figureWords(
  { confirmedToday, automaticToday, usualCheckMs, lastCredit }: Figures,
  now: number,
): { figure: string; words: string }[] {
  return [
    confirmedToday > 0
      ? { figure: `${automaticToday} of ${confirmedToday}`, words: 'confirmed automatically today' }
      : { figure: 'None', words: 'confirmed today yet' },
    ...(usualCheckMs === null
      ? []
      : [
          {
            figure: usualCheckMs < MINUTE ? `${Math.round(usualCheckMs / 1_000)} s` : spell(usualCheckMs),
            words: 'median from UTR to confirmed',
          },
        ]),
    lastCredit === null
      ? { figure: 'No credit', words: 'received yet' }
      : {
          figure: spell(Math.max(now - lastCredit.at, 0)),
          words: `since the last credit, by ${SOURCES[lastCredit.source]}`,
        },
  ];
}

type Empty = (figures: Figures) => { title: string; text: string };

/** The words of an empty list. They vouch for nothing that the shop has not seen. */
export const EMPTY = {
  without: ({ lastCredit }) =>
    lastCredit === null
      ? {
          title: 'No credit has come yet',
          text: 'Once your bank’s messages or statements reach the shop, money that fits no order waits here.',
        }
      : { title: 'No credit waits for its order', text: 'Money that fits no order waits here.' },
  proved: () => ({
    title: 'No credit has proved an order yet',
    text: 'Payments that a bank credit proves appear here, with what led to the order.',
  }),
  missing: ({ statementTo }) =>
    statementTo === null
      ? {
          title: 'No statement to compare with yet',
          text: 'Import a statement of your bank: unpaid orders whose UTR it does not show appear here.',
        }
      : {
          title: 'No UTR is missing',
          text: `Your statements go up to ${formatDate(noonOf(statementTo))}. Unpaid orders whose UTR they do not show appear here.`,
        },
  conflicts: ({ lastCredit }) =>
    lastCredit === null
      ? {
          title: 'Nothing to compare yet',
          text: 'Once your bank’s messages and statements reach the shop, what contradicts appears here.',
        }
      : {
          title: 'No contradictions found',
          text: 'A UTR with two amounts, or a confirmed payment that a statement does not show, appears here.',
        },
} satisfies Record<string, Empty>;

/**
 * The foot of a list: how many entries there are and what they come to, and what becomes of those
 * that it has no room for.
 *
 * @param sum of all, in rupees
 */
export function footOf(
  [one, many]: readonly [one: string, many: string],
  { shown, count, sum }: { shown: number; count: number; sum?: number },
  others: string,
): string {
  const inAll = sum === undefined ? '' : `, ${formatRupees(sum)}`;
  return count > shown
    ? `The first ${shown} of ${count} ${many}${inAll && `${inAll} in all`}. The others follow as you ${others} these.`
    : `${count} ${count === 1 ? one : many}${inAll}`;
}

/** Why a refund is due. */
export const REFUND_WHY = {
  cancelled: 'Order cancelled after payment',
  returned: 'Order returned',
  part_returned: 'Items came back',
  overpaid: 'Paid more than the total',
};
