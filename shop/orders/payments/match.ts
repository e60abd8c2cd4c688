import type { Paise } from '../../money/money.ts';
import type { ProofRules } from '../../settings/proof.ts';
import type { OrderStatus, PaymentStatus } from '../order-status.ts';
import { isOver } from '../order-status.ts';
import type { CreditSource, CreditStatus, ProofWay } from './credit.ts';
import { isOwnAccount } from './own-accounts.ts';

/** The parts of a credit that matching reads. */
export interface CreditFacts {
  readonly id: string;
  readonly amount: Paise;
  /** Epoch ms: when the money came; without a `minute`, the start of its day. */
  readonly at: number;
  readonly minute: number | null;
  /** The day in India, `YYYY-MM-DD`. */
  readonly day: string;
  /** RRN and other references. */
  readonly refs: readonly string[];
  readonly account: string | null;
  readonly bank: string | null;
  readonly payer: string | null;
  readonly status: CreditStatus;
  /** A person took it off an order. */
  readonly unmatched: boolean;
  /** The reports of it; untrusted messages never become a credit. */
  readonly sources: readonly SourceFacts[];
}

export interface SourceFacts {
  readonly source: CreditSource;
  /** The references that this report itself names; null when an earlier version recorded it. */
  readonly refs: readonly string[] | null;
  /** The order that the payer's note names, as this report gives it. */
  readonly noteOrder: string | null;
  /** It was read whole, and for an own account (D62). */
  readonly mayConfirm: boolean;
  /** Epoch ms: when the shop received it. */
  readonly at: number;
}

/**
 * The parts of an order or a draft that matching reads. `created` is its day in India,
 * `YYYY-MM-DD`.
 */
export interface OrderFacts {
  readonly orderNumber: string;
  readonly total: Paise;
  /** What staff have accepted as paid, where it differs from the total. */
  readonly paid: Paise | null;
  readonly utr: string | null;
  readonly name: string;
  readonly status: OrderStatus;
  readonly payment: PaymentStatus;
  /** Epoch ms: when the payment was accepted, or marked as not received. */
  readonly decidedAt: number | null;
  /**
   * Staff have not settled an item that is not in the catalogue: the total has the price that the
   * client sent.
   */
  readonly unknownItem: boolean;
  /** A credit proves its payment already. */
  readonly proven: boolean;
  readonly created: string;
  /** The shop cancelled it for want of a UTR: its payment opens it again (D53). */
  readonly lapsed: boolean;
  readonly paymentCode: Paise;
}

/** What else may lead from a credit to an order, when no order has its UTR (D61). */
export interface OtherWays {
  /** The orders and drafts that the notes of its reports name. */
  readonly named: readonly OrderFacts[];
  /** Those that were asked for just this amount when the money came. */
  readonly asked: readonly OrderFacts[];
}

const NO_OTHER_WAYS: OtherWays = { named: [], asked: [] };

