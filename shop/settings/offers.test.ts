import { expect, test } from 'vitest';
import { type OnlineOffer, offerAmount, offerText } from './offers.ts';

const TEXT = 'Pay online & get EXTRA ₹33 off';
const offer = (change: Partial<OnlineOffer> = {}): OnlineOffer => ({
  text: TEXT,
  amount: 33,
  visible: true,
  ...change,
});

test.each([
  [offer(), 33],
  [offer({ visible: false }), 0],
  [offer({ amount: 0 }), 0],
])('%j takes off ₹%d', (given, rupees) => {
  expect(offerAmount(given)).toBe(rupees);
});

test.each([
  ['it is given', offer(), 33, TEXT],
  ['it is switched off', offer({ visible: false }), 0, ''],
  ['it is 0', offer({ amount: 0 }), 0, ''],
  // The draft was made before the offer was switched on.
  ['nothing is taken off this order', offer(), 0, ''],
  // An order of ₹20 keeps ₹1.
  ['this order is too small for it', offer(), 19, ''],
  ['the text names another amount', offer({ amount: 20 }), 20, ''],
  ['the text names a large amount', offer({ text: 'Save ₹1,500 online', amount: 1500 }), 1500, 'Save ₹1,500 online'],
  ['the text names paise', offer({ text: '₹ 9.50 less', amount: 9.5 }), 9.5, '₹ 9.50 less'],
  ['the text names no amount', offer({ text: 'Less to pay online', amount: 20 }), 20, 'Less to pay online'],
])('the text when %s', (_, given, discount, text) => {
  expect(offerText(given, discount)).toBe(text);
});
