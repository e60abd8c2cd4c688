import type { Paise } from '../../money/money.ts';
import type { ProofRules } from '../../settings/proof.ts';
import type { OrderStatus, PaymentStatus } from '../order-status.ts';
import { type CreditSource, type CreditStatus, sameAccount } from './credit.ts';
import { isOver } from './progress.ts';
import { bankNamed } from './senders.ts';

/** The parts of a credit that matching reads. */
export interface CreditFacts {
  readonly id: string;
  readonly amount: Paise;
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
  /** Epoch ms: when the shop received it. */
  readonly at: number;
}

/** The parts of an order that matching reads. `created` is its day in India, `YYYY-MM-DD`. */
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
  /** Staff have not settled an item that is not in the catalogue: the total has the price that the client sent. */
  readonly unknownItem: boolean;
  /** A credit proves its payment already. */
  readonly proven: boolean;
  readonly created: string;
}

export const MATCH_REASONS = [
  'exact',
  'policy',
  'limit_per_order',
  'limit_per_day',
  'pasted',
  'unmatched',
  'amount_differs',
  'date_differs',
  'other_account',
  'unknown_item',
  'not_received',
  'several_orders',
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

const EXACT_REASONS = ['exact', 'policy', 'limit_per_order', 'limit_per_day', 'pasted', 'unmatched'] as const;
/** Reference, amount, date and account agree; only the owner's rules may keep such a credit from confirming by itself. */
export type ExactReason = (typeof EXACT_REASONS)[number];

export function isExact(reason: MatchReason): reason is ExactReason {
  return (EXACT_REASONS as readonly MatchReason[]).includes(reason);
}

/**
 * `confirm`: the credit proves the order. `review`: a person must look, something contradicts. `suggest`: it fits, a person
 * confirms. `none`: no order fits.
 */
export interface Match {
  readonly decision: 'confirm' | 'review' | 'suggest' | 'none';
  readonly orderNumber: string | null;
  readonly reason: MatchReason;
  /** The source whose policy confirms. */
  readonly source?: CreditSource;
}

/** What each source has confirmed today, in paise. */
export type ConfirmedToday = Readonly<Partial<Record<CreditSource, Paise>>>;

/** A payment is made at most one day before its order is stored (a late network) and at most this many days after it. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 30;
const DAY_MS = 86_400_000;

/**
 * Decides what a credit proves (D55). `orders` are the placed orders whose UTR is one of the credit's references.
 */
export function matchCredit(
  credit: CreditFacts,
  orders: readonly OrderFacts[],
  rules: ProofRules,
  today: ConfirmedToday = {},
): Match {
  const [order, ...others] = orders;
  const settled = settledReason(credit);
  if (settled) return { decision: settled === 'conflict' ? 'review' : 'none', orderNumber: null, reason: settled };
  if (!order) return { decision: 'none', orderNumber: null, reason: 'no_order' };
  const { orderNumber } = order;
  // Staff have accepted the payment by themselves; this is its credit, unless they have taken it off.
  const fits = order.payment === 'completed' && !order.proven && (order.paid ?? order.total) === credit.amount;
  if (others.length === 0 && fits && !credit.unmatched) {
    return { decision: 'none', orderNumber, reason: 'already_paid' };
  }
  const problem = others.length > 0 ? 'several_orders' : contradiction(credit, order, rules);
  if (problem) return { decision: 'review', orderNumber, reason: problem };
  if (credit.unmatched) return { decision: 'suggest', orderNumber, reason: 'unmatched' };
  // What a person has decided stays decided until another report comes.
  const recent = credit.sources.filter(({ at }) => order.payment !== 'failed' || at > (order.decidedAt ?? 0));
  if (recent.length === 0) return { decision: 'suggest', orderNumber, reason: 'not_received' };
  // A report without the UTR may be about the payment of somebody else, of the same amount.
  const verdicts = recent
    .filter(({ refs }) => refs === null || refs.some((ref) => ref === order.utr))
    .map(({ source }) => ({ source, reason: withheld(source, order.total, rules, today) }));
  const free = verdicts.find(({ reason }) => reason === null);
  if (free) return { decision: 'confirm', orderNumber, reason: 'exact', source: free.source };
  return { decision: 'suggest', orderNumber, reason: verdicts[0]?.reason ?? 'policy' };
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
  if (isOver(order.status)) return 'cancelled';
  if (order.total !== credit.amount) return 'amount_differs';
  if (order.unknownItem) return 'unknown_item';
  const days = (Date.parse(credit.day) - Date.parse(order.created)) / DAY_MS;
  if (!(days >= -DAYS_BEFORE && days <= DAYS_AFTER)) return 'date_differs';
  return accounts.length > 0 && !accounts.some((own) => isOwn(credit, own)) ? 'other_account' : null;
}

/** A message without an account number (Bank of Baroda) is of the own account when its bank is. */
function isOwn(credit: CreditFacts, own: ProofRules['accounts'][number]): boolean {
  if (credit.account) return sameAccount(credit.account, own.tail);
  if (!credit.bank || !own.bank || bankNamed(own.bank) === credit.bank) return true;
  return own.bank.toLowerCase().includes(credit.bank.toLowerCase());
}

/** Why a source may not confirm an order of this total by itself; null when it may. */
function withheld(
  source: CreditSource,
  total: Paise,
  { sources }: ProofRules,
  today: ConfirmedToday,
): MatchReason | null {
  if (source === 'text') return 'pasted';
  const { policy, limitPerOrder, limitPerDay } = sources[source];
  if (policy !== 'confirm') return 'policy';
  if (limitPerOrder !== null && total > Math.round(limitPerOrder * 100)) return 'limit_per_order';
  if (limitPerDay !== null && (today[source] ?? 0) + total > Math.round(limitPerDay * 100)) return 'limit_per_day';
  return null;
}

/**
 * The best order for a credit that no UTR leads to, among unpaid orders of the same amount: one whose UTR differs in one digit, one
 * whose name is the payer's, else the latest before the credit. Never more than a suggestion.
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

/** Whether a word of at least three letters is in both names. A bank cuts names, so the start of a word is enough. */
function sharesName(payer: string | null, name: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const theirs = words(payer ?? '');
  return words(name).some((word) => theirs.some((other) => word.startsWith(other) || other.startsWith(word)));
}
