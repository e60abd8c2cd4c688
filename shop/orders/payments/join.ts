import type { Paise } from '../../money/money.ts';
import { type CreditFlag, type CreditSource, type CreditStatus, sameAccount } from './credit.ts';

/** A credit as one source reports it. */
export interface Report {
  readonly source: CreditSource;
  /** Identifies the same message or the same statement line when it comes again. */
  readonly fingerprint: string;
  /** The import of a statement line; empty for messages. */
  readonly importId: string;
  readonly amount: Paise;
  /** The day in India, `YYYY-MM-DD`. */
  readonly day: string;
  /** Minutes since the start of the day; null when the source gives no time. */
  readonly minute: number | null;
  readonly rrn: string | null;
  /** RRN and other references. */
  readonly refs: readonly string[];
  readonly account: string | null;
  /** A credit that is no sale: an own payment that came back. */
  readonly returned: boolean;
  /** It was read whole, and for an own account (D62): it may confirm an order by itself. */
  readonly mayConfirm: boolean;
}

/** A stored credit, as far as joining reads it. */
export interface KnownCredit extends Pick<Report, 'amount' | 'day' | 'minute' | 'rrn' | 'refs' | 'account'> {
  readonly id: string;
  readonly status: CreditStatus;
  readonly flags: readonly CreditFlag[];
  /** `refs`: those that the report itself names; null when an earlier version recorded it. */
  readonly sources: readonly (Pick<Report, 'source' | 'fingerprint' | 'importId'> & {
    readonly refs: readonly string[] | null;
  })[];
  /** The UTR of the order that a credit without a reference proves. */
  readonly orderUtr?: string | null;
}

/**
 * What a report adds to the ledger. `repeat`: nothing, this source has reported the credit before.
 * `join`: another source of a known credit. `conflict`: a known reference with another amount; it
 * becomes a credit of its own, for a person. `new`: a new credit.
 */
export type Joined =
  | { readonly kind: 'repeat' | 'join' | 'conflict'; readonly credit: KnownCredit }
  | { readonly kind: 'new' };

/**
 * Finds the credit that a report is about: the same message again; else the same reference; else,
 * when one of both has no reference, account + amount + minute. Without a reference, two reports of
 * one source are two credits: two shoppers may pay the same amount within a minute. Where one of
 * both gives no minute, the day is enough, except as `needsMinute` says.
 */
export function joinReport(report: Report, known: readonly KnownCredit[]): Joined {
  const again = known.find(({ sources }) => sources.some((one) => isSameLine(one, report)));
  if (again) return { kind: 'repeat', credit: again };
  const referenced = known.filter(({ refs }) => refs.some((ref) => report.refs.includes(ref)));
  const live = referenced.filter(({ status }) => status !== 'undone');
  // An undone credit comes again, but contradicts nothing.
  const same = (live.length > 0 ? live : referenced).find(({ amount }) => amount === report.amount);
  if (same) return { kind: isReported(same, report) ? 'repeat' : 'join', credit: same };
  if (live[0]) return { kind: 'conflict', credit: live[0] };
  const alike = known.filter((credit) => isAlike(credit, report));
  const named = alike.find(({ orderUtr }) => orderUtr && report.refs.includes(orderUtr));
  const credit = named ?? alike.find(({ minute }) => minute === report.minute) ?? alike[0];
  return credit ? { kind: 'join', credit } : { kind: 'new' };
}

/**
 * Whether a report says of a known credit that an own payment came back: it is no sale, and set
 * aside. What proves an order stays, and so does what a person has decided.
 */
export function turnsAside({ returned }: Report, { status, flags }: KnownCredit): boolean {
  return returned && status !== 'matched' && status !== 'reversed' && flags.length === 0;
}

/** A statement line counts again for each import, so that undoing one import leaves the others. */
function isSameLine(one: KnownCredit['sources'][number], report: Report): boolean {
  return one.fingerprint === report.fingerprint && one.source === report.source && one.importId === report.importId;
}

function isReported({ sources }: KnownCredit, { source, importId, refs }: Report): boolean {
  return sources.some(
    (one) =>
      one.source === source &&
      one.importId === importId &&
      (one.refs === null || one.refs.some((ref) => refs.includes(ref))),
  );
}

function isAlike(credit: KnownCredit, report: Report): boolean {
  const repeated = credit.sources.some(
    (one) => one.source === report.source && (one.source !== 'statement' || one.fingerprint !== report.fingerprint),
  );
  return (
    credit.status !== 'conflict' &&
    credit.flags.includes('returned') === report.returned &&
    !(credit.refs.length > 0 && report.refs.length > 0) &&
    // It has been matched with the order of another payment.
    !(credit.orderUtr && report.refs.length > 0 && !report.refs.includes(credit.orderUtr)) &&
    !repeated &&
    credit.amount === report.amount &&
    credit.day === report.day &&
    isSameTime(credit, report) &&
    sameAccount(credit.account, report.account)
  );
}

function isSameTime(credit: KnownCredit, report: Report): boolean {
  if (credit.minute !== null && report.minute !== null) return credit.minute === report.minute;
  return !needsMinute(credit, report);
}

/**
 * Whether amount and day are too little to tell that both are one payment. A statement line without
 * a reference, such as cash, is not the payment that another report names: that one has its own
 * line. What was set aside or taken back must not swallow a payment.
 */
function needsMinute(credit: KnownCredit, report: Report): boolean {
  if (credit.status === 'dismissed' || credit.status === 'reversed') return true;
  if (report.refs.length > 0) return credit.refs.length === 0 && credit.sources.some(isLine);
  return isLine(report) && credit.refs.length > 0;
}

function isLine({ source }: Pick<Report, 'source'>): boolean {
  return source === 'statement';
}
