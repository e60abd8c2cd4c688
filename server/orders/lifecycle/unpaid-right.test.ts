import { expect, test } from 'vitest';
import { NEEDS_VERIFIED, nextStatuses, type OrderStatus } from '#shop/orders/order-status.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ENDPOINTS } from '#tests/contract.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/** Whoever has no right to verify payments does not decide about money (D39). */

const MANAGER = {
  email: 'kavya@kishmish.test',
  password: 'kettle-drum-orchard-9',
  name: 'Kavya',
  role: 'manager' as const,
};

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
  const owner = t.auth(await t.adminToken());
  await t.services.accounts.addUser(MANAGER);
  const manager = t.auth((await t.post('/api/auth/admin-login', MANAGER)).body.token);
  const { team } = (await t.get('/api/auth/team', owner)).body;
  const { id } = team.find(({ email }: { email: string }) => email === MANAGER.email);
  const setRight = async (mayVerifyPayments: boolean) => {
    expect((await t.put(`/api/auth/team/${id}`, { mayVerifyPayments }, owner)).status).toBe(200);
  };
  return Object.assign(t, { owner, manager, setRight });
}

/** The numbers of new orders whose payment is not verified, in this status. */
async function unpaidOrder(t: TestApp & { owner: Record<string, string> }, status: OrderStatus, utr: number) {
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(utr)))).body.order as { orderNumber: string };
  await t.db.updateTable('orders').set({ status }).where('order_number', '=', orderNumber).execute();
  return orderNumber;
}

const statusNow = async (t: TestApp, orderNumber: string) => (await t.services.orders.forStaff(orderNumber)).status;

/** Whether the goods leave the shop: to a courier, or over the counter. */
const leaves = (from: OrderStatus, to: OrderStatus) =>
  to === 'shipped' || (to === 'delivered' && ['confirmed', 'processing'].includes(from));

/** Every move of an unpaid order, and whether it decides about money. */
const MOVES = (['pending', 'confirmed', 'processing', 'shipped', 'out_for_delivery', 'delivered'] as const).flatMap(
  (from) =>
    nextStatuses(from).map((to) => [from, to, to !== 'cancelled' && (from === 'pending' || leaves(from, to))] as const),
);

test('a manager without the right moves no unpaid order on, with or without confirmUnpaid; one with it does', async () => {
  await using t = await shop();
  let utr = 0;
  for (const [from, to, decides] of MOVES) {
    for (const confirmUnpaid of [true, false]) {
      await t.setRight(false);
      const orderNumber = await unpaidOrder(t, from, utr++);
      const body = { status: to, confirmUnpaid, note: 'Wanted' };
      const move = () => t.put(`/api/orders/${orderNumber}/status`, body, t.manager);
      const refused = await move();
      const unconfirmed = leaves(from, to) && !confirmUnpaid;
      expect([from, to, refused.status]).toEqual([from, to, decides ? 403 : 200]);
      if (!decides) continue;
      expect([refused.body.message, await statusNow(t, orderNumber)]).toEqual([NEEDS_VERIFIED, from]);
      await t.setRight(true);
      expect([from, to, (await move()).status]).toEqual([from, to, unconfirmed ? 409 : 200]);
    }
  }
});

test('a courier file with the number of an unpaid order ships nothing', async () => {
  await using t = await shop();
  await t.setRight(false);
  const orderNumber = await unpaidOrder(t, 'confirmed', 1);
  const file = `Order Number,AWB,Courier\n${orderNumber},1234567890,Delhivery\n`;
  const sent = await t.post('/api/orders/tracking-file', { courier: 'shiprocket', file, dryRun: false }, t.manager);
  expect([sent.status, sent.body.lines?.[0]?.outcome]).toEqual([200, 'problem']);
  expect(await statusNow(t, orderNumber)).toBe('confirmed');
});

test('no other call takes confirmUnpaid', () => {
  const taking = ENDPOINTS.filter(({ endpoint }) => {
    const { body } = endpoint;
    return body !== undefined && 'shape' in body && 'confirmUnpaid' in (body.shape as object);
  });
  expect(taking.map(({ key }) => key)).toEqual(['PUT /orders/:id/status']);
});
