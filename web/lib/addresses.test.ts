import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getAddresses, removeAddress, saveAddress } from './addresses.ts';
import { getAddress, setWaiting } from './checkout.ts';
import { writeJson } from './device.ts';

const address = (id: string) => ({
  id,
  createdAt: 1,
  name: 'Ananya Iyer',
  firstName: 'Ananya',
  lastName: 'Iyer',
  email: 'a@example.com',
  phone: '9000000002',
  address: '12 Road',
  area: '',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
  addressType: 'home',
  gstin: '',
  saveAddress: true,
});
const ids = () => getAddresses().map(({ id }) => id);

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage, addEventListener: () => {} });
});

test('without a list, the stored shipping address is the first saved address', () => {
  window.localStorage.setItem('shippingAddress', JSON.stringify(address('old')));
  expect(ids()).toEqual(['old']);
  saveAddress(address('new'));
  expect(ids()).toEqual(['new', 'old']);
});

test('unsaved addresses and invalid entries are not listed', () => {
  window.localStorage.setItem('shippingAddress', JSON.stringify({ ...address('once'), saveAddress: false }));
  expect(ids()).toEqual([]);
  window.localStorage.setItem('savedAddresses', JSON.stringify([null, 7, { id: '' }, address('good')]));
  expect(ids()).toEqual(['good']);
});

test('saving an edited address replaces it, Undo restores a removed one, and the list holds at most twelve', () => {
  saveAddress(address('a'));
  saveAddress(address('b'));
  saveAddress({ ...address('a'), city: 'Pune' });
  expect(getAddresses().map(({ id, city }) => `${id} ${city}`)).toEqual(['a Pune', 'b Chennai']);
  const undo = removeAddress('a', 1);
  expect(ids()).toEqual(['b']);
  undo();
  expect(ids()).toEqual(['a', 'b']);
  for (let index = 0; index < 20; index++) saveAddress(address(`n${index}`));
  expect(ids()).toHaveLength(12);
});

describe('a deleted address that is also that of the order', () => {
  beforeEach(() => {
    saveAddress(address('a'));
    saveAddress(address('b'));
    writeJson('shippingAddress', address('a'));
  });

  test('is forgotten, and restored by Undo', () => {
    const undo = removeAddress('a', 1);
    expect(getAddress()).toBeNull();
    undo();
    expect(getAddress()).toEqual(address('a'));
  });

  test('is another one: the order keeps its own', () => {
    removeAddress('b', 1)();
    expect(getAddress()).toEqual(address('a'));
  });

  test('stays until the end of an order that may be paid', () => {
    const item = { product: 'figs', name: 'Figs', size: '250g', quantity: 1, price: 9, image: '' };
    writeJson('draftOrder', { orderNumber: 'ORD1', accessToken: 'x', items: [item], pricing: { total: 9 } });
    setWaiting(1);
    const undo = removeAddress('a', 2);
    expect(getAddress()).toEqual({ ...address('a'), saveAddress: false });
    undo();
    expect(getAddress()).toEqual(address('a'));
  });

  test('is not put over one entered meanwhile', () => {
    const undo = removeAddress('a', 1);
    writeJson('shippingAddress', address('c'));
    undo();
    expect(getAddress()).toEqual(address('c'));
  });
});
