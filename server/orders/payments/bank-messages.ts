import type { Selectable } from 'kysely';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { BankMessagesTable } from '#server/database/schema-bank.ts';
import { type Reader, type Trx, transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { findOrder } from '#shop/bank/finder.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { formatPaise, toRupees } from '#shop/money/money.ts';
import { isOver } from '#shop/orders/order-status.ts';
import type { BankMessage } from '#shop/orders/payments/bank-messages-api.ts';
import type { OrderFacts } from '#shop/orders/payments/match.ts';
import { bankOfKey, bankTitle, sendersOf } from '#shop/orders/payments/own-accounts.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import { cleanLine } from '#shop/text/text.ts';
import type { WaitingMessage } from './bank-messages-understand.ts';
import { ordersByUtr, proofOrder } from './candidates.ts';
import { type LedgerReport, lockLedger, recordReports } from './ledger.ts';
import { matchByStaff } from './match-by-staff.ts';
import type { ProofDeps } from './proof.ts';
import { digest } from './reports.ts';
import { learnWording } from './wordings.ts';

/**
 * Messages that wait for a person (D62). The finder shows the order whose UTR and total stand in
 * the text; nothing confirms by itself.
 */

export type MessageRow = Selectable<BankMessagesTable>;

const DAY_MS = 86_400_000;
const KEPT_MS = 60 * DAY_MS;
/**
 * Of all, and of senders that nobody knows: whoever has the secret address could write any number
 * of them.
 */
const MOST = { all: 2_000, unknown: 500 };

/** Keeps a message for a person, once. Returns its id. */
export async function keepMessage(trx: Trx, message: WaitingMessage, now: number): Promise<string> {
  const row = toRow(message, now);
  const inserted = await trx
    .insertInto('bank_messages')
    .values(row)
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    const known = trx.selectFrom('bank_messages').select('id').where('fingerprint', '=', row.fingerprint);
    return (await known.executeTakeFirstOrThrow()).id;
  }
  await trx
    .deleteFrom('bank_messages')
    .where('created_at', '<', now - KEPT_MS)
    .execute();
  await dropOldest(trx, inserted.id, MOST.all);
  await dropOldest(trx, inserted.id, MOST.unknown, 'sender_unknown');
  return inserted.id;
}

/** Keeps `newest` and so many others. */
async function dropOldest(trx: Trx, newest: string, most: number, reason?: 'sender_unknown'): Promise<void> {
  const others = trx.selectFrom('bank_messages').select('id').where('id', '!=', newest);
  let waiting = others.where('status', '=', 'waiting');
  if (reason) waiting = waiting.where('reason', '=', reason);
  const rows = await waiting
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(most)
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom('bank_messages').where('id', 'in', ids).execute();
}

/** The row of a message that waits. */
export function toRow(message: WaitingMessage, now: number): MessageRow {
  const { source, key, text, bank, reason, wording, numbers, amounts, receivedAt } = message;
  return {
    id: newId('msg'),
    fingerprint: fingerprintOf(message),
    via: source,
    sender: cleanLine(key),
    bank,
    text,
    subject: cleanLine(message.subject).slice(0, 300),
    received_at: receivedAt,
    created_at: now,
    reason,
    wording,
    numbers: JSON.stringify(numbers),
    amounts: JSON.stringify(amounts),
    status: 'waiting' as const,
    order_number: null,
    amount: null,
    rrn: null,
    decided_by: null,
    decided_at: null,
  };
}

const fingerprintOf = ({ source, key, text }: Pick<WaitingMessage, 'source' | 'key' | 'text'>) =>
  digest([source, key, text.replace(/\s+/g, ' ').trim()]);

