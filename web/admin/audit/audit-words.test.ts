import { expect, test } from 'vitest';
import { auditWords, shownId } from './audit-words.ts';

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
