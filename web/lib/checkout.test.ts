import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CartLine } from '#shop/orders/cart.ts';
import {
  doneSteps,
  forgetAbandoned,
  getUtr,
  isPaying,
  priceItems,
  stepAt,
  toItems,
  tryAgain,
  withoutBought,
} from './checkout.ts';
import { acceptDiscounts } from './discounts.ts';
import { acceptAddress, acceptChoice, acceptDraft, acceptProgress } from './stored-checkout.ts';

const line = (productId: string, quantity: number, more: Partial<CartLine> = {}): CartLine => ({
  id: `${productId}-250g`,
  productId,
  name: productId,
  size: '250g',
  price: 299.5,
  quantity,
  image: '',
  stock: 9,
  ...more,
});

describe('whether a shopper may be paying', () => {
  afterEach(() => vi.unstubAllGlobals());

  const draft = JSON.stringify({
    orderNumber: 'ORD1',
    accessToken: 'token',
    items: toItems([line('almonds', 1)]),
    pricing: { total: 299.5 },
  });
  const step = JSON.stringify({ orderNumber: 'ORD1', step: 'instructions', since: 1_000 });
  test.each([
    ['an open step', { draftOrder: draft, paymentInProgress: step }, true],
    ['an opened app', { draftOrder: draft, waitingForPayment: '1000' }, true],
    ['a draft alone', { draftOrder: draft }, false],
    ['what outlived its order', { paymentInProgress: step, waitingForPayment: '1000' }, false],
  ] as [string, Record<string, string>, boolean][])('%s', (_, stored, paying) => {
    vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored[key] ?? null } });
    expect(isPaying(2_000)).toBe(paying);
  });
});

describe("'Try Again'", () => {
  afterEach(() => vi.unstubAllGlobals());

  const before = {
    cart: '[]',
    directOrder: '[]',
    draftOrder: '{}',
    currentOrderId: 'ORD1',
    tabOrder: 'ORD1',
    orderNote: 'x',
    giftMessage: '',
    paymentInProgress: '{}',
    waitingForPayment: '1',
    paymentUTR: '6',
    paymentMethod: '{}',
    couponCode: 'C',
  };
  test.each([
    [
      'keeps the draft for the next one, since it may hold the last pieces',
      false,
      { nextDraft: '{}', shippingAddress: '{}' },
    ],
    ['forgets a draft that has become an order', true, { shippingAddress: '{}' }],
  ])('%s, and Undo brings all of it back', (_, ordered, left) => {
    const stored = new Map(Object.entries({ ...before, shippingAddress: '{}' }));
    /**
     * After each step: another tab may request a draft at that moment, and would get a second one
     * without this.
     */
    const drafts = new Set<string | undefined>();
    const noted = <T>(result: T): T => {
      drafts.add(stored.get('draftOrder') ?? stored.get('nextDraft'));
      return result;
    };
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => noted(stored.set(key, text)),
      removeItem: (key: string) => noted(stored.delete(key)),
    };
    vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage, dispatchEvent: () => true });
    const undo = tryAgain(ordered);
    expect(Object.fromEntries(stored)).toEqual(left);
    undo();
    expect(Object.fromEntries(stored)).toEqual({ ...before, shippingAddress: '{}' });
    if (!ordered) expect([...drafts]).toEqual(['{}']);
  });

  test('the lines of cart and direct order can be restored later, but not after Undo', () => {
    const stored = new Map([
      ['cart', JSON.stringify([line('almonds', 2), line('raisins', 1)])],
      ['directOrder', JSON.stringify([line('almonds', 1)])],
    ]);
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    };
    vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage, dispatchEvent: () => true });
    const undo = tryAgain(false);
    expect(JSON.parse(stored.get('clearedCart') ?? '')).toMatchObject([
      { productId: 'almonds', quantity: 3 },
      { productId: 'raisins', quantity: 1 },
    ]);
    undo();
    expect(stored.has('clearedCart')).toBe(false);
  });
});

