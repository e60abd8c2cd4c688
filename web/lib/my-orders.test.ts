import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '#shop/orders/orders.ts';
import {
  acceptOrder,
  findOrder,
  getOrders,
  keepOrder,
  type LocalOrder,
  openedOrder,
  readLive,
  settleCopy,
  withServerOrder,
} from './my-orders.ts';

const item = {
  product: 'almonds',
  name: 'California Almonds',
  size: '250g',
  quantity: 2,
  price: 299,
  originalPrice: 299,
  image: '',
};
const live: Order = {
  _id: 'ORD1',
  id: 'ORD1',
  orderNumber: 'ORD1',
  paymentMethod: 'upi',
  status: 'pending',
  orderNote: '',
  giftMessage: null,
  items: [item],
  shippingAddress: {
    name: 'Ananya Iyer',
    phone: '9876543210',
    email: 'ananya@example.com',
    address: '12 Adyar',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600020',
    country: 'India',
    addressType: 'home',
  },
  payment: { method: 'upi', status: 'pending', utrNumber: null },
  pricing: { subtotal: 598, shippingCharges: 0, tax: 0, discount: 0, paymentCode: 0, discounts: [], total: 598 },
  needsAttention: [],
  events: [],
  createdAt: 1,
  updatedAt: 1,
  estimatedDelivery: 2,
};

test('the copy of an order takes the names of its items from the server, in the language of the page', () => {
  const copy: LocalOrder = openedOrder(live, 'token');
  const other = { ...item, product: 'mix', name: 'Old Mix' };
  const items = [
    { ...item, name: 'बादाम' },
    { ...other, size: '500g' },
  ];
  const after = withServerOrder({ ...copy, items: [item, other] }, { ...live, items });
  expect(after.items).toEqual([{ ...item, name: 'बादाम' }, other]);
});

test('a copy in the shape of the payload has its UTR and app, but not what it claims of the payment (D24)', () => {
  const { items, shippingAddress } = live;
  const utrNumber = '632400182734';
  const paymentDetails = { utrNumber, method: 'upi', status: 'completed', app: 'paytm' };
  const copy = { id: 'ORD1', items, shippingAddress, paymentDetails, createdAt: '2026-11-20T10:00:00.000Z' };
  expect(acceptOrder(copy)).toMatchObject({
    payment: { status: 'pending', utrNumber, app: 'paytm' },
    createdAt: Date.UTC(2026, 10, 20, 10),
  });
  const payment = { status: 'completed', utrNumber: '', app: '' };
  expect(acceptOrder({ ...copy, payment })).toMatchObject({ payment: { status: 'completed', utrNumber } });
});

/** Storage of a device. */
function stubDevice(): Map<string, string> {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  };
  vi.stubGlobal('window', { localStorage: storage });
  return stored;
}
afterEach(() => vi.unstubAllGlobals());

test('a stored copy has the fields of the payload, with the payment as the shopper told it (R2.3)', () => {
  const stored = stubDevice();
  const payment = { ...live.payment, status: 'completed' as const, utrNumber: '632400182734' };
  keepOrder(openedOrder({ ...live, payment }, 'token'));
  expect(JSON.parse(stored.get('orders') ?? '')).toMatchObject([
    {
      id: 'ORD1',
      items: [item],
      shippingAddress: live.shippingAddress,
      paymentMethod: 'upi',
      orderNote: '',
      subtotal: 598,
      shipping: 0,
      total: 598,
      status: 'pending',
      createdAt: 1,
      estimatedDelivery: 2,
      paymentDetails: { utrNumber: '632400182734', method: 'upi', status: 'pending' },
    },
  ]);
  expect(getOrders()[0]?.payment.status).toBe('completed');
});

test('what a response does not have of an order is as it was sent', async () => {
  stubDevice();
  const payment = { ...live.payment, utrNumber: '632400182734' };
  const sent: LocalOrder = { ...openedOrder({ ...live, payment }, 'secret'), delivery: 'sending' };
  keepOrder(sent);
  const [kept] = getOrders();
  const read = async (order: object) => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true, order: { orderNumber: 'ORD1', ...order } }));
    return (await readLive(sent)).order;
  };
  expect(await read({})).toEqual({ ...live, payment });
  expect(getOrders()).toEqual([{ ...kept, delivery: 'sent' }]);

  const fields = { status: 'confirmed', payment: { status: 'completed' }, pricing: { total: 500 } };
  const at = Date.UTC(2026, 10, 20, 10);
  expect(await read({ ...fields, createdAt: new Date(at), updatedAt: new Date(at + 1) })).toEqual({
    ...live,
    status: 'confirmed',
    createdAt: at,
    updatedAt: at + 1,
    payment: { ...payment, status: 'completed' },
    pricing: { ...live.pricing, total: 500 },
  });
  expect(getOrders()).toEqual([
    {
      ...kept,
      delivery: 'sent',
      status: 'confirmed',
      total: 500,
      payment: { ...sent.payment, status: 'completed' },
    },
  ]);
});

test.each([
  ['that the server knows as an earlier one', 'ORD2', {}, 'secret'],
  ['that the server knows as an earlier one, and gives its secret', 'ORD2', { accessToken: 'other' }, 'other'],
  ['that the server has taken', 'ORD1', {}, 'secret'],
])('an order %s has one copy, which opens it', (_, sent, more, accessToken) => {
  stubDevice();
  const copy = openedOrder(live, 'secret');
  keepOrder({ ...copy, id: 'ORD0', orderNumber: 'ORD0' });
  keepOrder(copy);
  if (sent !== 'ORD1') keepOrder({ ...copy, id: sent, orderNumber: sent, accessToken: 'new', createdAt: 9 });
  settleCopy(sent, { ...live, ...more });
  settleCopy('ORD9', live);
  expect(
    getOrders()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['ORD0', 'ORD1']);
  expect(findOrder(getOrders(), sent)).toMatchObject({ orderNumber: 'ORD1', accessToken });
});
