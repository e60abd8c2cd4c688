import { expect, test } from 'vitest';
import m from '#messages/tracking-rules';
import { type Order, TrackedOrder } from './orders.ts';
import { checkMobile, cleanMobile, MASKED, masked, maskName, toTracked } from './tracking.ts';

test.each([
  ['', 'Please enter your mobile number'],
  ['   ', 'Please enter your mobile number'],
  ['12345', 'Phone number must be 10 digits'],
  ['98765432101', 'Phone number must be 10 digits'],
  ['98765abcde', 'Phone number must be 10 digits'],
  ['9876543210', null],
  ['+91 98765 43210', null],
  ['098765-43210', null],
  ['+92 98765 43210', 'Phone number must be 10 digits'],
])('checkMobile(%j)', (text, message) => {
  expect(checkMobile(text)).toBe(message);
});

test.each([
  ['UK', '', 'Please enter your mobile number'],
  ['UK', '07700900123', null],
  ['UK', '447700900123', null],
  ['UK', '7700', 'Phone number must be 10 or 11 digits'],
  ['USA', '14155550100', null],
  ['USA', '0155550100', 'Phone number must be 10 digits'],
  ['Australia', '412345678', null],
] as const)('checkMobile in %s: %j', (country, text, message) => {
  expect(checkMobile(text, country)).toBe(message);
});

test.each([
  ['98765 43210', '9876543210'],
  ['९८७६५४३२१०', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['098765-43210', '9876543210'],
  ['0091 98765 43210', '9876543210'],
  ['\u202a+91 98765 43210\u202c', '9876543210'],
  ['91987654321', '91987654321'],
  ['9198765432', '9198765432'],
  ['987654321012', '9876543210'],
  ['abc', ''],
  ['+44 7700 900123', '4477009001'],
])('cleanMobile(%j)', (text, digits) => {
  expect(cleanMobile(text)).toBe(digits);
});

test.each(['+91 98765 43210', '098765-43210', '0091 98765 43210', '+91 (0)98765 43210', '98765 43210', '9198765432'])(
  'typed key by key, %j becomes the same ten digits as pasted',
  (typed) => {
    expect([...typed].reduce((box, key) => cleanMobile(box + key), '')).toBe(cleanMobile(typed));
    expect(cleanMobile(typed)).toMatch(/^\d{10}$/);
  },
);

test('the field accepts ten digits, or more for a foreign number', () => {
  expect(cleanMobile('+44 (0)7700 900123', 'UK')).toBe('4407700900123');
  expect(cleanMobile('9'.repeat(50), 'UK')).toHaveLength(15);
});

test.each([
  ['Ananya Iyer', 'A••• I•••'],
  ['Madonna', 'M•••'],
  ['  a   b  c  d ', 'a••• b••• c•••'],
  ['', MASKED],
  ['😀x', '😀•••'],
])('maskName(%j)', (name, text) => {
  expect(maskName(name)).toBe(text);
});

test('masked hides every text', () => {
  expect(masked('12 Road')).toBe(masked(''));
});

test('how many orders were found', () => {
  expect(m.found({ count: 2, mobile: '9876543210' })).toBe('Found 2 order(s) for mobile number 9876543210');
});

test('a tracked order has no personal data (D33)', () => {
  const order: Order = {
    _id: 'ORD1795113300074',
    id: 'ORD1795113300074',
    orderNumber: 'ORD1795113300074',
    items: [
      {
        product: 'almonds',
        name: 'Almonds',
        size: '500g',
        quantity: 2,
        price: 599,
        originalPrice: 759,
        image: '/a.webp',
      },
      { product: 'raisins', name: 'Raisins', size: '1', quantity: 1, price: 5, originalPrice: 5, image: '' },
    ],
    shippingAddress: {
      name: 'Ananya Iyer',
      phone: '9000000002',
      email: 'ananya@example.com',
      address: '12 Second Main Road',
      city: 'Chennai',
      state: 'Tamil Nadu',
      pincode: '600020',
      country: 'India',
    },
    payment: { method: 'upi', status: 'pending', utrNumber: '632400182734' },
    paymentMethod: 'upi',
    pricing: { subtotal: 1203, shippingCharges: 0, tax: 0, discount: 0, paymentCode: 0, discounts: [], total: 1203 },
    status: 'pending',
    orderNote: 'Ring twice',
    giftMessage: 'Happy Diwali',
    needsAttention: ['price_changed'],
    events: [],
    createdAt: 1,
    updatedAt: 2,
    estimatedDelivery: 3,
  };
  const tracked = TrackedOrder.strict().parse(toTracked(order, 2));
  const text = JSON.stringify(tracked);
  for (const secret of [
    'nanya',
    'yer"',
    '9000000002',
    'example',
    'Second',
    '632400182734',
    'Ring',
    'Diwali',
    'price_changed',
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(tracked.paymentProgress).toBe('checking');
  expect(tracked.shippingAddress).toEqual({
    name: 'A••• I•••',
    street: '••••',
    email: '••••',
    city: 'Chennai',
    zipCode: '600020',
  });
  expect(tracked.items.map((item) => item.product.images)).toEqual([[{ url: '/a.webp' }], []]);

  // Once shipped, the courier, but not the number (D33).
  const parcel = { courier: 'Delhivery', courierTracking: 'DL-77' };
  const at = (status: Order['status']) => toTracked({ ...order, ...parcel, status }, 2);
  expect(at('processing').courier).toBe('');
  for (const status of ['shipped', 'out_for_delivery', 'delivered'] as const) {
    expect(at(status).courier).toBe('Delhivery');
    expect(JSON.stringify(at(status))).not.toContain('DL-77');
  }
});
