import { describe, expect, test } from 'vitest';
import type { OrderStatus } from './order-status.ts';
import {
  MAX_TRACKING_LINES,
  planTracking,
  readTrackingRows,
  type TrackedParcel,
  type TrackingLine,
} from './tracking-file.ts';

const rows = (...cells: string[][]) => cells.map((row, index) => ({ line: index + 1, cells: row }));

describe('reading a courier’s file', () => {
  test.each([
    ['Delhivery', ['Waybill', 'Reference No', 'Status'], ['148', 'ord1', 'Manifested'], { courier: '' }],
    [
      'Shiprocket',
      ['AWB Code', 'Order ID', 'Courier Company'],
      ['148', 'ORD1', 'Xpressbees'],
      { courier: 'Xpressbees' },
    ],
    ['India Post', ['BARCODE NO', 'BULK REFERENCE', 'SERIAL NUMBER'], ['148', 'ORD1', '1'], { courier: '' }],
    ['marks of spreadsheets', ['*AWB', '*Order Id', ''], ["'148", '="ORD1"', ''], { courier: '' }],
  ])('%s', (_name, titles, cells, more) => {
    expect(readTrackingRows(rows(titles, cells))).toEqual({
      lines: [{ line: 2, orderNumber: 'ORD1', courierTracking: '148', ...more }],
    });
  });

  test('titles may stand below notes; empty lines are left out', () => {
    const read = readTrackingRows(rows(['Manifest of 20 November'], ['Order Id', 'AWB'], ['', ''], ['ORD1', '148']));
    expect(read).toEqual({ lines: [{ line: 4, orderNumber: 'ORD1', courierTracking: '148', courier: '' }] });
  });

  test.each([
    ['no columns', rows(['Name', 'City'], ['Asha', 'Pune']), 'This file has no column with order numbers'],
    ['only order numbers', rows(['Order Id', 'City'], ['ORD1', 'Pune']), 'This file has no column with order numbers'],
    ['nothing', [], 'This file has no column with order numbers'],
    ['no lines', rows(['Order Id', 'AWB']), 'This file has no rows below the column headings.'],
    [
      'too many lines',
      rows(['Order Id', 'AWB'], ...Array.from({ length: MAX_TRACKING_LINES + 1 }, () => ['ORD1', '1'])),
      `This file has ${MAX_TRACKING_LINES + 1} lines. Please send at most ${MAX_TRACKING_LINES} at once.`,
    ],
  ])('%s: a sentence', (_name, given, sentence) => {
    expect(readTrackingRows(given)).toEqual({ problem: expect.stringContaining(sentence) });
  });
});

const line = (number: number, orderNumber: string, courierTracking: string, courier = ''): TrackingLine => ({
  line: number,
  orderNumber,
  courierTracking,
  courier,
});
const order = (status: OrderStatus, more: Partial<TrackedParcel> = {}): TrackedParcel => ({
  status,
  paymentStatus: 'completed',
  courierTracking: '',
  courier: '',
  ...more,
});

function plan(lines: TrackingLine[], orders: Record<string, TrackedParcel>, taken: Record<string, string> = {}) {
  return planTracking(lines, new Map(Object.entries(orders)), new Map(Object.entries(taken)), 'delhivery');
}