export const MATCH_REASONS = [
  'exact',
  'policy',
  'limit_per_order',
  'limit_per_day',
  'pasted',
  'unproven',
  'no_account',
  'unmatched',
  'amount_differs',
  'date_differs',
  'other_account',
  'unknown_item',
  'not_received',
  'several_orders',
  'note_differs',
  'utr_differs',
  'already_paid',
  'cancelled',
  'conflict',
  'digit_differs',
  'same_amount',
  'reversed',
  'dismissed',
  'matched',
  'no_order',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

const EXACT_REASONS = [
  'exact',
  'policy',
  'limit_per_order',
  'limit_per_day',
  'pasted',
  'no_account',
  'unmatched',
] as const;
/**
 * Reference, amount, date and account agree; only the owner's rules may keep such a credit from
 * confirming by itself.
 */
export type ExactReason = (typeof EXACT_REASONS)[number];

export function isExact(reason: MatchReason): reason is ExactReason {
  return (EXACT_REASONS as readonly MatchReason[]).includes(reason);
}

/**
 * `confirm`: the credit proves the order. `review`: a person must look, something contradicts.
 * `suggest`: it fits, a person confirms. `none`: no order fits.
 */
export interface Match {
  readonly decision: 'confirm' | 'review' | 'suggest' | 'none';
  readonly orderNumber: string | null;
  readonly reason: MatchReason;
  /** The source whose policy confirms. */
  readonly source?: CreditSource;
  /** What led to the order; absent when nothing did. */
  readonly way?: ProofWay;
  /** The reference that the order gets; it has none yet. */
  readonly utr?: string;
  /** The order is still a draft. */
  readonly draft?: boolean;
}

/** What each source has confirmed today, in paise. */
export type ConfirmedToday = Readonly<Partial<Record<CreditSource, Paise>>>;

/**
 * A payment is made at most one day before its order is stored (a late network) and at most this
 * many days after it.
 */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 30;
const DAY_MS = 86_400_000;

/**
 * Decides what a credit proves (D55, D61). The UTR leads to its order; else the number in the
 * payer's note; else the exact amount, if one order alone was asked for it. Ways that contradict
 * each other are for a person.
 *
 * @param orders the placed orders whose UTR is one of the credit's references
 */
export function matchCredit(
  credit: CreditFacts,
  orders: readonly OrderFacts[],
  rules: ProofRules,
  today: ConfirmedToday = {},
  others: OtherWays = NO_OTHER_WAYS,
): Match {
  const settled = settledReason(credit);
  if (settled) return { decision: settled === 'conflict' ? 'review' : 'none', orderNumber: null, reason: settled };
  const lead = leadOf(credit, orders, others);
  if (!lead) return { decision: 'none', orderNumber: null, reason: 'no_order' };
  const { order, way } = lead;
  const { orderNumber } = order;
  if (lead.problem) return { decision: 'review', orderNumber, reason: lead.problem, way };
  // Staff have accepted the payment by themselves; this is its credit, unless they have taken it
  // off.
  const fits = order.payment === 'completed' && !order.proven && (order.paid ?? order.total) === credit.amount;
  const otherUtr = way !== 'utr' && order.utr !== null;
  if (fits && !otherUtr && !credit.unmatched) return { decision: 'none', orderNumber, reason: 'already_paid', way };
  const problem = contradiction(credit, order, rules);
  if (problem) return { decision: 'review', orderNumber, reason: problem, way };
  // The shopper says that another payment is theirs.
  if (otherUtr) return { decision: 'review', orderNumber, reason: 'utr_differs', way };
  const reference = way === 'utr' ? {} : { utr: credit.refs[0] };
  const draft = order.status === 'draft' ? { draft: true } : {};
  const match = { orderNumber, way, ...reference, ...draft };
  const reason = credit.unmatched ? 'unmatched' : doubt(credit, order, way, rules);
  if (reason) return { decision: 'suggest', reason, ...match };
  const verdicts = reportsFor(credit, order, way).map((report) => ({
    source: report.source,
    reason: withheld(report, order.total, rules, today),
  }));
  const free = verdicts.find((verdict) => verdict.reason === null);
  if (free) return { decision: 'confirm', reason: 'exact', source: free.source, ...match };
  return { decision: 'suggest', reason: verdicts[0]?.reason ?? 'policy', ...match };
}

interface Lead {
  readonly order: OrderFacts;
  readonly way: ProofWay;
  readonly problem?: MatchReason;
}

/** The order that a credit leads to, and how. */
function leadOf({ sources }: CreditFacts, orders: readonly OrderFacts[], { named, asked }: OtherWays): Lead | null {
  const [order, another] = orders;
  if (order) {
    if (another) return { order, way: 'utr', problem: 'several_orders' };
    // Also a number that no order has any more: its draft may have been deleted, and the payment is
    // not that of another order.
    const differs = sources.some(({ noteOrder }) => noteOrder !== null && noteOrder !== order.orderNumber);
    return { order, way: 'utr', ...(differs ? { problem: 'note_differs' } : {}) };
  }
  if (named[0]) return { order: named[0], way: 'number', ...(named[1] ? { problem: 'note_differs' } : {}) };
  const [only, rival] = asked;
  return only && !rival && only.paymentCode > 0 ? { order: only, way: 'paise' } : null;
}

/**
 * Why a credit that fits its order is for a person nevertheless, whatever reports it; null when it
 * is not.
 */
function doubt(
  { sources, refs }: CreditFacts,
  order: OrderFacts,
  way: ProofWay,
  { byNumber, byPaise }: ProofRules,
): MatchReason | null {
  // What a person has decided stays decided until another report comes.
  if (order.payment === 'failed' && sources.every(({ at }) => at <= (order.decidedAt ?? 0))) return 'not_received';
  if ((way === 'number' && !byNumber) || (way === 'paise' && !byPaise)) return 'policy';
  // The order gets the reference of the credit, so that no other order can have it.
  return way !== 'utr' && refs.length === 0 ? 'unproven' : null;
}

/**
 * The reports that tell of this order by themselves. One without the UTR may be about the payment
 * of somebody else, of the same amount.
 */
function reportsFor({ sources }: CreditFacts, order: OrderFacts, way: ProofWay): SourceFacts[] {
  const recent = sources.filter(({ at }) => order.payment !== 'failed' || at > (order.decidedAt ?? 0));
  if (way === 'number') return recent.filter(({ noteOrder }) => noteOrder === order.orderNumber);
  if (way === 'paise') return recent;
  return recent.filter(({ refs }) => refs === null || refs.some((ref) => ref === order.utr));
}

function settledReason({ status }: CreditFacts): MatchReason | null {
  if (status === 'open') return null;
  return status === 'undone' ? 'no_order' : status;
}

/** What speaks against the proof, the gravest first. */
function contradiction(
  credit: CreditFacts,
  order: OrderFacts,
  { accounts }: Pick<ProofRules, 'accounts'>,
): MatchReason | null {
  if (order.payment === 'completed') return 'already_paid';
  if (isOver(order.status) && !order.lapsed) return 'cancelled';
  if (order.total !== credit.amount) return 'amount_differs';
  if (order.unknownItem) return 'unknown_item';
  const days = (Date.parse(credit.day) - Date.parse(order.created)) / DAY_MS;
  if (!(days >= -DAYS_BEFORE && days <= DAYS_AFTER)) return 'date_differs';
  return accounts.length > 0 && !isOwnAccount(credit, accounts) ? 'other_account' : null;
}

/** Why a source may not confirm an order of this total by itself; null when it may. */
function withheld(
  { source, mayConfirm }: SourceFacts,
  total: Paise,
  { sources, accounts }: ProofRules,
  today: ConfirmedToday,
): MatchReason | null {
  if (source === 'text') return 'pasted';
  if (source !== 'statement' && accounts.length === 0) return 'no_account';
  if (!mayConfirm) return 'unproven';
  const { policy, limitPerOrder, limitPerDay } = sources[source];
  if (policy !== 'confirm') return 'policy';
  if (limitPerOrder !== null && total > Math.round(limitPerOrder * 100)) return 'limit_per_order';
  if (limitPerDay !== null && (today[source] ?? 0) + total > Math.round(limitPerDay * 100)) return 'limit_per_day';
  return null;
}

/**
 * Suggests an order for a credit that no UTR leads to. It looks at unpaid orders of the same amount
 * and takes the one whose UTR differs in one digit, else the one with the payer's name, else the
 * latest before the credit.
 */
export function suggestOrder(credit: CreditFacts, orders: readonly OrderFacts[]): Match {
  const fits = orders.filter((order) => contradiction(credit, order, { accounts: [] }) === null);
  const typo = fits.find(({ utr }) => utr !== null && credit.refs.some((ref) => differsInOneDigit(ref, utr)));
  if (typo) return { decision: 'suggest', orderNumber: typo.orderNumber, reason: 'digit_differs' };
  // An order with another complete reference was paid by another credit.
  const free = fits.filter(({ utr }) => utr === null || credit.refs.length === 0);
  const named = free.find(({ name }) => sharesName(credit.payer, name));
  const order = named ?? free.filter(({ created }) => created <= credit.day).at(-1) ?? free[0];
  return order
    ? { decision: 'suggest', orderNumber: order.orderNumber, reason: 'same_amount' }
    : { decision: 'none', orderNumber: null, reason: 'no_order' };
}

/** One digit replaced, or two neighbours swapped: the usual typing errors in a reference. */
export function differsInOneDigit(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false;
  const at = [...one].flatMap((digit, index) => (digit === other[index] ? [] : [index]));
  const [first = 0, second = 0] = at;
  const swapped =
    at.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first];
  return at.length === 1 || swapped;
}

/**
 * Whether a word of at least three letters is in both names. A bank cuts names, so the start of a
 * word is enough.
 */
function sharesName(payer: string | null, name: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const theirs = words(payer ?? '');
  return words(name).some((word) => theirs.some((other) => word.startsWith(other) || other.startsWith(word)));
}
