import { expect, test } from 'vitest';
import { TEMPLATES } from '#shop/bank/templates.ts';
import { splitMessages } from './bank-messages-split.ts';

const RECEIVED = Date.parse('2026-12-01T12:00:00+05:30');
const split = (text: string) => splitMessages(text, RECEIVED, { on: [...TEMPLATES], others: [] });

const credit = (rrn: string) => `Rs.1.00 credited to HDFC Bank A/c XX6298 on 18-11-26 from VPA a@b (UPI ${rrn})`;
const [ONE, OTHER] = [credit('632287105947'), credit('632287105948')];
const NOTE = 'Received Rs 4563 from RAVI. UTR 111122223333';

test.each([
  ['one message', ONE, null],
  ['two paragraphs', `${ONE}\n\n${OTHER}`, [ONE, OTHER]],
  ['two lines', `${ONE}\r\n${OTHER}`, [ONE, OTHER]],
  ['names of senders between', `HDFCBK\n\n${ONE}\n\nHDFCBK\n\n${OTHER}`, [ONE, OTHER]],
  ['a note with the words of another bank', `${ONE}\nNote:\n${NOTE}`, null],
  ['a note in a paragraph of its own', `${ONE}\n\n${NOTE}`, null],
  ['a note beside words that nobody knows', `Amount Credited: INR 1.00 UPI 632287105947\nRemarks\n${NOTE}`, null],
])('%s', (_case, text, messages) => expect(split(text)).toEqual(messages ?? [text]));

test.each([
  ['too many lines', `${ONE}\n`.repeat(201)],
  ['a long text', 'Rs 5 a 632287105947 b\n'.repeat(4000)],
  ['short lines', `${ONE}\n\n${'x\n'.repeat(40_000)}`],
])('%s stays one, at once', (_case, text) => {
  split(ONE);
  const start = performance.now();
  expect(split(text)).toEqual([text]);
  expect(performance.now() - start).toBeLessThan(100);
});