describe('what a line does', () => {
  test.each<[string, TrackedParcel | undefined, string, string, string]>([
    ['confirmed and paid', order('confirmed'), '148', 'ship', 'Ships with Delhivery.'],
    ['in processing and paid', order('processing'), '148', 'ship', 'Ships with Delhivery.'],
    ['shipped without a number', order('shipped'), '148', 'add', 'Delhivery tracking number will be added.'],
    [
      'shipped with it',
      order('shipped', { courierTracking: '148' }),
      '148',
      'same',
      'Shipped with this number already.',
    ],
    [
      'delivered with it',
      order('delivered', { courierTracking: '148' }),
      '148',
      'same',
      'Shipped with this number already.',
    ],
    [
      'shipped with another',
      order('shipped', { courierTracking: '147' }),
      ...(['148', 'problem', 'Shipped with 147. If the new number is right, edit the parcel in the order.'] as const),
    ],
    ['pending', order('pending'), '148', 'problem', 'An order that is pending cannot become shipped.'],
    ['cancelled', order('cancelled'), '148', 'problem', 'An order that is cancelled cannot become shipped.'],
    ['a draft', order('draft'), '148', 'problem', 'An order that is a draft cannot become shipped.'],
    [
      'not paid',
      order('confirmed', { paymentStatus: 'pending' }),
      ...(['148', 'problem', 'The payment is not verified. Verify it first, or ship this order separately.'] as const),
    ],
    ['unknown', undefined, '148', 'problem', 'No order has this number.'],
    ['without a number', order('confirmed'), '', 'problem', 'There is no tracking number yet.'],
    ['too long', order('confirmed'), '1'.repeat(101), 'problem', 'This tracking number is too long.'],
    [
      'shortened',
      order('confirmed'),
      '1.48E+13',
      'problem',
      'A spreadsheet has shortened this number. Upload the courier’s original file, or enter the number in the order.',
    ],
    ...['-', 'N/A', '#N/A', '0', '########', '…234.00', '12,345,…', 'Pending'].map(
      (cell): [string, TrackedParcel, string, string, string] => [
        `named beside ‘${cell}’`,
        order('confirmed'),
        cell,
        'problem',
        'There is no tracking number yet.',
      ],
    ),
    ...['148001234.00', '12,345,678'].map((cell): [string, TrackedParcel, string, string, string] => [
      `named beside ‘${cell}’`,
      order('confirmed'),
      cell,
      'problem',
      'There is no tracking number yet. A spreadsheet has made an amount of it: upload the courier’s original file, or enter the number in the order.',
    ]),
  ])('an order that is %s', (_name, known, number, outcome, message) => {
    const [planned] = plan([line(2, 'ORD1', number)], known ? { ORD1: known } : {});
    expect(planned).toEqual({ ...line(2, 'ORD1', number, 'Delhivery'), outcome, message });
  });

  test('a line without an order number', () => {
    expect(plan([line(2, '', '148')], {})).toMatchObject([{ message: 'This line has no order number.' }]);
  });

  test('the file names the courier itself', () => {
    const [planned] = plan([line(2, 'ORD1', '148', 'xpress bees')], { ORD1: order('confirmed') });
    expect(planned).toMatchObject({ courier: 'XpressBees', message: 'Ships with XpressBees.' });
  });

  test('an order or a number that stands in the file twice', () => {
    const orders = { ORD1: order('confirmed'), ORD2: order('confirmed') };
    const lines = [line(2, 'ORD1', '148'), line(3, 'ORD1', '148'), line(4, 'ORD1', '149'), line(5, 'ORD2', '148')];
    expect(plan(lines, orders).map(({ outcome, message }) => [outcome, message])).toEqual([
      ['ship', 'Ships with Delhivery.'],
      ['same', 'Line 2 says the same.'],
      ['problem', 'Line 2 gives this order another number.'],
      ['problem', 'Line 2 gives this number to ORD1.'],
    ]);
  });

  test('a line with a problem does not block a later one', () => {
    const lines = [line(2, 'ORD1', ''), line(3, 'ORD1', '148')];
    expect(plan(lines, { ORD1: order('confirmed') })).toMatchObject([{ outcome: 'problem' }, { outcome: 'ship' }]);
  });

  test('a number that another order of the shop has', () => {
    const planned = plan([line(2, 'ORD1', '148')], { ORD1: order('confirmed') }, { 148: 'ORD9' });
    expect(planned).toMatchObject([{ outcome: 'problem', message: 'ORD9 has this tracking number already.' }]);
    // Its own number is no obstacle.
    expect(plan([line(2, 'ORD1', '148')], { ORD1: order('shipped') }, { 148: 'ORD1' })).toMatchObject([
      { outcome: 'add' },
    ]);
  });
});
