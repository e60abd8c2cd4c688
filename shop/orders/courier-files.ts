import { normalisePhone } from '../india/india.ts';
import { type Paise, toRupees } from '../money/money.ts';
import { bareNumber } from '../text/text.ts';

/**
 * The files that couriers take: parcels of many orders in the columns of their own bulk upload.
 * Does not import Zod.
 */
export const COURIER_FILES = ['delhivery', 'shiprocket', 'india-post'] as const;
export type CourierFile = (typeof COURIER_FILES)[number];

export const COURIER_FILE_NAMES: Record<CourierFile, string> = {
  delhivery: 'Delhivery',
  shiprocket: 'Shiprocket',
  'india-post': 'India Post',
};

interface ParcelItem {
  productId: string;
  name: string;
  size: string;
  quantity: number;
  price: Paise;
  hsn: string;
  /** Basis points: 500 for 5%. */
  rateBp: number;
}

/** A parcel, as couriers ask for it. */
export interface CourierParcel {
  orderNumber: string;
  /** Epoch ms. */
  orderedAt: number;
  name: string;
  phone: string;
  email: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  total: Paise;
  discount: Paise;
  items: ParcelItem[];
  /** Net weight of the contents; null when it is not known. */
  grams: number | null;
  /** The tax invoice, once it is issued. `issuedAt` in epoch ms. */
  invoice: { number: string; issuedAt: number } | null;
}

export interface CourierSender {
  name: string;
  company: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  phone: string;
  email: string;
  gstin: string;
}

interface Row {
  parcel: CourierParcel;
  /** The item of the row; the first one where a row is a whole parcel. */
  item: ParcelItem | undefined;
  sender: CourierSender;
  /** From 1. */
  number: number;
}

type Cell = string | number;
type Column = readonly [title: string, value: (row: Row) => Cell];

const EMPTY = () => '';
const empty = (...titles: string[]): Column[] => titles.map((title) => [title, EMPTY]);

/** '20-11-2026' and '00:05' in India, which is 5:30 ahead of UTC all year. */
function indianTime(ms: number): { day: string; time: string } {
  const [day = '', time = ''] = new Date(ms + 19_800_000).toISOString().split('T');
  return { day: day.split('-').reverse().join('-'), time: time.slice(0, 5) };
}
const dayOf = (ms: number) => indianTime(ms).day;
const shiprocketTime = (ms: number) => `${dayOf(ms)} ${indianTime(ms).time}`;

/** Ten digits, as couriers want them; a number of another country as digits alone. */
function phoneOf(text: string): string {
  return normalisePhone(text) ?? bareNumber(text);
}

function oneLine(text: string): string {
  return text.replace(/\s*,?\s*\n\s*/g, ', ').trim();
}

function packsOf({ items }: CourierParcel): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

function contentsOf({ items }: CourierParcel): string {
  return items.map(({ name, size, quantity }) => `${name} ${size} x ${quantity}`).join('; ');
}

/** First name and the rest. */
function namesOf(name: string): [string, string] {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return [first, rest.join(' ')];
}

/**
 * Breaks an address into three lines of at most `width` characters at spaces; what is left over
 * stays on the third.
 */
export function addressLines(address: string, width: number): [string, string, string] {
  const lines: [string, string, string] = ['', '', ''];
  let at = 0;
  for (const word of oneLine(address).split(' ')) {
    const longer = lines[at] ? `${lines[at]} ${word}` : word;
    if (longer.length > width && lines[at] && at < 2) {
      at += 1;
      lines[at] = word;
    } else {
      lines[at] = longer;
    }
  }
  return lines;
}

const INDIA_POST_LINE = 60;
const receiver = (index: 0 | 1 | 2) => (row: Row) => addressLines(row.parcel.address, INDIA_POST_LINE)[index];
const from = (index: 0 | 1 | 2) => (row: Row) => addressLines(row.sender.address, INDIA_POST_LINE)[index];

/**
 * The columns of each courier in the order of its upload file. Shiprocket wants a row for each
 * item, the others one for each parcel.
 */
