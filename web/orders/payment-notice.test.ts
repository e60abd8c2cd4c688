import { expect, test } from 'vitest';
import { paymentProgress } from '#shop/orders/payments/progress.ts';
import { paymentWords } from './payment-notice.tsx';
import type { OrderView } from './use-order.ts';

/** An order of ₹500 whose payment was accepted, in rupees as the page has it. */
function words(status: OrderView['status'], [refunded, refundDue, kept]: [number, number, number]) {
  const payment = { status: 'completed', utr: '632612345678', refunded, refundDue, kept, reversed: false };
  const events = refunded > 0 ? [{ kind: 'refund', note: `Refund of ₹${refunded} sent` }] : [];
  const order = { status, payment, pricing: { total: 500 }, live: { events } } as unknown as OrderView;
  const { title, text } = paymentWords(paymentProgress(order)!, order, null);
  return [title, text];
}

const RECEIVED = 'Payment received';
const sent = (amount: string) => [
  `${amount} refunded`,
  `Refund of ${amount} sent. Your bank may take a few days to show it.`,
];

test.each<[string, OrderView['status'], [refunded: number, due: number, kept: number], string[]]>([
  ['nothing sent', 'cancelled', [0, 0, 0], [RECEIVED, 'We have received your ₹500 and will refund it to you.']],
  ['all sent', 'cancelled', [500, 0, 0], sent('₹500')],
  [
    'a part sent, the rest due',
    'returned',
    [400, 100, 0],
    ['₹400 refunded', 'We will send you the remaining ₹100 too.'],
  ],
  [
    'a part sent, some kept, the rest due again',
    'returned',
    [400, 60, 40],
    ['₹400 refunded', 'We will send you the remaining ₹60 too.'],
  ],
  ['a part sent, the rest kept', 'returned', [400, 0, 100], sent('₹400')],
  ['all kept', 'cancelled', [0, 0, 500], [RECEIVED, 'Thank you! We have received your payment of ₹500.']],
  [
    'a part kept, the rest not sent',
    'returned',
    [0, 300, 200],
    [RECEIVED, 'We have received your ₹300 and will refund it to you.'],
  ],
  [
    'the excess kept of an order that goes on',
    'confirmed',
    [0, 0, 10],
    [RECEIVED, 'Thank you! We have received your payment of ₹500 and are getting your order ready.'],
  ],
  ['the excess sent of an order that goes on', 'delivered', [10, 0, 0], sent('₹10')],
])('what the shopper reads of a refund: %s', (_, status, amounts, expected) => {
  expect(words(status, amounts)).toEqual(expected);
});