/** Messages as the API returns them, each with the waiting order that it names. */
export async function toBankMessages(db: Reader, rows: readonly MessageRow[]): Promise<BankMessage[]> {
  const waiting = rows.filter(({ status }) => status === 'waiting');
  const orders = await ordersByUtr(db, waiting.flatMap(numbersOf));
  return rows.map((row) => ({
    id: row.id,
    via: row.via,
    sender: row.sender,
    bank: row.bank,
    subject: row.subject,
    text: row.text,
    bankName: row.bank === null ? null : bankTitle(row.bank),
    receivedAt: row.received_at,
    reason: row.reason,
    status: row.status,
    orderNumber: row.order_number,
    order: row.status === 'waiting' ? suggestedFor(row, orders) : null,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  }));
}

const numbersOf = ({ numbers }: MessageRow) => JSON.parse(numbers) as string[];
const amountsOf = ({ amounts }: MessageRow) => JSON.parse(amounts) as number[];

function suggestedFor(row: MessageRow, orders: ReadonlyMap<string, OrderFacts[]>): BankMessage['order'] {
  const numbers = numbersOf(row);
  const open = numbers.flatMap((number) => orders.get(number) ?? []).filter(isWaiting);
  const number = findOrder({ numbers, amounts: amountsOf(row) }, open);
  const order = open.find(({ orderNumber }) => orderNumber === number);
  if (!order) return null;
  return { orderNumber: order.orderNumber, total: toRupees(order.total), name: order.name, utr: order.utr ?? '' };
}

const isWaiting = ({ payment, status, proven }: OrderFacts) => payment !== 'completed' && !proven && !isOver(status);

/** One page of messages, newest first. */
export async function listMessages(
  db: Reader,
  query: { status: MessageRow['status']; sender?: string | undefined; page: number; limit: number },
) {
  let filtered = db.selectFrom('bank_messages').where('status', '=', query.status);
  if (query.sender !== undefined) filtered = filtered.where('sender', '=', query.sender);
  const { total } = await filtered.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await filtered
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const pagination = withNames(paginate(query, Number(total)), 'totalMessages');
  return { messages: await toBankMessages(db, rows), pagination };
}

