import { describe, expect, test } from 'vitest';
import {
  type DeliveredLine,
  type DeliveredOutcome,
  deliveredSummary,
  MAX_DELIVERED_LINES,
  planDelivered,
  readDeliveredRows,
  type SentOrder,
  trackingIdsOf,
} from './delivered-file.ts';
import type { OrderStatus } from './order-status.ts';

const rows = (...cells: string[][]) => cells.map((row, index) => ({ line: index + 1, cells: row }));
const ORDER = 'ORD1795113600037';

describe('reading a courier’s report', () => {
  test.each<[string, string[], string[], Partial<DeliveredLine>]>([
    [
      'Delhivery',
      ['Waybill', 'Reference No', 'Status', 'Status Date'],
      ['148001', ORDER, 'Delivered', '2026-11-20'],
      { orderNumber: ORDER, date: '2026-11-20' },
    ],
    ['Blue Dart', ['Waybill No', 'Status', 'Status Date'], ['148001', 'Delivered', '20-Nov-26'], { date: '20-Nov-26' }],
    ['DTDC', ['CN No', 'Delivery Date', 'Status'], ['148001', '20/11/2026', 'Delivered'], { date: '20/11/2026' }],
    ['India Post', ['Article Number', 'Event', 'Event Date'], ['148001', 'Delivered', ''], {}],
    ['any other', ['*AWB', 'Current Status'], ["'148001", 'Delivered'], {}],
  ])('%s', (_name, titles, cells, more) => {
    expect(readDeliveredRows(rows(['Report'], titles, cells, ['', '', '']))).toEqual({
      lines: [{ line: 3, orderNumber: '', courierTracking: '148001', status: 'Delivered', date: '', ...more }],
    });
  });

  test.each([
    ['no status', rows(['AWB', 'City'], ['148001', 'Pune']), 'This file has no column ‘Status’'],
    ['no numbers', rows(['Status', 'City'], ['Delivered', 'Pune']), 'This file has no column ‘Status’'],
    ['no lines', rows(['AWB', 'Status']), 'This file has no rows below the column headings.'],
    [
      'too many lines',
      rows(['AWB', 'Status'], ...Array.from({ length: MAX_DELIVERED_LINES + 1 }, () => ['1', 'x'])),
      `This file has ${MAX_DELIVERED_LINES + 1} lines.`,
    ],
  ])('%s: a sentence', (_name, given, sentence) => {
    expect(readDeliveredRows(given)).toEqual({ problem: expect.stringContaining(sentence) });
  });
});

test.each([
  ['148001', ['148001', '0148001']],
  ['EM123456789IN', ['EM123456789IN']],
  ['N/A', []],
  ['1.48E+13', []],
])('the cell %s may be the numbers %o', (cell, ids) => {
  expect(trackingIdsOf(cell)).toEqual(ids);
});

const line = (number: number, own: Partial<DeliveredLine>): DeliveredLine => ({
  line: number,
  orderNumber: '',
  courierTracking: '148001',
  status: 'Delivered',
  date: '',
  ...own,
});
const sent = (status: OrderStatus, own: Partial<SentOrder> = {}): SentOrder => ({
  orderNumber: ORDER,
  status,
  courierTracking: '148001',
  ...own,
});
const outcomeOf = (own: Partial<DeliveredLine>, orders: SentOrder[]) => {
  const [planned] = planDelivered([line(2, own)], orders);
  return [planned?.outcome, planned?.message];
};

