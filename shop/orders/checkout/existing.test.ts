import { expect, test } from 'vitest';
import { repeatedOrder, type SubmissionFacts } from './existing.ts';

const order = (more: Partial<ReturnType<typeof base>> = {}) => ({ ...base(), ...more });
const base = () => ({ order_number: 'ORD1', status: 'pending', phone: '9876543210', utr: null as string | null });
type Facts = SubmissionFacts<ReturnType<typeof base>>;

const ITEM = { index: 0, product: 'almonds', size: '250g', quantity: 2 };
const LINE = { order_number: 'ORD1', product_id: 'almonds', size: '250g', stock_size: '250g', quantity: 2 };
const PAID = order({ utr: '632400000001' });

/** Whether a submission of `ITEM` with the UTR repeats an order. */
function repeats(more: Partial<Facts>, utr: string | null = '632400000001'): boolean {
  const none = { numbered: undefined, proven: false, lapsed: false, withUtr: [], lines: [LINE], ofSecret: undefined };
  return repeatedOrder({ ...none, ...more }, { utr, phone: '9876543210', items: [ITEM] }) !== undefined;
}

test.each([
  ['nothing is known', {}, false],
  ['the number alone', { numbered: order() }, false],
  ['number and secret', { numbered: order(), proven: true }, true],
  ['its own draft', { numbered: order({ status: 'draft' }), proven: true }, false],
  ['paid after it was cancelled', { numbered: order({ status: 'cancelled' }), proven: true }, false],
  ['cancelled, with the same UTR', { numbered: { ...PAID, status: 'cancelled' }, proven: true }, true],
  ['cancelled for want of a UTR', { numbered: order({ status: 'cancelled' }), proven: true, lapsed: true }, true],
  ['the same UTR, phone and items', { withUtr: [PAID] }, true],
  ['the same UTR of another phone', { withUtr: [{ ...PAID, phone: '9000000000' }] }, false],
  ['the same UTR for other items', { withUtr: [PAID], lines: [{ ...LINE, quantity: 1 }] }, false],
  [
    'another label of a product without sizes',
    { withUtr: [PAID], lines: [{ ...LINE, size: 'a', stock_size: '' }] },
    true,
  ],
  ['its own draft with a former UTR', { numbered: order({ status: 'draft' }), proven: true, withUtr: [PAID] }, false],
  ['the secret of an order of the phone', { ofSecret: order() }, true],
])('a submission repeats an order: %s', (_, facts, is) => {
  expect(repeats(facts)).toBe(is);
});

test('without a UTR a cancelled order is found', () => {
  expect(repeats({ numbered: order({ status: 'cancelled' }), proven: true }, null)).toBe(true);
});