describe('what is left of an earlier payment when the next one begins', () => {
  afterEach(() => vi.unstubAllGlobals());

  const day = 86_400_000;
  const utr = { paymentUTR: '632401234567' };
  const step = (since: number) => JSON.stringify({ orderNumber: 'ORD1', step: 'utr', since });
  test.each([
    ['abandoned days ago', { ...utr, paymentInProgress: step(5), waitingForPayment: '9' }, {}],
    ['its step alone', { ...utr, paymentInProgress: step(5) }, {}],
    ['its app alone', { ...utr, waitingForPayment: '9' }, {}],
    ['a UTR typed for this attempt', { ...utr, waitingForPayment: String(2 * day) }, 'all'],
    ['a step of today', { ...utr, paymentInProgress: step(2 * day), waitingForPayment: '9' }, 'all'],
    ['a UTR alone, from the code on the page', utr, 'all'],
    [
      'the UTR of the payment record, abandoned days ago',
      { ...utr, paymentInProgress: step(5), paymentMethod: '{"method":"upi","utrNumber":"632401234567"}' },
      { paymentMethod: expect.not.stringContaining('632401234567') },
    ],
  ] as [string, Record<string, string>, object | 'all'][])('%s', (_, before, left) => {
    const stored = new Map(Object.entries(before));
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    };
    vi.stubGlobal('window', { localStorage: storage });
    forgetAbandoned(2 * day + 60_000);
    expect(Object.fromEntries(stored)).toEqual(left === 'all' ? before : left);
  });
});

test.each([
  ['as typed', { paymentUTR: '6324' }, '6324'],
  ['that the shopper has removed', { paymentUTR: '' }, ''],
  ['of the payment record', {}, '632401234567'],
  ['of none', { paymentMethod: '{"method":"upi"}' }, ''],
] as [string, Record<string, string>, string][])('the UTR %s', (_, more, utr) => {
  const stored: Record<string, string> = { paymentMethod: '{"method":"upi","utrNumber":"632401234567"}', ...more };
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored[key] ?? null } });
  expect(getUtr()).toBe(utr);
  vi.unstubAllGlobals();
});

describe('the steps of a payment', () => {
  const began = 1_000_000;
  const at = (step: 'instructions' | 'verifying' | 'utr' | 'creating' | 'confirm') => ({
    orderNumber: 'ORD1',
    step,
    since: began,
  });

  test('the instructions stay open until the app has opened', () => {
    expect(stepAt(at('instructions'), null, began + 60_000)).toEqual({
      step: 'instructions',
      since: began,
      secondsLeft: 0,
    });
  });

  test.each([
    [900, 'instructions', 0],
    [1_000, 'verifying', 20],
    [1_001, 'verifying', 20],
    [2_000, 'verifying', 19],
    [20_999, 'verifying', 1],
    [21_000, 'utr', 0],
    [3_600_000, 'utr', 0],
  ])('%i ms after the app opened: %s', (passed, step, secondsLeft) => {
    expect(stepAt(at('instructions'), began, began + passed)).toMatchObject({ step, secondsLeft });
  });

  test('an app that was opened for an earlier attempt does not end the instructions of this one', () => {
    for (const age of [5_000, 3 * 86_400_000]) {
      expect(stepAt(at('instructions'), began - age, began + 60_000)).toMatchObject({ step: 'instructions' });
    }
  });

  test('the countdown runs from the start of its step', () => {
    expect(stepAt(at('verifying'), null, began + 5_500)).toMatchObject({ step: 'verifying', secondsLeft: 15 });
    expect(stepAt(at('verifying'), null, began - 5)).toMatchObject({ secondsLeft: 20 });
  });

  test('the other steps do not advance with time', () => {
    for (const step of ['utr', 'creating', 'confirm'] as const) {
      expect(stepAt(at(step), began, began + 90_000)).toMatchObject({ step });
    }
  });

  test('a payment without activity for a day is not resumed', () => {
    expect(stepAt(at('utr'), began, began + 25 * 3_600_000)).toBeNull();
    expect(stepAt(null, null, began)).toBeNull();
  });
});

