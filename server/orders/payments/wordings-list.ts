import type { Reader } from '#server/database/transact.ts';
import type { Template } from '#shop/bank/template.ts';
import { TEMPLATES } from '#shop/bank/templates.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import type { Wording } from '#shop/orders/payments/bank-messages-api.ts';
import { bankKey, bankTitle, sendersOf } from '#shop/orders/payments/own-accounts.ts';
import { partsIn, partsOf } from '#shop/orders/payments/wording-parts.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import { examplesOf, isTrusted, templateOf, type WordingRow, wordingRows } from './wordings.ts';

/** How many more messages of a wording come before the owner is asked again. */
const ASK_AGAIN = 5;

/**
 * What the owner is asked, what was refused, and every wording of an own bank that is on or off.
 * @param now epoch ms
 */
export async function listWordings(db: Reader, settings: ProofSettings, now: number) {
  const rows = await wordingRows(db);
  const own = rows.filter(({ template }) => template !== null);
  const used = await usage(db, now);
  const waiting = await waitingFor(db, rows);
  const view = (template: Template, row: WordingRow | undefined) =>
    toWording({ template, row, used: used.get(template.id), waiting: waiting.get(template.id) ?? 0, settings });
  const ofState = (state: WordingRow['state']) => own.filter((row) => row.state === state);
  const isDue = ({ id, decided_at }: WordingRow) => decided_at === null || (waiting.get(id) ?? 0) >= ASK_AGAIN;
  const banks = new Set(settings.accounts.map(({ bank }) => bankKey(bank)));
  const builtIn = TEMPLATES.filter(({ bank, kind }) => kind === 'credit' && banks.has(bank));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    asked: ofState('asked')
      .filter(isDue)
      .map((row) => view(templateOf(row), row)),
    refused: ofState('refused')
      .filter(({ decided_at }) => decided_at === null)
      .map((row) => view(templateOf(row), row)),
    inUse: [
      ...[...ofState('on'), ...ofState('off')].map((row) => view(templateOf(row), row)).sort(byUse),
      ...builtIn.map((template) => view(template, byId.get(template.id))).sort(byUse),
    ],
  };
}

/** @throws ShopError wording_not_found */
export async function wordingById(db: Reader, settings: ProofSettings, id: string, now: number): Promise<Wording> {
  const rows = await wordingRows(db);
  const row = rows.find((each) => each.id === id);
  const template = row?.template ? templateOf(row) : TEMPLATES.find((each) => each.id === id);
  if (!template) throw new ShopError('wording_not_found');
  const waiting = (await waitingFor(db, rows)).get(id) ?? 0;
  return toWording({ template, row, used: (await usage(db, now)).get(id), waiting, settings });
}

function byUse(one: Wording, other: Wording): number {
  return (other.lastAt ?? 0) - (one.lastAt ?? 0) || other.messages - one.messages;
}

interface Usage {
  /** In the last 30 days, like `confirmed`. */
  messages: number;
  confirmed: number;
  lastAt: number;
}

/**
 * A large shop has hundreds of thousands of reports: counting which of them proved an order took
 * seconds.
 */
const COUNTED_MS = 30 * 86_400_000;

/** What each wording has read, from the reports of the ledger. */
async function usage(db: Reader, now: number): Promise<Map<string, Usage>> {
  const reports = db.selectFrom('credit_sources').where('wording', 'is not', null).groupBy('wording');
  const ever = await reports.select((eb) => ['wording', eb.fn.max('credit_sources.at').as('lastAt')]).execute();
  const counted = await reports
    .innerJoin('credits', 'credits.id', 'credit_sources.credit_id')
    .where('credit_sources.at', '>=', now - COUNTED_MS)
    .select((eb) => [
      'wording',
      eb.fn.countAll().as('messages'),
      eb.fn.count('credits.order_number').filterWhere('credits.status', '=', 'matched').as('confirmed'),
    ])
    .execute();
  const counts = new Map(counted.map((row) => [row.wording, row]));
  return new Map(
    ever.map(({ wording, lastAt }) => {
      const { messages = 0, confirmed = 0 } = counts.get(wording) ?? {};
      return [wording ?? '', { messages: Number(messages), confirmed: Number(confirmed), lastAt: Number(lastAt) }];
    }),
  );
}

/** Messages of each wording that wait since the owner has decided about it. */
async function waitingFor(db: Reader, rows: readonly WordingRow[]): Promise<Map<string, number>> {
  const messages = await db
    .selectFrom('bank_messages')
    .select(['wording', 'created_at'])
    .where('wording', 'is not', null)
    .execute();
  const counts = new Map<string, number>();
  for (const { id, decided_at } of rows) {
    const since = messages.filter(({ wording, created_at }) => wording === id && created_at >= (decided_at ?? 0));
    counts.set(id, since.length);
  }
  return counts;
}

function toWording({
  template,
  row,
  used,
  waiting,
  settings,
}: {
  template: Template;
  row: WordingRow | undefined;
  used: Usage | undefined;
  waiting: number;
  settings: ProofSettings;
}): Wording {
  const examples = row?.template ? examplesOf(row) : [];
  const [first] = examples;
  const isOn = row === undefined || (row.template === null ? row.state === 'on' : isTrusted(row));
  const state = row && row.state !== 'on' ? row.state : isOn ? 'on' : 'off';
  return {
    id: template.id,
    own: row?.template != null,
    bank: template.bank,
    bankName: bankTitle(template.bank),
    senders: sendersFor(template, row?.sender ?? '', settings),
    parts: first ? partsIn(template, first.text) : partsOf(template),
    state,
    reason: row?.state === 'on' && !isOn ? 'examples' : (row?.reason ?? null),
    messages: state === 'on' ? (used?.messages ?? 0) : waiting,
    confirmed: used?.confirmed ?? 0,
    lastAt: used?.lastAt ?? null,
    decidedBy: row?.decided_by ?? null,
    decidedAt: row?.decided_at ?? null,
    examples: examples.map(({ text, subject, amount, rrn, orderNumber, by, at }) => ({
      text,
      subject,
      parts: partsIn(template, text),
      amount: toRupees(amount),
      utr: rrn,
      orderNumber,
      confirmedBy: by,
      confirmedAt: at,
    })),
  };
}

/** The senders whose messages it reads; of a learned one the sender that it was learned from. */
function sendersFor({ bank, via }: Template, learnedFrom: string, settings: ProofSettings): string[] {
  if (learnedFrom !== '') return [learnedFrom];
  const list = sendersOf(settings).find((each) => each.bank === bank);
  if (!list) return [];
  return [
    ...(via.includes('sms') ? list.headers : []),
    ...(via.includes('app') ? list.packages : []),
    ...(via.includes('email') ? list.domains.map((domain) => `@${domain}`) : []),
  ];
}
