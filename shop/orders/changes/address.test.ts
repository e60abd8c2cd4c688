import { expect, test } from 'vitest';
import type { AttentionReason } from '../order-status.ts';
import { type AddressColumns, correctAddress } from './address.ts';
import { errorOf, orderState } from './test-order.ts';

const FACTS = { home: null, pinKnown: true };

function given(more: Partial<AddressColumns> = {}): AddressColumns {
  const { name, phone, email, address, city, state, pincode, country, address_type, gstin } = orderState();
  return { name, phone, email, address, city, state, pincode, country, address_type, gstin, ...more };
}

test('changed fields: columns, an event with the field names, an audit entry with the values', () => {
  const change = correctAddress(orderState(), given({ address: '14 Station Road', city: 'Madurai' }), FACTS);
  expect(change).toEqual({
    columns: given({ address: '14 Station Road', city: 'Madurai' }),
    events: [{ kind: 'address', status: null, note: 'Address, City' }],
    audit: {
      action: 'order.address',
      before: { address: '12 Station Road', city: 'Chennai' },
      after: { address: '14 Station Road', city: 'Madurai', changed: ['Address', 'City'] },
    },
    mails: [],
    attention: { raised: [], resolved: [] },
  });
});

test('every field has a label on the timeline', () => {
  const every = Object.fromEntries(Object.keys(given()).map((field) => [field, 'x'])) as AddressColumns;
  const all = { ...every, country: 'India', gstin: '27AAPFU0939F1ZV' };
  expect(correctAddress(orderState({ country: 'UK' }), all, FACTS)?.events).toEqual([
    {
      kind: 'address',
      status: null,
      note: 'Name, Phone, Email, Address, City, State, PIN code, Country, Address type, GSTIN',
    },
  ]);
});

test('phone, email and GSTIN are masked in the audit entry, and queued mails are redirected', () => {
  const change = correctAddress(orderState(), given({ phone: '9000000001', email: 'iyer@example.org' }), FACTS);
  expect(change?.audit).toMatchObject({
    before: { phone: '••••••3210', email: 'a•••@example.com' },
    after: { phone: '••••••0001', email: 'i•••@example.org' },
  });
  expect(change?.redirectMails).toBe('iyer@example.org');
  const business = correctAddress(orderState(), given({ gstin: '33AABCT3518Q1Z3' }), FACTS);
  expect(business?.audit).toMatchObject({ before: { gstin: '' }, after: { gstin: '•••••Q1Z3', changed: ['GSTIN'] } });
  const removed = correctAddress(orderState(), given({ phone: '', email: '' }), FACTS);
  expect(removed?.audit).toMatchObject({ after: { phone: '', email: '' } });
  expect(removed).not.toHaveProperty('redirectMails');
  expect(correctAddress(orderState(), given({ name: 'A. Iyer' }), FACTS)).not.toHaveProperty('redirectMails');
});

test.each<[string, Partial<AddressColumns>, AttentionReason[], AttentionReason[]]>([
  [
    'a real address',
    { address: '14 Station Road' },
    ['placeholder_address', 'amount_mismatch'],
    ['placeholder_address'],
  ],
  ['a known state', { state: 'Kerala', pincode: '682001' }, ['state_unknown'], ['state_unknown']],
  ['a PIN code of the state', { state: 'Kerala', pincode: '682001' }, ['pin_doubtful'], ['pin_doubtful']],
  ['a PIN code of another state', { state: 'Kerala', pincode: '560001' }, ['pin_doubtful'], []],
  ['a state that nobody knows', { state: 'Nowhere', pincode: '000000' }, ['state_unknown'], []],
])('%s resolves the reasons that no longer apply', (_name, more, open, resolved) => {
  const change = correctAddress(orderState({ open }), given(more), FACTS);
  expect(change?.attention).toEqual({ raised: [], resolved });
  const after = open.filter((reason) => !resolved.includes(reason));
  if (resolved.length > 0) {
    expect(change?.audit).toMatchObject({ before: { needsAttention: open }, after: { needsAttention: after } });
  } else {
    expect(change?.audit).not.toHaveProperty('before.needsAttention');
    expect(change?.audit).not.toHaveProperty('after.needsAttention');
  }
});

test.each<[string, Partial<AddressColumns>, open: AttentionReason[], raised: AttentionReason[], pinKnown?: boolean]>([
  ['a PIN code of another state', { state: 'Kerala' }, [], ['pin_doubtful']],
  ['a PIN code that does not exist', { pincode: '600999' }, [], ['pin_doubtful'], false],
  ['one that is marked already', { pincode: '600999' }, ['pin_doubtful'], [], false],
  // Staff have settled it.
  ['another name at a doubtful PIN code', { name: 'A. Iyer' }, [], [], false],
  ['one abroad', { pincode: '600999', country: 'UK' }, [], [], false],
  ['a placeholder', { address: 'Address to be confirmed', pincode: '000000' }, [], [], false],
])('%s is marked', (_name, more, open, raised, pinKnown = true) => {
  const change = correctAddress(orderState({ open }), given(more), { ...FACTS, pinKnown });
  expect(change?.attention).toEqual({ raised, resolved: [] });
});

test('a shop without a GSTIN sees which corrected address is in another state', () => {
  const home = { name: 'Tamil Nadu', gstCode: '33' };
  const kerala = { state: 'Kerala', pincode: '682001' };
  const moved = correctAddress(orderState(), given(kerala), { ...FACTS, home });
  expect(moved?.attention).toEqual({ raised: ['other_state'], resolved: [] });
  expect(moved?.audit).toMatchObject({ after: { needsAttention: ['other_state'] } });
  const back = correctAddress(orderState({ ...kerala, open: ['other_state'] }), given(), { ...FACTS, home });
  expect(back?.attention).toEqual({ raised: [], resolved: ['other_state'] });
  // It is registered by now.
  const named = correctAddress(
    orderState({ ...kerala, open: ['other_state'] }),
    given({ ...kerala, name: 'A' }),
    FACTS,
  );
  expect(named?.attention).toEqual({ raised: [], resolved: ['other_state'] });
});

test('an address in another state needs another GSTIN, or none', () => {
  const order = orderState({ gstin: '33AABCT3518Q1Z3' });
  const moved = { state: 'Maharashtra', pincode: '411001' };
  const error = errorOf(() => correctAddress(order, given({ ...moved, gstin: order.gstin }), FACTS));
  expect([error.code, error.errors?.[0]?.path]).toEqual(['validation', 'shippingAddress.gstin']);
  expect(error.message).toMatch(/^This GSTIN is registered in Tamil Nadu, but the parcel goes to Maharashtra\./);
  for (const gstin of ['27AAPFU0939F1ZV', '']) {
    expect(correctAddress(order, given({ ...moved, gstin }), FACTS)?.columns).toMatchObject({ gstin });
  }
});

test('the same address changes nothing', () => {
  expect(correctAddress(orderState(), given(), FACTS)).toBeNull();
});

test.each(['shipped', 'delivered', 'cancelled', 'draft'] as const)(
  'an order that is %s keeps its address',
  (status) => {
    const error = errorOf(() => correctAddress(orderState({ status }), given({ name: 'A. Iyer' }), FACTS));
    expect([error.code, error.message]).toEqual(['wrong_move', expect.stringMatching(/keeps its address\.$/)]);
  },
);
