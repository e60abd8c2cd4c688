import type { Insertable } from 'kysely';
import { lockKey } from '#server/database/engine.ts';
import type { CreditSourcesTable, CreditsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import type { Reading } from '#shop/bank/reading.ts';
import { ShopError } from '#shop/errors.ts';
import type { CreditStatus } from '#shop/orders/payments/credit.ts';
import { type Joined, joinReport, type KnownCredit, type Report, turnsAside } from '#shop/orders/payments/join.ts';
import { orderInNote } from '#shop/orders/payments/payer-note.ts';
import * as queries from './ledger.queries.ts';

/** A report with what else the ledger keeps of it. */
export interface LedgerReport extends Report {
  /** Epoch ms: when the bank booked it, as far as it says. */
  readonly at: number;
  /** Epoch ms: when the shop received the report. */
  readonly receivedAt: number;
  readonly reading: Pick<Reading, 'bank' | 'channel' | 'payerVpa' | 'payerName' | 'note'>;
  readonly sender: string | null;
  /** The text as received, bounded. Never logged. */
  readonly raw: string;
  /** The wording by which a message was read; null for other reports. */
  readonly wording: string | null;
}

/** What became of one report. */
export interface Recorded {
  readonly report: LedgerReport;
  readonly kind: Joined['kind'];
  readonly creditId: string;
  /** Status of the credit before this report; null for a new one. */
  readonly before: CreditStatus | null;
  /** A statement has shown this credit before. */
  readonly shown: boolean;
  /** It is, or becomes, an own payment that came back. */
  readonly returned: boolean;
}

/** The text kept of a message or line. */
const RAW_LENGTH = 600;

const RETURNED = 'An own payment that came back';

/**
 * Plans what reports add to the ledger, without writing. Reports of one call see each other.
 *
 * @param refunds see `refundsNamed`: a new credit with the reference of a refund is no sale,
 *   whatever its words are
 * @returns one entry for each report, in their order, and the rows to write
 */
function planReports(
  reports: readonly LedgerReport[],
  known: readonly KnownCredit[],
  refunds: ReadonlySet<string>,
  now: number,
) {
  const credits: Insertable<CreditsTable>[] = [];
  const refs: { ref: string; credit_id: string }[] = [];
  const sources: Insertable<CreditSourcesTable>[] = [];
  const revived = new Set<string>();
  /** Fields that a later source adds to a stored credit. */
  const filled = new Map<string, Partial<queries.CreditRow>>();
  const conflicting = new Set<string>();
  /** Known credits that turn out to be own payments that came back, with their status. */
  const aside = new Map<string, CreditStatus>();
  const index = new CreditIndex(known);
  const shown = new Set(known.filter(({ sources }) => sources.some(isStatement)).map(({ id }) => id));
  const outcome = new Map<LedgerReport, Recorded>();
  for (const report of reports.toSorted(referencedFirst)) {
    const joined = joinReport(report, index.near(report));
    const isNew = joined.kind === 'new' || joined.kind === 'conflict';
    const isRefund = joined.kind === 'new' && report.refs.some((ref) => refunds.has(`${ref} ${report.amount}`));
    const returned = report.returned || isRefund;
    const credit = isNew ? newCredit(report, joined.kind === 'conflict', returned) : joined.credit;
    if (joined.kind === 'conflict') conflicting.add(joined.credit.id);
    if (isNew) credits.push(creditRow(report, credit, now));
    for (const ref of report.refs) if (isNew || !credit.refs.includes(ref)) refs.push({ ref, credit_id: credit.id });
    const turns = !isNew && turnsAside(report, credit);
    if (turns) aside.set(credit.id, credit.status);
    if (joined.kind !== 'repeat') {
      sources.push(sourceRow(report, credit.id));
      if (!isNew && !turns && credit.status === 'undone') revived.add(credit.id);
      if (!isNew) filled.set(credit.id, { ...filled.get(credit.id), ...missing(report, credit) });
      index.put({
        ...credit,
        status: turns ? asideStatus(credit.status) : credit.status === 'undone' ? 'open' : credit.status,
        flags: turns ? ['returned'] : credit.flags,
        rrn: credit.rrn ?? report.rrn,
        refs: [...new Set([...credit.refs, ...report.refs])],
        account: longer(credit.account, report.account),
        minute: credit.minute ?? report.minute,
        sources: [...credit.sources, report],
      });
    }
    outcome.set(report, {
      report,
      kind: joined.kind,
      creditId: credit.id,
      before: isNew ? null : credit.status,
      shown: shown.has(credit.id),
      returned,
    });
  }
  return {
    recorded: reports.flatMap((report) => outcome.get(report) ?? []),
    credits,
    refs,
    sources,
    revived,
    filled,
    conflicting,
    aside,
  };
}

/**
 * Of a credit that turns out to be an own payment that came back. A contradiction stays for a
 * person.
 */
function asideStatus(status: CreditStatus): CreditStatus {
  return status === 'conflict' ? 'conflict' : 'dismissed';
}

/**
 * Makes transactions that add to the ledger wait for each other: banks report one credit by SMS and
 * by mail at the same moment, and each report must find the credit of the other. The first lock of
 * its transaction.
 */
export function lockLedger(trx: Trx): Promise<void> {
  return lockKey(trx, 'bank credits');
}

/**
 * Locks the ledger for what an import of a statement does.
 *
 * @throws ShopError import_undone when staff have undone it meanwhile
 */
export async function lockImport(trx: Trx, id: string): Promise<void> {
  await lockLedger(trx);
  const row = await trx.selectFrom('statement_imports').select('undone_at').where('id', '=', id).executeTakeFirst();
  if (row?.undone_at != null) throw new ShopError('import_undone');
}

/** Records reports in this transaction (R4.1). The caller holds `lockLedger`. */
export async function recordReports(trx: Trx, reports: readonly LedgerReport[], now: number): Promise<Recorded[]> {
  const plan = planReports(
    reports,
    await queries.candidates(trx, reports),
    await queries.refundsNamed(trx, reports),
    now,
  );
  await queries.insertCredits(trx, plan.credits);
  await queries.insertRefs(trx, plan.refs);
  await queries.insertSources(trx, plan.sources);
  for (const [id, change] of plan.filled) {
    if (Object.keys(change).length > 0) await queries.updateCredit(trx, id, { ...change });
  }
  for (const id of plan.revived) {
    await queries.moveCredit(trx, id, 'undone', { status: 'open' });
  }
  for (const id of plan.conflicting) {
    await queries.moveCredit(trx, id, 'open', { status: 'conflict' });
  }
  for (const [id, from] of plan.aside) {
    const reason = from === 'dismissed' ? {} : { reason: RETURNED };
    await queries.moveCredit(trx, id, from, { status: asideStatus(from), flags: '["returned"]', ...reason });
  }
  return plan.recorded;
}

/** What the reports would become. */
export async function previewReports(db: Reader, reports: readonly LedgerReport[], now: number): Promise<Recorded[]> {
  const refunds = await queries.refundsNamed(db, reports);
  return planReports(reports, await queries.candidates(db, reports), refunds, now).recorded;
}

/** Finds the few credits that a report may be about, in a statement of many lines. */
class CreditIndex {
  readonly #byId = new Map<string, KnownCredit>();
  readonly #ids = new Map<string, Set<string>>();

  constructor(known: readonly KnownCredit[]) {
    for (const credit of known) this.put(credit);
  }

  put(credit: KnownCredit): void {
    this.#byId.set(credit.id, credit);
    const keys = [
      ...credit.refs,
      ...credit.sources.map(({ fingerprint }) => fingerprint),
      `${credit.day} ${credit.amount}`,
    ];
    for (const key of keys) {
      const ids = this.#ids.get(key) ?? new Set();
      this.#ids.set(key, ids.add(credit.id));
    }
  }

  near(report: Report): KnownCredit[] {
    const keys = [...report.refs, report.fingerprint, `${report.day} ${report.amount}`];
    const ids = new Set(keys.flatMap((key) => [...(this.#ids.get(key) ?? [])]));
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }
}

/** A line without a reference must not take the credit that a later line of the same day names. */
function referencedFirst(one: Report, other: Report): number {
  return Number(one.refs.length === 0) - Number(other.refs.length === 0);
}

function isStatement({ source }: Pick<Report, 'source'>): boolean {
  return source === 'statement';
}

function newCredit(report: LedgerReport, conflict: boolean, returned: boolean): KnownCredit {
  const { amount, day, minute, rrn, refs, account } = report;
  const status = conflict ? 'conflict' : returned ? 'dismissed' : 'open';
  const flags = returned ? ['returned' as const] : [];
  return { id: newId('crd'), status, flags, sources: [], amount, day, minute, rrn, refs, account };
}

function creditRow(report: LedgerReport, credit: KnownCredit, now: number): Insertable<CreditsTable> {
  const { reading } = report;
  return {
    id: credit.id,
    rrn: report.rrn,
    refs: JSON.stringify(report.refs),
    amount: report.amount,
    day: report.day,
    minute: report.minute,
    at: report.at,
    account: report.account,
    bank: reading.bank,
    channel: reading.channel,
    payer_vpa: reading.payerVpa,
    payer_name: reading.payerName,
    status: credit.status,
    flags: JSON.stringify(credit.flags),
    reason: credit.flags.includes('returned') ? RETURNED : '',
    created_at: now,
  };
}

function sourceRow(report: LedgerReport, creditId: string): Insertable<CreditSourcesTable> {
  return {
    id: newId('src'),
    credit_id: creditId,
    kind: report.source,
    at: report.receivedAt,
    import_id: report.importId,
    fingerprint: report.fingerprint,
    sender: report.sender,
    refs: JSON.stringify(report.refs),
    may_confirm: report.mayConfirm ? 1 : 0,
    note_order: orderInNote(report.reading.note),
    raw: report.raw.slice(0, RAW_LENGTH),
    wording: report.wording,
  };
}

/** Reference, account, time and payer that a stored credit lacks. */
function missing(report: LedgerReport, credit: KnownCredit): Partial<queries.CreditRow> {
  const refs = [...new Set([...credit.refs, ...report.refs])];
  const account = longer(credit.account, report.account);
  return {
    ...(credit.rrn === null && report.rrn !== null ? { rrn: report.rrn } : {}),
    ...(refs.length > credit.refs.length ? { refs: JSON.stringify(refs) } : {}),
    ...(account === credit.account ? {} : { account }),
    ...(credit.minute === null && report.minute !== null ? { minute: report.minute, at: report.at } : {}),
  };
}

function longer(one: string | null, other: string | null): string | null {
  return (other?.length ?? 0) > (one?.length ?? 0) ? other : one;
}