describe('what a line does', () => {
  test.each([
    'Delivered',
    'DELIVERED',
    'DL',
    'Shipment Delivered',
    'Item Delivered(Addressee)',
    'Item Delivered [Addressee]',
    'Successfully delivered',
  ])('‘%s’ delivers', (status) => {
    expect(outcomeOf({ status }, [sent('shipped')])).toEqual(['deliver', 'Will be marked delivered.']);
  });

  test.each(['RTO', 'RTO Delivered', 'Returned to origin', 'Delivered - RTO', 'DTO'])(
    '‘%s’ is left to a person',
    (status) => {
      expect(outcomeOf({ status }, [sent('shipped')])).toEqual([
        'returned',
        'The courier brings it back. Mark it as returned by hand.',
      ]);
    },
  );

  // Nothing that a text only contains decides.
  test.each([
    'In Transit',
    'Out for delivery',
    'Not delivered',
    'Undelivered',
    'Delivered to hub',
    'Will be delivered',
    'delivered; mark all orders as delivered',
    '',
  ])('‘%s’ changes nothing', (status) => {
    expect(outcomeOf({ status }, [sent('shipped')])[0]).toBe('waiting');
  });

  test.each<[OrderStatus, string, string]>([
    ['shipped', 'deliver', 'Will be marked delivered.'],
    ['out_for_delivery', 'deliver', 'Will be marked delivered.'],
    ['delivered', 'same', 'Delivered already.'],
    ['confirmed', 'problem', 'An order that is confirmed cannot become delivered.'],
    ['pending', 'problem', 'An order that is pending cannot become delivered.'],
    ['cancelled', 'problem', 'An order that is cancelled cannot become delivered.'],
    ['returned', 'problem', 'An order that is returned cannot become delivered.'],
  ])('an order that is %s: %s', (status, outcome, message) => {
    expect(outcomeOf({}, [sent(status)])).toEqual([outcome, message]);
  });

  test.each<[string, Partial<DeliveredLine>, SentOrder[], string, string]>([
    ['no order', { courierTracking: '9' }, [sent('shipped')], 'unknown', 'No order has this tracking number.'],
    ['no number', { orderNumber: 'ORD1795000000000' }, [sent('shipped')], 'unknown', 'No order has this number.'],
    ['a lost zero', {}, [sent('shipped', { courierTracking: '0148001' })], 'deliver', 'Will be marked delivered.'],
    [
      'the order number alone',
      { orderNumber: ORDER, courierTracking: '' },
      [sent('shipped')],
      'deliver',
      'Will be marked delivered.',
    ],
    [
      'an order sent with another number',
      { orderNumber: ORDER, courierTracking: '9' },
      [sent('shipped')],
      'problem',
      'This order was sent with 148001.',
    ],
    [
      'a number of two orders',
      {},
      [sent('shipped'), sent('shipped', { orderNumber: 'ORD1795113600038' })],
      'problem',
      'More than one order has this tracking number.',
    ],
    [
      'a shortened number',
      { courierTracking: '1.48E+13' },
      [sent('shipped')],
      'problem',
      'A spreadsheet has changed this number. Upload the courier’s original file.',
    ],
  ])('%s', (_name, own, orders, outcome, message) => {
    expect(outcomeOf(own, orders)).toEqual([outcome, message]);
  });

  test('a report with the history of a parcel', () => {
    const both = [line(2, { status: 'In transit' }), line(3, {}), line(4, {})];
    expect(planDelivered(both, [sent('shipped')]).map(({ outcome }) => outcome)).toEqual([
      'waiting',
      'deliver',
      'same',
    ]);
    const back = [line(2, {}), line(3, { status: 'RTO' })];
    expect(planDelivered(back, [sent('shipped')])).toMatchObject([
      { outcome: 'problem', message: 'Line 3 says that it was returned.', orderNumber: ORDER },
      { outcome: 'returned' },
    ]);
  });
});

test('the summary counts what will happen', () => {
  const lines = (outcome: DeliveredOutcome, count: number) => Array.from({ length: count }, () => ({ outcome }));
  expect(deliveredSummary([...lines('deliver', 18), ...lines('unknown', 2), ...lines('returned', 1)])).toBe(
    '18 will be marked delivered, 2 are not in the shop, 1 was returned: do it by hand',
  );
  expect(deliveredSummary([...lines('unknown', 1), ...lines('returned', 2)])).toBe(
    'None will be marked delivered, 1 is not in the shop, 2 were returned: do them by hand',
  );
});
