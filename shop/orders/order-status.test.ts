import { describe, expect, test } from 'vitest';
import {
  ATTENTION_REASONS,
  type AttentionReason,
  addressClosedSentence,
  attentionLabel,
  canCancel,
  canMove,
  clientOrderNumber,
  countsAsRevenue,
  hasParcel,
  isBeforeShipping,
  isOnItsWay,
  isOrderNumber,
  isOrderStatus,
  mainReason,
  makeOrderNumber,
  nextStatuses,
  ORDER_STATUSES,
  type OrderStatus,
  statusLabel,
  statusTone,
  wrongMoveSentence,
} from './order-status.ts';

// D36, duplicated here so that a mistake in the code's table fails the test.
const D36 = [
  'draft>pending',
  'pending>confirmed',
  'pending>processing',
  'confirmed>processing',
  'confirmed>shipped',
  'confirmed>delivered',
  'processing>shipped',
  'processing>delivered',
  'shipped>out_for_delivery',
  'shipped>delivered',
  'out_for_delivery>delivered',
  'delivered>returned',
  ...['draft', 'pending', 'confirmed', 'processing', 'shipped', 'out_for_delivery'].map((from) => `${from}>cancelled`),
];

const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

describe('moves (D36)', () => {
  test.each(pairs)('%s to %s', (from, to) => {
    const allowed = D36.includes(`${from}>${to}`);
    expect(canMove(from, to)).toBe(allowed);
    expect(nextStatuses(from).includes(to)).toBe(allowed);
  });

  test('81 pairs, 18 moves, and every invalid move has a message', () => {
    expect(pairs).toHaveLength(81);
    expect(pairs.filter(([from, to]) => canMove(from, to))).toHaveLength(18);
    for (const [from, to] of pairs) {
      expect(wrongMoveSentence(from, to)).toMatch(/^(An order that is|This order is already) .+[a-z]\.$/);
      expect(wrongMoveSentence(from, to)).not.toMatch(/_|undefined/);
    }
  });

  test.each<[OrderStatus, OrderStatus, string]>([
    ['delivered', 'shipped', 'An order that is delivered cannot become shipped.'],
    ['shipped', 'pending', 'An order that is shipped cannot become pending.'],
    ['cancelled', 'processing', 'An order that is cancelled cannot move to processing.'],
    ['processing', 'confirmed', 'An order that is in processing cannot become confirmed.'],
    ['draft', 'out_for_delivery', 'An order that is a draft cannot become out for delivery.'],
    ['pending', 'draft', 'An order that is pending cannot become a draft again.'],
    ['shipped', 'shipped', 'This order is already shipped.'],
    ['processing', 'processing', 'This order is already in processing.'],
  ])('%s to %s says so', (from, to, sentence) => {
    expect(wrongMoveSentence(from, to)).toBe(sentence);
  });

  test('nextStatuses returns a copy', () => {
    nextStatuses('draft').push('returned');
    expect(nextStatuses('draft')).toEqual(['pending', 'cancelled']);
  });

  test('canCancel for admins and shoppers', () => {
    expect(ORDER_STATUSES.filter((status) => canCancel(status, 'shopper'))).toEqual(['pending']);
    expect(ORDER_STATUSES.filter((status) => !canCancel(status, 'admin'))).toEqual([
      'delivered',
      'cancelled',
      'returned',
    ]);
  });
});

describe('what a status allows', () => {
  const statuses = (allows: (status: OrderStatus) => boolean) => ORDER_STATUSES.filter(allows);

  test.each([
    ['courier and tracking number', hasParcel, ['shipped', 'out_for_delivery', 'delivered']],
    ['a tracking number that is useful to the shopper', isOnItsWay, ['shipped', 'out_for_delivery']],
    ['another address', isBeforeShipping, ['pending', 'confirmed', 'processing']],
  ])('%s', (_name, allows, expected) => {
    expect(statuses(allows)).toEqual(expected);
  });

  test('every order but a draft and a cancelled one is revenue', () => {
    expect(statuses((status) => !countsAsRevenue(status))).toEqual(['draft', 'cancelled']);
  });

  test.each<[OrderStatus, string]>([
    ['draft', 'An order that is a draft keeps its address.'],
    ['processing', 'An order that is in processing keeps its address.'],
    ['out_for_delivery', 'An order that is out for delivery keeps its address.'],
  ])('the address of an order that is %s is closed', (status, sentence) => {
    expect(addressClosedSentence(status)).toBe(sentence);
  });

  test.each<[OrderStatus, boolean, AttentionReason[], AttentionReason | undefined]>([
    ['pending', false, ['price_changed'], 'price_changed'],
    ['delivered', true, ['price_changed', 'payment_reversed'], 'payment_reversed'],
    ['cancelled', true, ['price_changed'], undefined],
    ['cancelled', true, ['out_of_stock', 'refund_returned'], 'refund_returned'],
    ['cancelled', true, ['payment_reversed'], 'payment_reversed'],
    ['cancelled', false, ['payment_reversed'], undefined],
    ['cancelled', false, ['other_utr'], 'other_utr'],
    ['draft', false, ['price_changed'], undefined],
  ])('of an order that is %s, paid: %s, with %j, a list names %s', (status, paid, reasons, main) => {
    expect(mainReason(status, paid, reasons)).toBe(main);
  });

  test.each(ATTENTION_REASONS)('%s has a label', (reason) => {
    expect(attentionLabel(reason)).toMatch(/^[A-Z][A-Za-z ]+$/);
  });
});

describe('label and tone of a status', () => {
  test.each([
    ['draft', 'Draft', 'gray'],
    ['pending', 'Pending', 'gray'],
    ['confirmed', 'Confirmed', 'yellow'],
    ['processing', 'Processing', 'yellow'],
    ['shipped', 'Shipped', 'blue'],
    ['out_for_delivery', 'Out for Delivery', 'blue'],
    ['delivered', 'Delivered', 'green'],
    ['cancelled', 'Cancelled', 'red'],
    ['returned', 'Returned', 'gray'],
    ['lost', 'lost', 'gray'],
    ['toString', 'toString', 'gray'],
  ])('%s', (status, label, tone) => {
    expect(statusLabel(status)).toBe(label);
    expect(statusTone(status)).toBe(tone);
  });

  test('isOrderStatus rejects inherited property names', () => {
    expect(isOrderStatus('constructor')).toBe(false);
    expect(isOrderStatus('draft')).toBe(true);
  });
});

describe('order numbers', () => {
  test('generated by server and browser', () => {
    expect(makeOrderNumber(1795113600037, 7)).toBe('ORD1795113600037007');
    expect(makeOrderNumber(1795113600037, 1999)).toBe('ORD1795113600037999');
    expect(clientOrderNumber(1795113600037.9)).toBe('ORD1795113600037');
    expect(isOrderNumber(makeOrderNumber(0, 1))).toBe(false);
    expect(isOrderNumber(makeOrderNumber(1795113600037, 1))).toBe(true);
  });

  test.each([
    '',
    'ORD',
    'ord1795113600037',
    'ORD179511360003712345678',
    'ORD1795113600037\n',
    ' ORD1795113600037',
    null,
    1,
  ])('%j is none', (text) => {
    expect(isOrderNumber(text)).toBe(false);
  });
});

test('an address can be corrected until the order is shipped', () => {
  expect(ORDER_STATUSES.filter(isBeforeShipping)).toEqual(['pending', 'confirmed', 'processing']);
  expect(addressClosedSentence('shipped')).toBe('An order that is shipped keeps its address.');
  expect(addressClosedSentence('draft')).toBe('An order that is a draft keeps its address.');
});
