import { expect, test } from 'vitest';
import { addressLines, COURIER_FILES, type CourierFile, type CourierParcel, courierRows } from './courier-files.ts';

const SENDER = {
  name: 'Kishmish',
  company: 'Kishmish Foods',
  address: 'Plot 14, MIDC Hingna',
  city: 'Nagpur',
  state: 'Maharashtra',
  pincode: '440016',
  phone: '+91 90000 00021',
  email: 'care@kishmish.example',
  gstin: '27DEMCK0000D1ZV',
};
const ITEM = { productId: 'dates', name: 'Medjool Dates', size: '500g', price: 54_900, hsn: '0804', rateBp: 1200 };
const PARCEL: CourierParcel = {
  orderNumber: 'ORD1795113600037',
  // 20 November 2026, 00:05 in India.
  orderedAt: Date.UTC(2026, 10, 19, 18, 35),
  name: 'Ananya Lakshmi Iyer',
  phone: '9876543210',
  email: 'ananya@example.com',
  address: '12/4, Second Main Road,\nKasturba Nagar, Adyar',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
  total: 138_800,
  discount: 5_000,
  grams: 1_250,
  invoice: { number: 'KI/26-27/000123', issuedAt: Date.UTC(2026, 10, 20, 18, 45) },
  items: [
    { ...ITEM, quantity: 2 },
    { ...ITEM, productId: '', name: 'Peanut Butter', size: '250g', price: 34_000, hsn: '2008', quantity: 1 },
  ],
};

/** The rows as objects, by the titles of the columns. */
function records(courier: CourierFile, parcels: CourierParcel[] = [PARCEL]) {
  const [titles = [], ...rows] = courierRows(courier, parcels, SENDER);
  return rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index]])));
}

test.each([
  ['delhivery', 33, ['Waybill', 'Reference No', 'Consignee Name', 'City', 'State'], 'EWBN'],
  ['shiprocket', 47, ['*Order Id', 'Order Date as dd-mm-yyyy hh:MM', '*Channel'], 'Order tag'],
  ['india-post', 48, ['SERIAL NUMBER', 'BARCODE NO', 'PHYSICAL WEIGHT', 'REG', 'OTP'], 'SENDER ADD LINE 3'],
] as const)('%s: %i columns in the order of its upload file', (courier, count, first, last) => {
  const [titles = [], ...rows] = courierRows(courier, [PARCEL], SENDER);
  expect(titles.slice(0, first.length)).toEqual(first);
  expect(titles.at(-1)).toBe(last);
  expect(titles).toHaveLength(count);
  expect(new Set(titles).size).toBe(count);
  for (const row of rows) expect(row).toHaveLength(count);
});

test('Delhivery: one row for a parcel, prepaid, weight in grams', () => {
  expect(records('delhivery')).toEqual([
    expect.objectContaining({
      Waybill: '',
      'Reference No': 'ORD1795113600037',
      'Consignee Name': 'Ananya Lakshmi Iyer',
      City: 'Chennai',
      State: 'Tamil Nadu',
      Country: 'India',
      Pincode: '600020',
      Address: '12/4, Second Main Road, Kasturba Nagar, Adyar',
      Phone: '9876543210',
      Mobile: '9876543210',
      Weight: 1250,
      'Payment Mode': 'Prepaid',
      'Package Amount': 1388,
      'Cod Amount': 0,
      Quantity: 3,
      HSN_Code: '0804',
      'Product to be Shipped': 'Medjool Dates 500g x 2; Peanut Butter 250g x 1',
      'Invoice No': 'KI/26-27/000123',
      'Invoice Date': '21-11-2026',
      'Return Pin': '440016',
      Seller_GST_TIN: '27DEMCK0000D1ZV',
    }),
  ]);
});

test('Shiprocket: one row for each item, time of India, weight in kg', () => {
  const rows = records('shiprocket');
  const whole = {
    '*Order Id': 'ORD1795113600037',
    'Order Date as dd-mm-yyyy hh:MM': '20-11-2026 00:05',
    '*Customer First Name': 'Ananya',
    'Customer Last Name': 'Lakshmi Iyer',
    '*Customer Mobile': '9876543210',
    '*Shipping Address Postcode': '600020',
    '*Payment Method(COD/Prepaid)': 'Prepaid',
    'Total Discount (Per Order)': 50,
    '*Weight Of Shipment(kg)': 1.25,
  };
  const price = '*Selling Price(Per Unit Item, Inclusive of Tax)';
  expect(rows).toEqual([
    expect.objectContaining({
      ...whole,
      '*Master SKU': 'dates 500g',
      '*Product Name': 'Medjool Dates 500g',
      '*Product Quantity': 2,
      'Tax %': 12,
      [price]: 549,
      'HSN Code': '0804',
    }),
    expect.objectContaining({ ...whole, '*Master SKU': 'Peanut Butter 250g', '*Product Quantity': 1, [price]: 340 }),
  ]);
});

test('India Post: serial numbers, the address in three lines, the order number as reference', () => {
  const rows = records('india-post', [PARCEL, { ...PARCEL, orderNumber: 'ORD1795113600038', grams: null }]);
  expect(rows).toMatchObject([
    {
      'SERIAL NUMBER': 1,
      'BARCODE NO': '',
      'SENDER MOBILE NO': '9000000021',
      'RECEIVER MOBILE NO': '9876543210',
      'PHYSICAL WEIGHT': 1250,
      'RECEIVER PINCODE': '600020',
      'RECEIVER ADD LINE 1': '12/4, Second Main Road, Kasturba Nagar, Adyar',
      'RECEIVER ADD LINE 2': '',
      'SENDER ADD LINE 1': 'Plot 14, MIDC Hingna',
      'BULK REFERENCE': 'ORD1795113600037',
    },
    { 'SERIAL NUMBER': 2, 'PHYSICAL WEIGHT': '', 'BULK REFERENCE': 'ORD1795113600038' },
  ]);
});

test('an order without an invoice has none in the file of Delhivery', () => {
  expect(records('delhivery', [{ ...PARCEL, invoice: null }])).toMatchObject([
    { 'Invoice No': '', 'Invoice Date': '' },
  ]);
});

test.each([
  ['+91 90000 00000', '9000000000'],
  ['098765-43210', '9876543210'],
  ['+44 7700 900123', '447700900123'],
])('the phone %s is %s', (phone, digits) => {
  expect(records('shiprocket', [{ ...PARCEL, phone }])[0]).toMatchObject({ '*Customer Mobile': digits });
});

test.each(COURIER_FILES)('%s: an unknown weight is empty, not 0', (courier) => {
  const [titles = [], row = []] = courierRows(courier, [{ ...PARCEL, grams: null }], SENDER);
  expect(row[titles.findIndex((title) => /weight/i.test(String(title)))]).toBe('');
});

test.each([
  ['12 Main Road', 20, ['12 Main Road', '', '']],
  ['12 Main Road, Adyar', 12, ['12 Main', 'Road, Adyar', '']],
  ['aaaa bbbb cccc dddd eeee', 9, ['aaaa bbbb', 'cccc dddd', 'eeee']],
  ['aaaa bbbb cccc dddd', 4, ['aaaa', 'bbbb', 'cccc dddd']],
  ['unbrokenlongword', 4, ['unbrokenlongword', '', '']],
  ['', 10, ['', '', '']],
])('the address %o in lines of %i', (address, width, lines) => {
  expect(addressLines(address, width)).toEqual(lines);
});