const COLUMNS: Record<CourierFile, { rows: 'parcels' | 'items'; columns: readonly Column[] }> = {
  delhivery: {
    rows: 'parcels',
    columns: [
      ['Waybill', EMPTY],
      ['Reference No', ({ parcel }) => parcel.orderNumber],
      ['Consignee Name', ({ parcel }) => parcel.name],
      ['City', ({ parcel }) => parcel.city],
      ['State', ({ parcel }) => parcel.state],
      ['Country', ({ parcel }) => parcel.country || 'India'],
      ['Address', ({ parcel }) => oneLine(parcel.address)],
      ['Pincode', ({ parcel }) => parcel.pincode],
      ['Phone', ({ parcel }) => phoneOf(parcel.phone)],
      ['Mobile', ({ parcel }) => phoneOf(parcel.phone)],
      ['Weight', ({ parcel }) => parcel.grams ?? ''],
      ['Payment Mode', () => 'Prepaid'],
      ['Package Amount', ({ parcel }) => toRupees(parcel.total)],
      ['Cod Amount', () => 0],
      ['Product to be Shipped', ({ parcel }) => contentsOf(parcel)],
      ['Return Address', ({ sender }) => [sender.address, sender.city, sender.state].filter(Boolean).join(', ')],
      ['Return Pin', ({ sender }) => sender.pincode],
      ['fragile_shipment', () => 'false'],
      ['Seller Name', ({ sender }) => sender.company],
      ['Seller Address', ({ sender }) => [sender.address, sender.city, sender.state].filter(Boolean).join(', ')],
      ...empty('Seller CST No', 'Seller TIN'),
      ['Invoice No', ({ parcel }) => parcel.invoice?.number ?? ''],
      ['Invoice Date', ({ parcel }) => (parcel.invoice ? dayOf(parcel.invoice.issuedAt) : '')],
      ['Quantity', ({ parcel }) => packsOf(parcel)],
      ['Commodity Value', ({ parcel }) => toRupees(parcel.total)],
      ...empty('Tax Value'),
      ['Category of Goods', () => 'Food'],
      ['Seller_GST_TIN', ({ sender }) => sender.gstin],
      ['HSN_Code', ({ item }) => item?.hsn ?? ''],
      ...empty('Return Reason', 'Vendor Pickup Location', 'EWBN'),
    ],
  },
  shiprocket: {
    rows: 'items',
    columns: [
      ['*Order Id', ({ parcel }) => parcel.orderNumber],
      ['Order Date as dd-mm-yyyy hh:MM', ({ parcel }) => shiprocketTime(parcel.orderedAt)],
      ['*Channel', () => 'Custom'],
      ['*Payment Method(COD/Prepaid)', () => 'Prepaid'],
      ['*Customer First Name', ({ parcel }) => namesOf(parcel.name)[0]],
      ['Customer Last Name', ({ parcel }) => namesOf(parcel.name)[1]],
      ['Email (Optional)', ({ parcel }) => parcel.email],
      ['*Customer Mobile', ({ parcel }) => phoneOf(parcel.phone)],
      ...empty('Customer Alternate Mobile'),
      ['*Shipping Address Line 1', ({ parcel }) => oneLine(parcel.address)],
      ...empty('Shipping Address Line 2'),
      ['*Shipping Address Country', ({ parcel }) => parcel.country || 'India'],
      ['*Shipping Address State', ({ parcel }) => parcel.state],
      ['*Shipping Address City', ({ parcel }) => parcel.city],
      ['*Shipping Address Postcode', ({ parcel }) => parcel.pincode],
      ...empty('Billing Address Line 1', 'Billing Address Line 2', 'Billing Address Country'),
      ...empty('Billing Address State', 'Billing Address City', 'Billing Address Postcode'),
      ['*Master SKU', ({ item }) => (item ? `${item.productId || item.name} ${item.size}` : '')],
      ['*Product Name', ({ item }) => (item ? `${item.name} ${item.size}` : '')],
      ['*Product Quantity', ({ item }) => item?.quantity ?? ''],
      ['Tax %', ({ item }) => (item ? item.rateBp / 100 : '')],
      ['*Selling Price(Per Unit Item, Inclusive of Tax)', ({ item }) => (item ? toRupees(item.price) : '')],
      ...empty('Discount(Per Unit Item)'),
      ['Shipping Charges(Per Order)', () => 0],
      ['COD Charges(Per Order)', () => 0],
      ['Gift Wrap Charges(Per Order)', () => 0],
      ['Total Discount (Per Order)', ({ parcel }) => toRupees(parcel.discount)],
      ...empty('*Length (cm)', '*Breadth (cm)', '*Height (cm)'),
      ['*Weight Of Shipment(kg)', ({ parcel }) => (parcel.grams === null ? '' : parcel.grams / 1000)],
      ['Send Notification(True/False)', () => 'False'],
      ...empty('Comment'),
      ['HSN Code', ({ item }) => item?.hsn ?? ''],
      ...empty('Location Id', 'Reseller Name', 'Company Name', 'latitude', 'longitude'),
      ['Verified Order', () => 1],
      ['Is documents', () => 'No'],
      ...empty('Order Type', 'Order tag'),
    ],
  },
  'india-post': {
    rows: 'parcels',
    columns: [
      ['SERIAL NUMBER', ({ number }) => number],
      ...empty('BARCODE NO'),
      ['PHYSICAL WEIGHT', ({ parcel }) => parcel.grams ?? ''],
      ['REG', () => 'FALSE'],
      ['OTP', () => 'FALSE'],
      ['RECEIVER CITY', ({ parcel }) => parcel.city],
      ['RECEIVER PINCODE', ({ parcel }) => parcel.pincode],
      ['RECEIVER NAME', ({ parcel }) => parcel.name],
      ['RECEIVER ADD LINE 1', receiver(0)],
      ['RECEIVER ADD LINE 2', receiver(1)],
      ['RECEIVER ADD LINE 3', receiver(2)],
      ['ACK', () => 'FALSE'],
      ['SENDER MOBILE NO', ({ sender }) => phoneOf(sender.phone)],
      ['RECEIVER MOBILE NO', ({ parcel }) => phoneOf(parcel.phone)],
      ...empty('PREPAYMENT CODE', 'VALUE OF PREPAYMENT', 'CODR/COD', 'VALUE FOR CODR/COD'),
      ...empty('INSURANCE TYPE', 'VALUE OF INSURANCE'),
      ['SHAPE OF ARTICLE', () => 'NROL'],
      ...empty('LENGTH', 'BREADTH/DIAMETER', 'HEIGHT'),
      ['PRIORITY FLAG', () => 'FALSE'],
      ['DELIVERY INSTRUCTION', () => 'ND'],
      ...empty('DELIVERY SLOT'),
      ['INSTRUCTION RTS', () => 'RTS'],
      ['SENDER NAME', ({ sender }) => sender.name],
      ['SENDER COMPANY NAME', ({ sender }) => sender.company],
      ['SENDER CITY', ({ sender }) => sender.city],
      ['SENDER STATE/UT', ({ sender }) => sender.state],
      ['SENDER PINCODE', ({ sender }) => sender.pincode],
      ['SENDER EMAILID', ({ sender }) => sender.email],
      ...empty('SENDER ALT CONTACT', 'SENDER KYC'),
      ['SENDER TAX', ({ sender }) => sender.gstin],
      ...empty('RECEIVER COMPANY NAME'),
      ['RECEIVER STATE/UT', ({ parcel }) => parcel.state],
      ['RECEIVER EMAILID', ({ parcel }) => parcel.email],
      ...empty('RECEIVER ALT CONTACT', 'RECEIVER KYC', 'RECEIVER TAX REF'),
      ['ALT ADDRESS FLAG', () => 'FALSE'],
      ['BULK REFERENCE', ({ parcel }) => parcel.orderNumber],
      ['SENDER ADD LINE 1', from(0)],
      ['SENDER ADD LINE 2', from(1)],
      ['SENDER ADD LINE 3', from(2)],
    ],
  },
};

/**
 * The rows of a courier's file, its titles first. Amounts in rupees; no cash is to be collected.
 */
export function courierRows(courier: CourierFile, parcels: readonly CourierParcel[], sender: CourierSender): Cell[][] {
  const { rows, columns } = COLUMNS[courier];
  return [
    columns.map(([title]) => title),
    ...parcels.flatMap((parcel, index) =>
      (rows === 'items' ? parcel.items : parcel.items.slice(0, 1)).map((item) =>
        columns.map(([, value]) => value({ parcel, item, sender, number: index + 1 })),
      ),
    ),
  ];
}
