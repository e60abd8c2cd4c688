import { describe, expect, test } from 'vitest';
import {
  type AddressForm,
  addressFormOf,
  addressLines,
  checkAddress,
  checkCorrection,
  checkReview,
  countryRules,
  EMPTY_ADDRESS,
  isPlaceholderAddress,
  normaliseOrderAddress,
  orderAddressIssues,
  placeholderAddress,
  toSavedAddress,
  toShippingAddress,
} from './address.ts';

const form: AddressForm = {
  firstName: ' Ananya ',
  lastName: 'Iyer',
  email: 'ananya@example.com',
  phone: '9000000002',
  address: '12 Road',
  area: '',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
  addressType: 'home',
  saveAddress: true,
  gstin: '',
};

test.each([
  ['India', 'PIN code', 'State', true],
  ['USA', 'ZIP code', 'State', true],
  ['UK', 'Postcode', 'County', false],
  ['Canada', 'Postal code', 'Province', false],
  ['Australia', 'Postcode', 'State', true],
  ['Atlantis', 'Postcode', 'State', false],
])('the words of %s, and whether its codes have digits only', (country, pincodeLabel, stateLabel, numericPincode) => {
  const rules = countryRules(country);
  expect(rules).toMatchObject({ pincodeLabel, stateLabel, numericPincode });
  expect(['1234', '12345', '123456', 'SW1A 1AA', 'K1A 0B1'].filter((code) => rules.pincode.test(code)).length).toBe(
    country === 'Atlantis' ? 5 : 1,
  );
});

describe('checkAddress (R2.5, exact wording)', () => {
  test('a complete address has no errors', () => {
    expect(checkAddress(form)).toEqual({});
  });

  test('an empty address has eight errors', () => {
    expect(checkAddress(EMPTY_ADDRESS)).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Email is required',
      phone: 'Phone number is required',
      address: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      pincode: 'Pincode is required',
    });
  });

  test.each([
    ['firstName', '  ', 'First name is required'],
    ['email', 'x', 'Email is invalid'],
    ['email', 'x@y', 'Email is invalid'],
    ['phone', '123', 'Phone number must be 10 digits'],
    ['phone', '12345678901', 'Phone number must be 10 digits'],
    ['phone', 'abcdefghij', 'Phone number must be 10 digits'],
    ['pincode', '60002', 'Pincode must be 6 digits'],
    ['pincode', '6000200', 'Pincode must be 6 digits'],
    ['pincode', 'abcdef', 'Pincode must be 6 digits'],
  ] as const)('%s %j', (field, value, message) => {
    expect(checkAddress({ ...form, [field]: value })).toEqual({ [field]: message });
  });

  test.each([
    ['India', 'Pincode is required', 'State is required'],
    ['USA', 'ZIP code is required', 'State is required'],
    ['UK', 'Postcode is required', 'County is required'],
    ['Canada', 'Postal code is required', 'Province is required'],
    ['Australia', 'Postcode is required', 'State is required'],
  ])('empty fields are named as in %s', (country, pincode, state) => {
    const empty = { ...form, country, pincode: '', state: '' };
    expect(checkAddress(empty)).toMatchObject({ pincode, state });
    expect(orderAddressIssues(toShippingAddress(empty)).map(({ message }) => message)).toEqual(
      expect.arrayContaining([pincode, state]),
    );
    expect(checkReview(toShippingAddress(empty), { method: 'upi' })).toBe(`Please complete: ${state}, ${pincode}`);
  });

  test.each(['Nepal', 'Atlantis', 'India; drop', 'IN'])('an order to %s is refused', (country) => {
    const message = 'We do not deliver to this country.';
    const abroad = { ...toShippingAddress(form), country, phone: '977141234567', pincode: '44600' };
    expect(orderAddressIssues(abroad)).toContainEqual({ field: 'country', message });
  });

  test.each([
    ['India', '600 020', '600020'],
    ['India', ' +302\u200b\u00a0003\u202c ', '302003'],
    ['India', ' 6 0 0 0 2 0 ', '600020'],
    ['India', '560-001', '560001'],
    ['India', '५६०\u00a0००१\u200e', '560001'],
    ['USA', '94103-1234', '94103-1234'],
    ['Australia', '20 00', '2000'],
    ['UK', 'SW1A 1AA', 'SW1A 1AA'],
  ])('%s: the code %j is stored as %j, from the form and from the API', (country, typed, stored) => {
    const phone = country === 'India' ? form.phone : country === 'USA' ? '4155550100' : '0412345678';
    const values = { ...form, country, phone, pincode: typed };
    expect(checkAddress(values).pincode).toBeUndefined();
    expect(toShippingAddress(values).pincode).toBe(stored);
    const sent = { ...toShippingAddress({ ...values, pincode: '' }), zipCode: typed };
    expect(normaliseOrderAddress(sent)).toMatchObject({ pincode: stored, country });
    expect(normaliseOrderAddress({ ...sent, country: ` ${country.toLowerCase()} ` }).country).toBe(country);
  });

  test.each([
    ['USA', '+1 (415) 555-0100', '94103', '94103-1234', 'ZIP code must be 5 digits, or 5 and 4'],
    ['UK', '+44 7700 900123', 'SW1A 1AA', 'M1 1AE', 'Postcode must look like SW1A 1AA'],
    ['Canada', '+1 613 555 0100', 'K1A 0B1', 'k1a-0b1', 'Postal code must look like K1A 0B1'],
    ['Australia', '0412 345 678', '2000', '0800', 'Postcode must be 4 digits'],
  ])(
    '%s: what the form takes the order takes, and refuses it with the same words',
    (country, phone, one, two, words) => {
      for (const pincode of [one, two]) {
        const abroad = { ...form, country, phone, pincode };
        expect(checkAddress(abroad)).toEqual({});
        expect(orderAddressIssues(toShippingAddress(abroad))).toEqual([]);
      }
      const wrong = { ...form, country, phone: '123', pincode: '1' };
      const errors = checkAddress(wrong);
      expect(errors).toEqual({ phone: expect.stringMatching(/^Phone number must be /), pincode: words });
      expect(orderAddressIssues(toShippingAddress(wrong)).map(({ message }) => message)).toEqual([
        errors.phone,
        errors.pincode,
      ]);
    },
  );

  test('every address that the form accepts is valid for an order', () => {
    const longest = { ...form, firstName: 'x'.repeat(60), lastName: 'y'.repeat(59), address: 'z'.repeat(500) };
    expect(checkAddress(longest)).toEqual({});
    expect(orderAddressIssues(toShippingAddress(longest))).toEqual([]);
    expect(toShippingAddress(longest).name).toHaveLength(120);
  });
});

