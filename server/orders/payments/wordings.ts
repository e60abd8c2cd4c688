import type { Selectable } from 'kysely';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { BankWordingsTable } from '#server/database/schema-bank.ts';
import { type Reader, type Trx, transact } from '#server/database/transact.ts';
import { proposeWording } from '#shop/bank/learn.ts';
import { readMessage } from '#shop/bank/read.ts';
import { Template } from '#shop/bank/template.ts';
import { TEMPLATES } from '#shop/bank/templates.ts';
import { ShopError } from '#shop/errors.ts';
import type { Paise } from '#shop/money/money.ts';

/**
 * Wordings that may confirm (D62): the built-in ones, and those that the shop has learned and the
 * owner trusts.
 */

export type WordingRow = Selectable<BankWordingsTable>;

/** A message of which a person has confirmed what it says. Times in epoch ms. */
export interface LearnedFrom {
  text: string;
  subject: string;
  amount: Paise;
  rrn: string;
  orderNumber: string;
  by: string;
  at: number;
}

/** What reads messages, and what only recognises them: asked about, refused or switched off. */
export interface WordingSet {
  on: Template[];
  others: Template[];
}

export async function wordingRows(db: Reader): Promise<WordingRow[]> {
  return db.selectFrom('bank_wordings').selectAll().orderBy('asked_at', 'desc').execute();
}

export async function readWordings(db: Reader): Promise<WordingSet> {
  return wordingSet(await wordingRows(db));
}

function wordingSet(rows: readonly WordingRow[]): WordingSet {
  const off = new Set(rows.filter(({ template, state }) => template === null && state !== 'on').map(({ id }) => id));
  const own = rows.filter(({ template }) => template !== null);
  const [trusted, others] = [own.filter(isTrusted), own.filter((row) => !isTrusted(row))];
  return {
    on: [...TEMPLATES.filter(({ id }) => !off.has(id)), ...trusted.map(templateOf)],
    others: [...TEMPLATES.filter(({ id }) => off.has(id)), ...others.map(templateOf)],
  };
}

/** Switched on by the owner, and still reading what it was learned from. */
export const isTrusted = (row: WordingRow) => row.state === 'on' && readsExamples(row);

/** The template of a learned wording. */
export function templateOf({ id, template }: WordingRow): Template {
  return { ...Template.parse(JSON.parse(template ?? '')), id };
}

export function examplesOf({ examples }: WordingRow): LearnedFrom[] {
  return JSON.parse(examples) as LearnedFrom[];
}

/**
 * Whether a learned wording reads in its examples what a person has confirmed. An update of the
 * shop may change that.
 */
function readsExamples(row: WordingRow): boolean {
  const template = templateOf(row);
  const { bank } = template;
  const via = template.via[0] ?? 'sms';
  return examplesOf(row).every(({ text, subject, amount, rrn, at }) => {
    const read = readMessage({ text, subject, via, bank, receivedAt: at }, [template]);
    return read?.reading.kind === 'credit' && read.reading.amountPaise === amount && read.reading.rrn === rrn;
  });
}

/** Confirmed messages of one sender that a new one is compared with. */
const COMPARED = 10;

/**
 * Compares a confirmed message with earlier ones of its sender. If two have one wording that no
 * known one reads, the owner is asked about it, or told why it can never confirm by itself.
 *
 * @param bank short name of the sender's bank
 */