describe('stored values are validated', () => {
  test.each([[null], ['text'], [{}], [{ orderNumber: 'ORD1', step: 'paid' }], [{ step: 'utr' }], [[]]])(
    '%j is not a payment progress',
    (value) => {
      expect(acceptProgress(value)).toBeNull();
    },
  );

  test('a draft without items, number, access token or total is rejected', () => {
    const draft = {
      orderNumber: 'ORD1',
      accessToken: 'secret',
      items: [{ product: 'a', name: 'A', size: '250g', quantity: 2, price: 10, image: '' }],
      pricing: { subtotal: 20, discount: 0, total: 20 },
      reservedUntil: 5,
    };
    expect(acceptDraft(draft)).toMatchObject({ orderNumber: 'ORD1', direct: false, reservedUntil: 5 });
    for (const wrong of [
      { items: [] },
      { orderNumber: '' },
      { accessToken: 1 },
      { pricing: { total: 'x' } },
      { items: [{ product: '' }] },
    ]) {
      expect(acceptDraft({ ...draft, ...wrong })).toBeNull();
    }
  });

  test('an address with the older field names is accepted', () => {
    expect(acceptAddress({ firstName: 'Ananya', lastName: 'Iyer', street: 'x', zipCode: '600020' })).toMatchObject({
      name: 'Ananya Iyer',
      address: 'x',
      pincode: '600020',
      country: 'India',
    });
    expect(acceptAddress({ name: 'Ananya Iyer' })).toMatchObject({ firstName: 'Ananya', lastName: 'Iyer' });
    expect(acceptAddress([])).toBeNull();
  });

  test('a payment choice needs a method or an app', () => {
    expect(acceptChoice({ method: 'upi' })).toMatchObject({ appId: 'other', confirmed: true });
    expect(acceptChoice({ appId: 'paytm', confirmed: false })).toMatchObject({ app: 'Paytm', confirmed: false });
    expect(acceptChoice({})).toBeNull();
  });
});

describe('pricing and cart lines', () => {
  test('rupees add up exactly, and the offer is subtracted', () => {
    const items = toItems([line('a', 3), line('b', 1, { price: 0.1 })]);
    const online = { kind: 'online_offer', label: 'Online payment offer', amount: 33 } as const;
    const coupon = { kind: 'coupon', label: 'Coupon TENOFF', amount: 89.86 } as const;
    expect(priceItems(items)).toEqual({ subtotal: 898.6, discount: 0, discounts: [], total: 898.6 });
    expect(priceItems(items, 33)).toEqual({ subtotal: 898.6, discount: 33, discounts: [online], total: 865.6 });
    expect(priceItems(items, 33, [coupon])).toEqual({
      subtotal: 898.6,
      discount: 122.86,
      total: 775.74,
      discounts: [coupon, online],
    });
  });

  test('a draft from before coupons has the online payment offer only; unreadable discounts are left out', () => {
    const coupon = { kind: 'coupon', code: 'TENOFF', label: 'Coupon TENOFF', amount: 10 } as const;
    const offer = { kind: 'coupon', label: 'Combo week', amount: 10 } as const;
    expect(acceptDiscounts(undefined, 33)).toEqual([
      { kind: 'online_offer', label: 'Online payment offer', amount: 33 },
    ]);
    expect(acceptDiscounts(undefined, 0)).toEqual([]);
    expect(acceptDiscounts([{ ...offer, code: 7 }], 10)).toEqual([offer]);
    expect(acceptDiscounts([coupon, { label: '', amount: 1 }, { label: 'x', amount: -1 }, null], 10)).toEqual([coupon]);
  });

  test('bought items leave the cart, items added meanwhile stay', () => {
    const bought = toItems([line('a', 2), line('b', 1)]);
    expect(withoutBought([line('a', 3), line('b', 1), line('c', 1)], bought)).toEqual([line('a', 1), line('c', 1)]);
    expect(withoutBought([line('a', 2, { size: '500g' })], bought)).toHaveLength(1);
  });
});

describe('the steps of the checkout that are done', () => {
  const address = acceptAddress({
    name: 'Ananya Iyer',
    address: '12 Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600020',
  });
  const choice = (confirmed: boolean) => acceptChoice({ method: 'upi', appId: 'phonepe', confirmed });

  test.each([
    ['nothing is on the device', null, null, '', []],
    ['the address is not whole', acceptAddress({ name: 'Ananya', city: 'Chennai' }), choice(true), '632400000001', []],
    ['there is an address', address, null, '', ['Address']],
    ['an app is chosen, and nothing is paid', address, choice(false), '', ['Address']],
    ['the shopper says that it is paid', address, choice(true), '', ['Address', 'Payment']],
    ['there is a UTR', address, choice(false), '632400000001', ['Address', 'Payment']],
    ['there is a UTR of nothing', address, null, '632400000001', ['Address']],
  ] as const)('when %s', (_, given, chosen, utr, done) => {
    expect(doneSteps(given, chosen, utr)).toEqual(done);
  });
});