describe('an address of two lines', () => {
  test.each([
    ['Flat 4B, Lake View', 'MG Road', 'Flat 4B, Lake View, MG Road'],
    [' Flat 4B, ', ' MG\u200b Road ', 'Flat 4B, MG Road'],
    ['Flat 4B', '  ', 'Flat 4B'],
    ['Flat 4B,', '', 'Flat 4B'],
    ['', 'MG Road', 'MG Road'],
    ['फ़्लैट 4B', 'एमजी रोड', 'फ़्लैट 4B, एमजी रोड'],
  ])('%j and %j are sent as %j, and open again as two lines', (address, area, sent) => {
    const typed = { ...form, address, area };
    expect(checkAddress(typed)).toEqual({});
    expect(toShippingAddress(typed).address).toBe(sent);
    expect(toShippingAddress(typed)).not.toHaveProperty('area');
    const saved = toSavedAddress(typed, 'adr1', 7);
    const lines = addressLines(saved);
    expect(lines.area).toBe(saved.area);
    expect(toShippingAddress({ ...typed, ...lines }).address).toBe(sent);
  });

  test.each([
    ['saved as one line', '12, 3rd Cross Street, Adyar', ''],
    ['corrected since', '12, 3rd Cross Street', 'Adyar'],
    ['ends with letters of the second line only by chance', 'Badyar', 'adyar'],
  ])('an address that was %s opens on the first line', (_name, address, area) => {
    expect(addressLines({ address, area })).toEqual({ address, area: '' });
  });

  test('the second line need not be filled, and both together are at most 500 characters', () => {
    expect(checkAddress({ ...form, address: '', area: '' })).toEqual({ address: 'Address is required' });
    const long = { ...form, address: 'z'.repeat(400), area: 'y'.repeat(98) };
    expect(checkAddress(long)).toEqual({});
    expect(checkAddress({ ...long, area: 'y'.repeat(99) })).toEqual({ address: 'Please use at most 500 characters' });
  });
});

test('toShippingAddress joins the name and trims; the form is not mutated', () => {
  const before = structuredClone(form);
  expect(toShippingAddress({ ...form, phone: '\u202a+91 90000-00002\u202c' })).toEqual({
    name: 'Ananya Iyer',
    phone: '9000000002',
    email: 'ananya@example.com',
    address: '12 Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600020',
    country: 'India',
    addressType: 'home',
    gstin: '',
  });
  expect(toSavedAddress(form, 'adr1', 7)).toMatchObject({
    id: 'adr1',
    createdAt: 7,
    name: 'Ananya Iyer',
    firstName: 'Ananya',
  });
  expect(form).toEqual(before);
});