export async function learnWording(
  trx: Trx,
  message: { id: string; sender: string; via: Template['via'][number]; bank: string },
  now: number,
): Promise<void> {
  const confirmed = await trx
    .selectFrom('bank_messages')
    .selectAll()
    .where('sender', '=', message.sender)
    .where('status', '=', 'confirmed')
    .orderBy('decided_at', 'desc')
    .limit(COMPARED)
    .execute();
  const all = confirmed.map((row) => ({
    id: row.id,
    text: row.text,
    subject: row.subject,
    amount: row.amount ?? 0,
    rrn: row.rrn ?? '',
    orderNumber: row.order_number ?? '',
    by: row.decided_by ?? '',
    at: row.decided_at ?? now,
  }));
  const newest = all.find(({ id }) => id === message.id);
  if (!newest) return;
  const proposals = all
    .filter((other) => other !== newest)
    .flatMap((other) => {
      const proposal = proposeWording(confirmedOf(newest), confirmedOf(other), message);
      return proposal ? [{ ...proposal, messages: [newest, other] }] : [];
    });
  const proposal = proposals.find(({ doubt }) => doubt === null) ?? proposals[0];
  if (!proposal) return;
  const { template, doubt, messages } = proposal;
  await trx
    .insertInto('bank_wordings')
    .values({
      id: template.id,
      template: JSON.stringify({ ...template, examples: [] }),
      sender: message.sender,
      state: doubt === null ? 'asked' : 'refused',
      reason: doubt,
      examples: JSON.stringify(messages.map(({ id: _, ...example }) => example)),
      asked_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const confirmedOf = ({ text, amount, rrn }: LearnedFrom) => ({ text, amountPaise: amount, rrn });

/**
 * 'Not now': the owner is asked again after five more messages.
 *
 * @throws ShopError wording_not_found
 */
export async function askLater(context: ServiceContext, id: string, actor: Actor): Promise<void> {
  const at = context.now();
  await transact(context, async ({ trx }) => {
    const row = await rowOf(trx, id);
    if (row.state !== 'asked' && row.state !== 'refused') throw settled();
    const change = { asked_at: at, decided_by: actor.name, decided_at: at };
    await trx.updateTable('bank_wordings').set(change).where('id', '=', id).execute();
    await writeAudit(trx, { at, actor, action: 'later', entity: 'bank_wording', entityId: id });
  });
}

/**
 * Lets messages of a learned wording confirm by themselves.
 *
 * @throws ShopError wording_not_found; conflict when it is decided or does not read its examples
 */
export async function trustWording(context: ServiceContext, id: string, actor: Actor): Promise<void> {
  const at = context.now();
  await transact(context, async ({ trx }) => {
    const row = await rowOf(trx, id);
    if (row.state !== 'asked') throw settled();
    assertReads(row);
    await decide(trx, { row, state: 'on' }, actor, at);
    const { text } = templateOf(row);
    await writeAudit(trx, { at, actor, action: 'trust', entity: 'bank_wording', entityId: id, after: { text } });
  });
}

/**
 * Switches a wording.
 *
 * @throws ShopError wording_not_found; conflict when it is not decided yet or does not read its
 *   examples
 */
export async function switchWording(context: ServiceContext, id: string, on: boolean, actor: Actor): Promise<void> {
  const at = context.now();
  await transact(context, async ({ trx }) => {
    const row = await rowOf(trx, id);
    if (row.state !== 'on' && row.state !== 'off') throw settled();
    if (on) assertReads(row);
    const state = on ? ('on' as const) : ('off' as const);
    await decide(trx, { row, state }, actor, at);
    const about = { entity: 'bank_wording', entityId: id };
    await writeAudit(trx, { at, actor, action: 'switch', ...about, before: { state: row.state }, after: { state } });
  });
}

function assertReads(row: WordingRow): void {
  if (row.template !== null && !readsExamples(row)) {
    throw new ShopError('conflict', {
      message: 'This wording does not read the messages any more that it was learned from.',
    });
  }
}

async function decide(
  trx: Trx,
  { row, state }: { row: WordingRow; state: 'on' | 'off' },
  actor: Actor,
  at: number,
): Promise<void> {
  const change = { state, decided_by: actor.name, decided_at: at };
  await trx
    .insertInto('bank_wordings')
    .values({ ...row, ...change })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}

/**
 * The row of a wording; a built-in one that was never switched has none yet.
 *
 * @throws ShopError wording_not_found
 */
async function rowOf(trx: Trx, id: string): Promise<WordingRow> {
  const row = await trx.selectFrom('bank_wordings').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return row;
  if (!TEMPLATES.some((template) => template.id === id)) throw new ShopError('wording_not_found');
  const decided = { decided_by: null, decided_at: null };
  return { id, template: null, sender: '', state: 'on', reason: null, examples: '[]', asked_at: 0, ...decided };
}

const settled = () => new ShopError('conflict', { message: 'This wording has already been decided.' });
