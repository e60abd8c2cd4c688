import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Rows that are read at once. */
const BATCH = 500;

/** Kind of the event, its note, and the code of that sentence. */
const FIXED = [
  ['utr', 'UTR received', 'utrReceived'],
  ['utr', 'The same UTR again', 'utrAgain'],
  ['status', 'Reopened: the UTR has arrived', 'utrReopened'],
  ['payment', 'Payment verified', 'paymentVerified'],
  ['payment', 'Payment is being checked again', 'paymentChecked'],
] as const;

const NOT_PAID = /^We did not receive a payment reference \(UTR\) within (\d+) hours?\. .*$/;
const TAKEN_BACK = /^The bank took back ₹([\d,]+(?:\.\d\d)?) \(UTR (\w+)\)$/;
const REFUND_SENT = /^Refund of ₹([\d,]+(?:\.\d\d)?) sent(?:, reference (.+))?$/;
const DECIDED = /^(Payment withdrawn|Payment not verified): ([\s\S]*)$/;

/**
 * What the shop itself says about an order is stored as a code with its values
 * (shop/orders/sentences.ts), no longer in English. A note that is none of these sentences stays as
 * it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_events add column sentence text`.execute(db);
  await sql`alter table orders add column payment_sentence text`.execute(db);
  await sql`alter table orders add column cancel_sentence text`.execute(db);
  for (const [kind, note, say] of FIXED) {
    await sql`update order_events set note = '', sentence = ${JSON.stringify({ say })}
      where kind = ${kind} and note = ${note}`.execute(db);
  }
  const events = { table: 'order_events', key: 'id', note: 'note', sentence: 'sentence' };
  await move(db, events, sql`kind = 'refund'`, refundSent);
  await move(db, events, sql`kind = 'payment'`, decided);
  await move(db, events, sql`kind = 'cancelled' and author = 'shop'`, notPaid);
  const orders = { table: 'orders', key: 'order_number' };
  const payment = { ...orders, note: 'payment_note', sentence: 'payment_sentence' };
  await move(db, payment, sql`payment_status = 'failed'`, takenBack);
  const cancelled = { ...orders, note: 'cancel_reason', sentence: 'cancel_sentence' };
  await move(db, cancelled, sql`status = 'cancelled'`, notPaid);
}

/** The sentence that a note is; undefined for a note of a person. */
type Reading = (note: string) => object | undefined;

/** Moves the notes of these rows that are sentences of the shop. */
async function move(
  db: Kysely<unknown>,
  names: Record<'table' | 'key' | 'note' | 'sentence', string>,
  which: RawBuilder<unknown>,
  read: Reading,
): Promise<void> {
  const table = sql.table(names.table);
  const [key, note, sentence] = [sql.ref(names.key), sql.ref(names.note), sql.ref(names.sentence)];
  for (let last: string | undefined = ''; last !== undefined; ) {
    const { rows }: { rows: { key: string; note: string }[] } = await sql<{ key: string; note: string }>`
      select ${key} as key, ${note} as note from ${table}
      where ${which} and ${note} != '' and ${key} > ${last} order by ${key} limit ${sql.lit(BATCH)}`.execute(db);
    for (const row of rows) {
      const found = read(row.note);
      if (!found) continue;
      await sql`update ${table} set ${note} = '', ${sentence} = ${JSON.stringify(found)}
        where ${key} = ${row.key}`.execute(db);
    }
    last = rows.at(-1)?.key;
  }
}

function refundSent(note: string): object | undefined {
  const [, amount, reference = null] = REFUND_SENT.exec(note) ?? [];
  return amount === undefined ? undefined : { say: 'refundSent', amount: paiseOf(amount), reference };
}

function takenBack(note: string): object | undefined {
  const [, amount, utr] = TAKEN_BACK.exec(note) ?? [];
  return amount === undefined ? undefined : { say: 'takenBack', amount: paiseOf(amount), utr };
}

function decided(note: string): object | undefined {
  const [, decision, why] = DECIDED.exec(note) ?? [];
  if (why === undefined) return undefined;
  const withdrawn = decision === 'Payment withdrawn';
  const byBank = takenBack(why);
  return byBank
    ? { ...byBank, say: withdrawn ? 'paymentTakenBack' : 'paymentMissed' }
    : { say: withdrawn ? 'paymentWithdrawn' : 'paymentRejected', why };
}

function notPaid(note: string): object | undefined {
  const [, hours] = NOT_PAID.exec(note) ?? [];
  return hours === undefined ? undefined : { say: 'notPaid', hours: Number(hours) };
}

/** '1,036.50' → 103650 */
function paiseOf(amount: string): number {
  const [rupees, rest = '00'] = amount.replaceAll(',', '').split('.');
  return Number(`${rupees}${rest}`);
}
