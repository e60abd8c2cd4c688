import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shownOf } from '#web/unfinished-script.ts';
import { replaceCart } from './cart.ts';
import { dropDraft, getDraft, isPaying, keepDraft, priceItems, setStep } from './checkout.ts';
import { readText, writeText } from './device.ts';
import { getOrders } from './my-orders.ts';
import { takeOver } from './ordering.ts';
import type { Draft } from './stored-checkout.ts';
import { beginPayment, closePayment, forgetFound, getUnfinished, keepUnfinished } from './unfinished.ts';

const NOW = 1_800_000_000_000;
const item = { product: 'walnuts', name: 'Walnut Kernels', size: '250g', quantity: 1, price: 399, image: '' };
const draft: Draft = {
  orderNumber: 'ORD1795862520418',
  accessToken: 'secret',
  direct: false,
  items: [item],
  pricing: priceItems([item], 33),
  reservedUntil: NOW + 1,
  couponCode: '',
};
const line = { id: 'w', productId: 'walnuts', name: 'Walnut Kernels', size: '250g', price: 399, image: '', stock: 9 };
/** As the server returns an order that it has made of the draft. */
const order = {
  orderNumber: draft.orderNumber,
  accessToken: 'secret',
  status: 'confirmed',
  shippingAddress: {
    name: 'Ananya Iyer',
    phone: '9876543210',
    email: 'ananya@example.com',
    address: '12 Adyar',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600020',
    country: 'India',
  },
  payment: { method: 'upi', status: 'completed', utrNumber: '633216630285' },
} as const;
const found = {
  orderNumber: draft.orderNumber,
  total: 366,
  utr: '633216630285',
  receivedAt: NOW + 9,
  onPaymentPage: false,
};

beforeEach(() => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage, dispatchEvent: () => true });
});
afterEach(() => vi.unstubAllGlobals());

describe('the payment that was begun', () => {
  test('keeps its first time while it is paid again, and begins anew after it was closed', () => {
    beginPayment(draft, NOW);
    beginPayment({ ...draft, reservedUntil: NOW + 2 }, NOW + 5);
    expect(getUnfinished()).toMatchObject({ startedAt: NOW, closed: false, draft: { reservedUntil: NOW + 2 } });
    closePayment();
    expect(getUnfinished()?.closed).toBe(true);
    beginPayment(draft, NOW + 7);
    expect(getUnfinished()).toMatchObject({ startedAt: NOW + 7, closed: false });
    beginPayment({ ...draft, orderNumber: 'ORD1795862520999' }, NOW + 8);
    expect(getUnfinished()?.startedAt).toBe(NOW + 8);
  });

  test('is forgotten once the order that was found has been seen, and only then', () => {
    keepUnfinished({ draft, startedAt: NOW, closed: false, found: null });
    forgetFound(draft.orderNumber);
    expect(getUnfinished()).not.toBeNull();
    keepUnfinished({ draft, startedAt: NOW, closed: false, found });
    forgetFound('ORD1795862520999');
    expect(getUnfinished()?.found).toEqual(found);
    forgetFound(draft.orderNumber);
    expect(getUnfinished()).toBeNull();
  });

  test.each([
    ['open', { closed: false, found: null }],
    [null, { closed: true, found: null }],
    ['found', { closed: false, found }],
    ['found', { closed: true, found }],
  ] as const)('is shown before the page has loaded its scripts: %s', (shown, state) => {
    const odd = { ...draft, items: [{ ...item, name: '"closed":true "found":{' }] };
    keepUnfinished({ draft: odd, startedAt: NOW, ...state });
    expect(shownOf(readText('unfinishedPayment'))).toBe(shown);
  });

  test('nothing is shown without one', () => expect(shownOf(null)).toBeNull());
});

describe('an order that the shop has made of a draft', () => {
  test('is on the device like any other, and the checkout is over', () => {
    keepDraft(draft);
    writeText('paymentUTR', '12345');
    setStep(draft.orderNumber, 'utr', NOW);
    beginPayment(draft, NOW);
    replaceCart([
      { ...line, quantity: 3 },
      { ...line, id: 'a', productId: 'almonds', quantity: 1 },
    ]);
    takeOver(draft, order, NOW);
    const [copy] = getOrders();
    expect(copy).toMatchObject({ orderNumber: draft.orderNumber, accessToken: 'secret', delivery: 'sent', total: 366 });
    expect(copy?.payment).toMatchObject({ status: 'completed', utrNumber: '633216630285', fromBank: true });
    expect([getDraft(), isPaying(NOW), readText('paymentUTR'), getUnfinished()]).toEqual([null, false, null, null]);
    const left = JSON.parse(readText('cart') ?? '[]') as { productId: string; quantity: number }[];
    expect(left.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      ['walnuts', 2],
      ['almonds', 1],
    ]);
  });

  test('leaves a checkout that has begun since as it is', () => {
    const next = { ...draft, orderNumber: 'ORD1795862520999' };
    keepDraft(next);
    replaceCart([{ ...line, quantity: 1 }]);
    takeOver(draft, order, NOW);
    expect(getOrders()).toHaveLength(1);
    expect(getDraft()?.orderNumber).toBe(next.orderNumber);
    expect(JSON.parse(readText('cart') ?? '[]')).toHaveLength(1);
  });

  test('takes the place of the copy that waited here for its UTR', () => {
    keepDraft(draft);
    takeOver(draft, { ...order, status: 'pending', payment: { ...order.payment, status: 'pending' } }, NOW);
    takeOver(draft, order, NOW + 1);
    expect(getOrders().map(({ payment }) => payment)).toMatchObject([{ status: 'completed' }]);
    expect(getOrders()[0]?.payment).not.toHaveProperty('fromBank');
  });
});

test('a draft that nothing was paid for is forgotten, and the cart stays', () => {
  keepDraft(draft);
  writeText('orderNote', 'Please ring');
  replaceCart([{ ...line, quantity: 1 }]);
  dropDraft('ORD1795862520999');
  expect(getDraft()).not.toBeNull();
  dropDraft(draft.orderNumber);
  expect([getDraft(), readText('currentOrderId'), readText('orderNote')]).toEqual([null, null, 'Please ring']);
  expect(JSON.parse(readText('cart') ?? '[]')).toHaveLength(1);
});
