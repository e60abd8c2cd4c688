import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '#shop/orders/orders.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { addProduct } from '#tests/factories.ts';
import { action } from './actions.ts';
import { COUPONS } from './coupons.ts';
import { SIZES, Story } from './play.ts';
import { checkTruths } from './truths.ts';

/**
 * Random stories of two shoppers, concurrent buyers and an admin: carts, drafts, orders (also the
 * same one three times at once), cancellations, time, accepted and failed payments, shipping,
 * deliveries, stock and price edits, sizes removed and added again. After each step the result and
 * the whole database must match the model (shop.ts), and the invariants I1–I6 of docs/invariants.md
 * must hold (truths.ts).
 *
 * `npm run verify` runs 2,000 stories on SQLite and 1,000 on PostgreSQL (project `postgres`, with
 * TEST_DATABASE_URL). PGlite runs the same SQL about ten times slower in the thread of the test, so
 * it gets a sample. MODEL_STORIES sets the number.
 */
const LONG = process.env.LONG_TESTS === '1';
const STORIES = Number(
  process.env.MODEL_STORIES ??
    (dialect === 'pglite' ? (LONG ? 150 : 15) : LONG ? (dialect === 'postgres' ? 1_000 : 2_000) : 100),
);

const TABLES = [
  'pay_links',
  'order_returns',
  'mail_outbox',
  'customers',
  'reversed_invoices',
  'credit_notes',
  'credit_note_series',
  'invoices',
  'invoice_series',
  'payments',
  'order_events',
  'order_attention',
  'holds',
  'claims',
  'coupon_uses',
  'coupons',
  'order_lines',
  'orders',
  'stock_changes',
  'product_sizes',
  'audit_log',
] as const;

async function begin(t: TestApp): Promise<void> {
  const statements = TABLES.map((table) => `delete from ${table}`);
  // PostgreSQL accepts all statements in one query.
  for (const text of dialect === 'postgres' ? [statements.join(';')] : statements) await sql.raw(text).execute(t.db);
  await t.db
    .insertInto('product_sizes')
    .values(
      SIZES.map(({ product, size, price, stock }, position) => ({
        product_id: product,
        size,
        position,
        price,
        original_price: price,
        stock,
      })),
    )
    .execute();
  await t.db.updateTable('products').set({ status: 'Active' }).execute();
  await t.db
    .insertInto('coupons')
    .values(
      COUPONS.map(({ id, code, percent, minOrder, maxUses, perPhone }) => ({
        id,
        code: code || null,
        name: 'An offer',
        kind: 'percent' as const,
        value: percent,
        min_order: minOrder,
        max_uses: maxUses,
        per_phone: perPhone,
        scope: 'all' as const,
        created_at: t.clock.now(),
      })),
    )
    .execute();
}

test(`${STORIES} random stories keep every invariant (I1–I6)`, { timeout: 600_000 }, async () => {
  await using t = await testApp();
  await addProduct(t.db);
  await addProduct(t.db, { id: 'raisins', name: 'Raisins' });
  let steps = 0;
  const ends = new Map<string, number>();
  const couponed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 30, size: 'max' }), async (actions) => {
      await begin(t);
      const story = new Story(t);
      for (const one of actions) {
        await story.play(one);
        await t.services.invoices.issueDue();
        // A cart exists only on the device.
        if (one.do !== 'cart') await checkTruths(t, story.model);
        steps++;
      }
      for (const { status, coupon, attention } of story.model.orders) {
        ends.set(status, (ends.get(status) ?? 0) + 1);
        if (status !== 'draft' && coupon) couponed.add(coupon.id);
        if (attention.includes('coupon_lost')) couponed.add('lost');
      }
    }),
    { numRuns: STORIES },
  );
  // The stories reach every status and every outcome of a coupon, so no check above is vacuous.
  if (STORIES >= 2_000) expect([...couponed].sort()).toEqual(['cpn_auto', 'cpn_few', 'cpn_once', 'lost']);
  if (STORIES >= 2_000) expect([...ends.keys()].sort()).toEqual([...ORDER_STATUSES].sort());
  expect(steps).toBeGreaterThan(STORIES * 8);
});
