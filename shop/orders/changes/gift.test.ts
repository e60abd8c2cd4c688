import { expect, test } from 'vitest';
import type { OrderStatus } from '../order-status.ts';
import { correctGift } from './gift.ts';
import { errorOf, orderState } from './test-order.ts';

const gift = orderState({ gift_message: 'Happy Diwli' });

test('a new message: column, event without its words, audit entry with lengths only, no mail', () => {
  expect(correctGift(gift, 'Happy Diwali')).toEqual({
    columns: { gift_message: 'Happy Diwali' },
    events: [{ kind: 'gift', status: null, note: '' }],
    audit: { action: 'order.gift', before: { characters: 11 }, after: { characters: 12 } },
    mails: [],
  });
  expect(correctGift(gift, '')?.columns).toEqual({ gift_message: '' });
  expect(correctGift(orderState({ gift_message: '' }), 'For Asha')?.columns).toEqual({ gift_message: 'For Asha' });
});

test('the stored message again changes nothing', () => {
  expect(correctGift(gift, 'Happy Diwli')).toBeNull();
});

test.each<[OrderStatus, string | null, string]>([
  ['shipped', 'Happy Diwli', 'An order that is shipped keeps its message.'],
  ['delivered', 'Happy Diwli', 'An order that is delivered keeps its message.'],
  ['cancelled', 'Happy Diwli', 'An order that is cancelled keeps its message.'],
  ['processing', null, 'This order is no gift.'],
])('an order that is %s, message %j: %s', (status, message, sentence) => {
  const error = errorOf(() => correctGift(orderState({ status, gift_message: message }), 'Happy Diwali'));
  expect([error.code, error.message]).toEqual(['wrong_move', sentence]);
});