test.each([
  [{ gstin: '' }, '', {}],
  [{ gstin: '33aabct3518q1z3' }, '33AABCT3518Q1Z3', {}],
  [{ gstin: '33AABCT3518Q1ZW' }, '33AABCT3518Q1ZW', { gstin: expect.stringMatching(/is not valid/) }],
  [{ gstin: '27AAPFU0939F1ZV' }, '27AAPFU0939F1ZV', { gstin: expect.stringMatching(/registered in Maharashtra/) }],
  // The field is hidden for another country, and its text stays out of the order.
  [{ gstin: 'x', country: 'UK', pincode: 'SW1A 1AA', phone: '+44 20 7946 0958' }, '', {}],
] as [Partial<AddressForm>, string, object][])('the GSTIN of %o', (more, stored, errors) => {
  const given = { ...form, ...more };
  expect(checkAddress(given)).toEqual(errors);
  expect(toShippingAddress(given).gstin).toBe(stored);
  expect(toSavedAddress(given, 'adr1', 7).gstin).toBe(stored);
  const issues = orderAddressIssues(normaliseOrderAddress(toShippingAddress(given)));
  expect(Object.fromEntries(issues.map(({ field, message }) => [field, message]))).toEqual(errors);
});

describe('checkReview', () => {
  const address = toShippingAddress(form);
  test.each([
    [address, { method: 'upi' }, null],
    [null, { method: 'upi' }, 'Please complete address and payment details first'],
    [address, null, 'Please complete address and payment details first'],
    [{ ...address, name: '' }, { method: 'upi' }, 'Please complete: Shipping name is required'],
    [{ ...address, name: '', firstName: 'A' }, { method: 'upi' }, null],
    [{ ...address, address: '', street: 'x', pincode: '', zipCode: '1' }, { method: 'upi' }, null],
    [
      {},
      {},
      'Please complete: Shipping name is required, Address is required, City is required, State is required, Pincode is required, Payment method is required',
    ],
  ])('case %#', (given, payment, message) => {
    expect(checkReview(given, payment)).toBe(message);
  });
});

test('the placeholder address is recognised', () => {
  expect(placeholderAddress('+91 9000000002').phone).toBe('9000000002');
  expect(isPlaceholderAddress(placeholderAddress('9000000002'))).toBe(true);
  expect(isPlaceholderAddress(toShippingAddress(form))).toBe(false);
  expect(orderAddressIssues(placeholderAddress('nonsense'))).toEqual([]);
});

describe('correcting the address of an order', () => {
  const order = {
    name: 'Asha Devi Rao',
    phone: '9876543210',
    email: 'asha@example.com',
    address: '12/4, Second Main Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600020',
    country: 'India',
    addressType: 'office',
    gstin: '33AABCT3518Q1Z3',
  };

  test('form values round-trip to the same address', () => {
    expect(addressFormOf(order)).toMatchObject({ firstName: 'Asha Devi', lastName: 'Rao', addressType: 'office' });
    expect(toShippingAddress(addressFormOf(order))).toEqual(order);
    const single = { ...order, name: 'Asha', email: '' };
    expect(addressFormOf(single)).toMatchObject({ firstName: 'Asha', lastName: '' });
    expect(toShippingAddress(addressFormOf(single))).toEqual(single);
  });

  test('placeholder values become empty; real values stay', () => {
    const form = addressFormOf(placeholderAddress('9876543210'));
    const { firstName, phone, address, city, state, pincode } = form;
    expect([firstName, phone, address, city, state, pincode]).toEqual(['', '9876543210', '', '', '', '']);
    expect(addressFormOf(placeholderAddress('')).phone).toBe('');
    // In a real address, the same words are kept.
    expect(addressFormOf({ ...order, name: 'Customer' }).firstName).toBe('Customer');
  });

  test('the rules match checkout, but email and last name are optional', () => {
    const empty = checkCorrection(EMPTY_ADDRESS);
    expect(Object.keys(empty).sort()).toEqual(['address', 'city', 'firstName', 'phone', 'pincode', 'state']);
    expect(empty.phone).toBe('Phone number is required');
    const wrong = checkCorrection({
      ...addressFormOf(order),
      email: 'asha',
      lastName: 'r'.repeat(60),
      pincode: '60002',
    });
    expect(wrong).toEqual({
      email: 'Email is invalid',
      lastName: 'Please use at most 59 characters',
      pincode: 'Pincode must be 6 digits',
    });
  });
});