export async function countWaiting(db: Reader): Promise<number> {
  const waiting = db.selectFrom('bank_messages').where('status', '=', 'waiting');
  const { count } = await waiting.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

export async function messageById(db: Reader, id: string): Promise<BankMessage> {
  const [message] = await toBankMessages(db, [await rowById(db, id)]);
  if (!message) throw new ShopError('bank_message_not_found');
  return message;
}

async function rowById(db: Reader, id: string): Promise<MessageRow> {
  const row = await db.selectFrom('bank_messages').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ShopError('bank_message_not_found');
  return row;
}

/**
 * A person says that a message tells of the payment of an order: its credit is recorded and
 * matched. The shop learns from the message.
 *
 * @returns the id of the credit
 * @throws ShopError bank_message_not_found, order_not_found; conflict, amount_differs when the text
 *   does not name its UTR and its total; see `matchByStaff`
 */
export async function confirmByMessage(
  context: ServiceContext,
  deps: ProofDeps,
  settings: ProofSettings,
  { id, orderNumber }: { id: string; orderNumber: string },
  actor: Actor,
): Promise<string> {
  const { db } = context.database;
  const row = await rowById(db, id);
  if (row.status !== 'waiting') throw decided();
  const order = await placedOrder(db, orderNumber);
  if (order.payment === 'completed') throw new ShopError('payment_settled');
  const report = reportFor(row, order, settings);
  const creditId = await transact(context, async ({ trx }) => {
    await lockLedger(trx);
    const [recorded] = await recordReports(trx, [report], context.now());
    return recorded?.creditId ?? '';
  });
  await matchByStaff(context, deps, { creditId, orderNumber, acceptAmount: false }, actor);
  const at = context.now();
  await transact(context, async ({ trx }) => {
    const confirmed = {
      status: 'confirmed' as const,
      order_number: orderNumber,
      amount: report.amount,
      rrn: report.rrn,
    };
    await moveMessage(trx, row, { ...confirmed, decided_by: actor.name, decided_at: at });
    const after = { order: orderNumber, credit: creditId };
    await writeAudit(trx, { at, actor, action: 'confirm', entity: 'bank_message', entityId: id, after });
    await learnFrom(trx, row, settings, at);
  });
  return creditId;
}

/** @throws ShopError order_not_found */
async function placedOrder(db: Reader, orderNumber: string): Promise<OrderFacts> {
  const orders = db.selectFrom('orders').selectAll().where('order_number', '=', orderNumber);
  const row = await orders.where('status', '!=', 'draft').executeTakeFirst();
  if (!row) throw new ShopError('order_not_found');
  return proofOrder(row);
}

/**
 * What the person says that the message says: this order's UTR and total. Which of its numbers is
 * the bank's is not known, so all of them are references of the credit: another report of the
 * payment must not prove a second order.
 */
function reportFor(row: MessageRow, order: OrderFacts, { accounts }: ProofSettings): LedgerReport {
  const numbers = numbersOf(row);
  const isAccount = (number: string) => accounts.some(({ tail }) => tail !== '' && number.endsWith(tail));
  const twelve = numbers.filter((number) => /^\d{12}$/.test(number) && !isAccount(number));
  const rrn = order.utr ?? (twelve.length === 1 ? (twelve[0] ?? null) : null);
  if (rrn === null || !numbers.includes(rrn.toUpperCase())) {
    throw new ShopError('conflict', { message: 'This message does not name the UTR of the order.' });
  }
  if (!amountsOf(row).includes(order.total)) {
    throw new ShopError('amount_differs', { message: `This message does not name ${formatPaise(order.total)}.` });
  }
  return {
    source: row.via,
    fingerprint: row.fingerprint,
    importId: '',
    returned: false,
    mayConfirm: false,
    amount: order.total,
    day: isoDay(row.received_at),
    minute: null,
    at: row.received_at,
    rrn,
    refs: [...new Set([rrn, ...twelve])],
    account: null,
    receivedAt: row.received_at,
    sender: row.sender,
    raw: row.text,
    wording: null,
    reading: { bank: row.bank, channel: 'upi', payerVpa: null, payerName: null, note: null },
  };
}

/** Learns from a confirmed message of a sender whose bank is known. */
export async function learnFrom(trx: Trx, row: MessageRow, settings: ProofSettings, now: number): Promise<void> {
  if (row.via === 'text') return;
  const isApp = row.via === 'sms' && row.sender.includes('.');
  const bank = row.bank ?? bankOfKey(row.sender, sendersOf(settings));
  if (bank === null) return;
  await learnWording(trx, { id: row.id, sender: row.sender, via: isApp ? 'app' : row.via, bank }, now);
}

/**
 * Sets a message aside, or lets it wait again.
 *
 * @throws ShopError bank_message_not_found; conflict when it has another status
 */
export async function setAside(context: ServiceContext, id: string, aside: boolean, actor: Actor): Promise<void> {
  const at = context.now();
  await transact(context, async ({ trx }) => {
    const row = await rowById(trx, id);
    if (row.status !== (aside ? 'waiting' : 'dismissed')) throw decided();
    const change = aside
      ? { status: 'dismissed' as const, decided_by: actor.name, decided_at: at }
      : { status: 'waiting' as const, decided_by: null, decided_at: null };
    await moveMessage(trx, row, change);
    const action = aside ? 'dismiss' : 'open';
    await writeAudit(trx, { at, actor, action, entity: 'bank_message', entityId: id });
  });
}

/** @throws ShopError conflict when somebody else has decided it meanwhile */
async function moveMessage(
  trx: Trx,
  { id, status }: MessageRow,
  change: Partial<MessageRow> & Pick<MessageRow, 'status'>,
): Promise<void> {
  const moved = trx.updateTable('bank_messages').set(change).where('id', '=', id).where('status', '=', status);
  const { numUpdatedRows } = await moved.executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw decided();
}

const decided = () => new ShopError('conflict', { message: 'This message has already been decided.' });
