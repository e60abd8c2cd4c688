import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { placeholderAddress } from './address.ts';
import {
  AdminOrder,
  CancelInput,
  DraftInput,
  DraftOrder,
  Order,
  OrderChange,
  OrderInput,
  OrderStatusInput,
  TrackedOrder,
  utrOf,
  validItems,
} from './orders.ts';

const address = {
  name: 'Ananya Iyer',
  phone: '9000000002',
  email: 'ananya.iyer@example.com',
  address: '12/4, Second Main Road, Adyar',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
};
const item = { product: 'california-almonds', name: 'California Almonds', size: '500g', quantity: 1, price: 599 };
const body = { items: [item], shippingAddress: address, paymentMethod: 'upi', total: 599 };

function issues(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('OrderInput', () => {
  test('accepts the payload of R2.3 and drops unknown keys', () => {
    const input = OrderInput.parse({
      ...body,
      items: [{ ...item, originalPrice: 759, image: 'x.webp', hack: 1 }],
      paymentDetails: {
        utrNumber: ' 6324-0018 2734 ',
        method: 'upi',
        status: 'completed',
        app: 'googlepay',
        admin: true,
      },
      orderNote: 'After 11 am',
      subtotal: 599,
      shipping: 0,
      status: 'delivered',
      needsAttention: [],
      user: 'someone',
    });
    expect(Object.keys(input).sort()).toEqual(
      [
        'giftMessage',
        'items',
        'orderNote',
        'paymentDetails',
        'paymentMethod',
        'shipping',
        'shippingAddress',
        'subtotal',
        'total',
      ].sort(),
    );
    expect(input.items[0]).not.toHaveProperty('hack');
    expect(input.paymentDetails).not.toHaveProperty('admin');
    expect(utrOf(input)).toBe('632400182734');
  });

  test('defaults: size 1, quantity 1, India, upi', () => {
    const input = OrderInput.parse({ items: [{ product: 'a' }], shippingAddress: { ...address, country: undefined } });
    expect(input.items[0]).toMatchObject({ size: '1', quantity: 1 });
    expect(input).toMatchObject({
      paymentMethod: 'upi',
      orderNote: '',
      giftMessage: null,
      shippingAddress: { country: 'India' },
    });
    expect(utrOf(input)).toBeNull();
  });

  test('an item without a product, a size or a quantity above 0 passes the schema and is dropped by validItems', () => {
    const bad = [{ quantity: 2 }, { ...item, size: '' }, { ...item, quantity: 0 }, { ...item, quantity: -1 }];
    const input = OrderInput.parse({ ...body, items: [...bad, item] });
    expect(validItems(input.items).map((line) => line.product)).toEqual(['california-almonds']);
    expect(OrderInput.parse({ ...body, items: undefined }).items).toEqual([]);
  });

  const QUANTITY = 'items.0.quantity: Quantity must be a whole number from 1 to 999';
  test.each([[1.5], [1000], ['2'], [null], [Number.POSITIVE_INFINITY], [Number.NaN], [{}]])(
    'refuses quantity %j',
    (quantity) => {
      expect(issues(OrderInput, { ...body, items: [{ ...item, quantity }] })).toEqual([QUANTITY]);
    },
  );
  test.each([[1], [999]])('accepts quantity %i', (quantity) => {
    expect(issues(OrderInput, { ...body, items: [{ ...item, quantity }] })).toEqual([]);
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [-1], ['599'], [1e10]])('rejects %j as an amount', (bad) => {
    const sentence = 'Amount must be a number of rupees, 0 or more';
    expect(issues(OrderInput, { ...body, total: bad })).toEqual([`total: ${sentence}`]);
    expect(issues(OrderInput, { ...body, subtotal: bad })).toEqual([`subtotal: ${sentence}`]);
    expect(issues(OrderInput, { ...body, items: [{ ...item, price: bad }] })).toEqual([`items.0.price: ${sentence}`]);
  });

  test.each([299.005, 0.001, 12_345.678])('rejects %d: more than two decimals', (bad) => {
    const sentence = 'Amount must have at most two decimals';
    expect(issues(OrderInput, { ...body, total: bad })).toEqual([`total: ${sentence}`]);
    expect(issues(OrderInput, { ...body, items: [{ ...item, price: bad }] })).toEqual([`items.0.price: ${sentence}`]);
  });

  test.each([0, 0.01, 299.5, 0.1 + 0.2, 1.005e2, 999_999_999.99])('accepts %d as an amount', (good) => {
    expect(issues(OrderInput, { ...body, total: good })).toEqual([]);
  });

  test('at most 100 items', () => {
    expect(issues(OrderInput, { ...body, items: Array(100).fill(item) })).toEqual([]);
    expect(issues(OrderInput, { ...body, items: Array(101).fill(item) })).toEqual([
      'items: An order holds at most 100 different items',
    ]);
  });

  test('a long item name or image is truncated, so that a paid order does not fail', () => {
    const input = OrderInput.parse({
      ...body,
      items: [{ ...item, name: 'x'.repeat(500), image: `data:${'A'.repeat(9999)}` }],
    });
    expect(input.items[0]?.name).toHaveLength(200);
    expect(input.items[0]?.image).toHaveLength(2000);
  });

  test.each([
    [{ name: '' }, 'shippingAddress.name: Shipping name is required'],
    [{ name: '\r\n' }, 'shippingAddress.name: Shipping name is required'],
    [{ name: 'x'.repeat(121) }, 'shippingAddress.name: Name must be at most 120 characters'],
    [{ phone: '' }, 'shippingAddress.phone: Phone number is required'],
    [{ phone: '12345' }, 'shippingAddress.phone: Phone number must be 10 digits'],
    [{ phone: '90000000023' }, 'shippingAddress.phone: Phone number must be 10 digits'],
    [{ phone: '90000x0002' }, 'shippingAddress.phone: Phone number must be 10 digits'],
    [{ email: 'a@b' }, 'shippingAddress.email: Email is invalid'],
    [{ email: 'a@b.c\r\nBcc: x@y.z' }, 'shippingAddress.email: Email is invalid'],
    [{ email: 'a@b.c,d@e.f' }, 'shippingAddress.email: Email is invalid'],
    [{ address: ' ' }, 'shippingAddress.address: Address is required'],
    [{ address: 'x'.repeat(501) }, 'shippingAddress.address: Address must be at most 500 characters'],
    [{ city: '' }, 'shippingAddress.city: City is required'],
    [{ state: '' }, 'shippingAddress.state: State is required'],
    [{ pincode: '' }, 'shippingAddress.pincode: Pincode is required'],
    [{ pincode: '60002' }, 'shippingAddress.pincode: Pincode must be 6 digits'],
    [{ pincode: '60002a' }, 'shippingAddress.pincode: Pincode must be 6 digits'],
  ])('address %j', (change, message) => {
    expect(issues(OrderInput, { ...body, shippingAddress: { ...address, ...change } })).toEqual([message]);
  });

  test('line breaks in a name become a space; control characters are removed', () => {
    const input = OrderInput.parse({
      ...body,
      shippingAddress: { ...address, name: 'A\r\nB\u0000', address: 'x\u0000\r\ny' },
    });
    expect(input.shippingAddress).toMatchObject({ name: 'A B', address: 'x\ny' });
  });

  test('accepts older field names and a phone number with country code', () => {
    const input = OrderInput.parse({
      ...body,
      shippingAddress: {
        firstName: 'Ananya',
        lastName: 'Iyer',
        phone: '+91 90000-00002',
        street: '12 Road',
        city: 'Chennai',
        state: 'Tamil Nadu',
        zipCode: '600020',
      },
    });
    expect(input.shippingAddress).toMatchObject({
      name: 'Ananya Iyer',
      phone: '9000000002',
      address: '12 Road',
      pincode: '600020',
      email: '',
    });
  });

  test('foreign addresses have less strict rules', () => {
    const uk = { ...address, country: 'UK', phone: '+44 7700 900123', pincode: 'SW1A 1AA' };
    expect(OrderInput.parse({ ...body, shippingAddress: uk }).shippingAddress).toMatchObject({
      phone: '7700900123',
      pincode: 'SW1A 1AA',
    });
    expect(issues(OrderInput, { ...body, shippingAddress: { ...uk, phone: '123', pincode: '12' } })).toHaveLength(2);
  });

  test('the placeholder address is valid (D26)', () => {
    expect(issues(OrderInput, { ...body, shippingAddress: placeholderAddress('') })).toEqual([]);
  });

  test.each([
    ['', null],
    ['632400182734', null],
    ['SBIN123456789012', null],
    ['123456789', 'UTR/Reference number must be at least 10 digits long'],
    ['abc', 'UTR/Reference number must be at least 10 digits long'],
    ['1'.repeat(21), 'UTR/Reference number must be at most 20 characters long'],
  ])('UTR %j', (utrNumber, message) => {
    expect(issues(OrderInput, { ...body, paymentDetails: { utrNumber } })).toEqual(
      message ? [`paymentDetails.utrNumber: ${message}`] : [],
    );
  });

  test.each(['ORD12', 'ORD12345678901234567890123', "ORD1795113600037' or 1=1", 'X1795113600037'])(
    'refuses the order number %j',
    (orderNumber) => {
      expect(issues(OrderInput, { ...body, orderNumber })).toEqual(['orderNumber: Order number is not valid']);
    },
  );

  test('rejects a note of more than 1000 characters and an invalid payment method', () => {
    expect(issues(OrderInput, { ...body, orderNote: 'x'.repeat(1001) })).toHaveLength(1);
    expect(issues(OrderInput, { ...body, paymentMethod: 'cod' })).toEqual([
      'paymentMethod: Please select a payment method first',
    ]);
  });

  test.each([[null], ['x'], [[]], [{}], [{ ...body, items: 'x' }], [{ ...body, shippingAddress: null }]])(
    'rejects %j without throwing',
    (value) => {
      expect(issues(OrderInput, value).length).toBeGreaterThan(0);
    },
  );

  test('inherited property names are harmless', () => {
    const input = OrderInput.parse(
      JSON.parse(
        `{"__proto__":{"total":1},"items":[{"__proto__":{"price":1}}],"shippingAddress":${JSON.stringify(address)}}`,
      ),
    );
    expect(input.total).toBeUndefined();
    expect(({} as Record<string, unknown>).price).toBeUndefined();
  });
});

describe('DraftInput', () => {
  test('accepts an incomplete address or none', () => {
    expect(DraftInput.parse({ items: [item] }).paymentMethod).toBe('pending');
    expect(issues(DraftInput, { items: [item], shippingAddress: null })).toEqual([]);
    expect(issues(DraftInput, { items: [item], shippingAddress: { phone: '900', pincode: '6' } })).toEqual([]);
    expect(issues(DraftInput, { items: [item], shippingAddress: { country: 'Atlantis' } })).toHaveLength(1);
    expect(issues(DraftInput, { items: [item], shippingAddress: { country: '' } })).toEqual([]);
  });

  test('rejects an invalid quantity', () => {
    expect(issues(DraftInput, { items: [{ ...item, quantity: 1e6 }] })).toHaveLength(1);
  });
});

test('every schema can be converted to JSON Schema, as input and as output', () => {
  for (const schema of [OrderInput, DraftInput, OrderStatusInput, CancelInput]) {
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'object' });
  }
  for (const schema of [Order, AdminOrder, DraftOrder, TrackedOrder, OrderChange]) {
    expect(z.toJSONSchema(schema, { io: 'output' })).toMatchObject({ type: 'object' });
  }
});

test('validates 50 kB of any input quickly', () => {
  for (const piece of ['a', '.', ' ', '@', '\r\n', '1', 'a.', '\u0000', '-', '\ud800']) {
    const text = `${piece.repeat(50_000 / piece.length)}!`;
    const input = {
      items: [{ ...item, name: text, size: text, image: text }],
      shippingAddress: { ...address, name: text, email: `a@${text}`, phone: text, pincode: text, address: text },
      orderNote: text,
      orderNumber: text,
      paymentDetails: { utrNumber: text },
    };
    // CPU time of this thread: other processes do not count.
    const start = process.threadCpuUsage();
    issues(OrderInput, input);
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(50);
  }
});
