import { expect, test } from 'vitest';
import { auditWords, shownId, valueText } from './audit-words.ts';

test.each([
  ['login', 'user', 'signed in'],
  ['order.payment', 'order', 'decided the payment of order'],
  ['update', 'contact', 'changed message of a shopper'],
  ['grievance.close', 'contact', 'closed a complaint'],
  ['some.new_action', 'new_thing', 'some new action new thing'],
])('%s of %s reads: %s', (action, subject, words) => {
  expect(auditWords(action, subject)).toBe(words);
});

test('an id that says nothing is left out', () => {
  expect(shownId('usr_0mwx9y6rq00006ea6e6ddfa4976ed')).toBeNull();
  expect(shownId('ORD1795680741507002')).toBe('ORD1795680741507002');
  expect(shownId('golden-raisins')).toBe('golden-raisins');
});

test.each([
  ['order', 'refunded', 30_050, '₹300.50'],
  ['order', 'amount', 50_000, '₹500'],
  ['order', 'grams', 500, '500'],
  ['coupon', 'min_order', 99_900, '₹999'],
  ['product', 'amount', 500, '500'],
  ['order', 'expires_at', 1_795_680_741_507, '26 Nov 2026, 1:42 pm'],
  ['order', 'withdrawn', true, 'yes'],
  ['order', 'note', 'Paid', 'Paid'],
  ['order', 'raised', ['duplicate_utr'], '["duplicate_utr"]'],
  ['order', 'note', null, ''],
  ['order', 'credit', 'crd_0mwx9y6rq00006ea6e6ddfa4976ed', 'bank credit'],
])('a value of %s.%s: %j reads %s', (subject, path, value, text) => {
  expect(valueText(value, path, subject)).toBe(text);
});
