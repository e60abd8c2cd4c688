import { expect, test } from 'vitest';
import { type BankSlot, isName, isOpaque, takeAt } from './slots.ts';

const amountOf = (text: string) => takeAt('amount', text, 0, '2026-12-01')?.value;

test.each([
  ['Rs..60', 60],
  ['Rs..6 Credited', 60],
  ['Rs. .50', 50],
  ['Rs.60', 6000],
  ['Rs. 60', 6000],
  ['Rs.60.50', 6050],
])('%s is %d paise', (text, paise) => expect(amountOf(text)).toBe(paise));

test.each(['CRADJ', 'REV', 'RVSL', 'TCC', 'DRC', 'RET', 'RETURN', 'REFUND', 'CBK', 'DR', 'FAILED'])(
  '%s in a path is no bank',
  (word) => expect(takeAt('code', `${word}/632242200033/`, 0, '2026-12-01')).toBeNull(),
);

test.each(['AXIS', 'FDRL', 'IPOS', 'DRBK'])('%s may be one', (word) =>
  expect(takeAt('code', `${word}/632242200033/`, 0, '2026-12-01')?.end).toBe(4),
);

test.each([
  ['28 Nov', '2026-11-28', '2026-11-28'],
  ['29 Nov', '2026-11-28', '2026-11-29'],
  ['30 Nov', '2026-11-28', '2025-11-30'],
  ['01 Jan', '2026-12-31', '2027-01-01'],
  ['31 Dec', '2027-01-01', '2026-12-31'],
])('%s in a message that a phone received on %s is %s: its clock may be late', (text, receivedDay, day) =>
  expect(takeAt('date', text, 0, receivedDay)?.value).toBe(day),
);

const A = '632112345678';
const DAY = '2026-12-01';

test.each<[BankSlot, string, number, string | number | null]>([
  ['amount', 'Rs 5.00/- paid', 9, 500],
  ['amount', '500 INR paid', 7, 50_000],
  ['balance', 'Rs 0.00', 7, 0],
  ['balance', 'Rs 5', 4, 500],
  ['balance', '-Rs 5', 5, -500],
  ['rrn', `${A} x`, 12, A],
  ['rrn', `0000${A}`, 16, A],
  ['ref', 'N23340709703 x', 12, 'N23340709703'],
  ['date', '17-11-26', 8, '2026-11-17'],
  ['time', '10:11', 5, '10:11'],
  ['account', 'XX6298 x', 6, '6298'],
  ['account', '12345678', 8, '12345678'],
  ['account', '123456789', 9, '6789'],
  ['account', '123-XX-45', 9, '45'],
  ['account', 'XXXXXX', 6, null],
  ['number', '1800 123 45', 11, null],
  ['number', '98xxxx10', 8, null],
  ['code', 'AB12/', 4, null],
  ['ifsc', 'sbin/', 4, null],
])('{%s} takes of %j %i characters: %j', (slot, text, end, value) => {
  expect(takeAt(slot, text, 0, DAY)).toEqual({ end, value });
  // The same behind a character that is no part of it, and nothing in the middle of a word or number.
  expect(takeAt(slot, `(${text}`, 1, DAY)).toEqual({ end: end + 1, value });
  if (/^\w/.test(text)) expect(takeAt(slot, `1${text}`, 1, DAY)).toBeNull();
});

test.each<[string, BankSlot, string]>([
  ['nothing', 'amount', 'Rs paid'],
  ['zero', 'amount', 'Rs 0.00'],
  ['lakhs', 'amount', 'Rs 5 lakh'],
  ['crores', 'amount', 'Rs 5crore'],
  ['more than a number holds', 'amount', `Rs ${'9'.repeat(17)}`],
  ['nothing', 'balance', '-'],
  ['11 digits', 'rrn', '63211234567'],
  ['13 digits', 'rrn', '6321123456789'],
  ['no digits', 'ref', 'ABCDEFGHIJKL'],
  ['no letters', 'ref', A],
  ['nine characters', 'ref', 'N12345678'],
  ['a letter', 'account', 'A6298'],
  ['a mask', 'number', 'xxxx'],
  ['a mark', 'code', '/AB'],
  ['what takes money back', 'code', 'REV/'],
  ['a debit', 'code', 'debit/'],
  ['no known bank', 'ifsc', 'ABCD/'],
  ['more than a bank', 'ifsc', 'SBINX/'],
])('%s is no {%s}: %j', (_, slot, text) => expect(takeAt(slot, text, 0, DAY)).toBeNull());

test('a comma or a point before a number makes it a part of another', () => {
  expect([takeAt('amount', '1,500', 2, DAY), takeAt('amount', '1.50', 2, DAY)]).toEqual([null, null]);
  expect(takeAt('amount', 'x, 500', 3, DAY)?.value).toBe(50_000);
});

const LAST = { isLast: true };
const FIRST = { isFirst: true };
test.each<[string, Parameters<typeof isOpaque>]>([
  ['a name', ['payer', "Mr. D'Souza & Sons (HUF)"]],
  ['a phone number', ['payer', '9876543210']],
  ['a name with a number', ['payer', 'Ravi 5']],
  ['a name in Hindi', ['payer', 'रवि']],
  ['a name of 80 characters', ['payer', 'a'.repeat(80)]],
  ['a name that comes first', ['payer', 'a'.repeat(50), FIRST]],
  ['a UPI ID', ['vpa', 'ravi.k@okaxis']],
  ['a UPI ID that is cut', ['vpa', 'ravi_ok']],
  ['a note', ['note', 'for 5 figs, Rs 500, refund of my loan']],
  ['a note of 300 characters', ['note', 'a'.repeat(300)]],
  ['a note that says failed, and is not last', ['note', 'failed']],
  ['the rest of a mail', ['any', 'Call 1800 123 456. Disputes: write to us.', LAST]],
])('%s may be opaque', (_, args) => expect(isOpaque(...args)).toBe(true));

test.each<[string, Parameters<typeof isOpaque>]>([
  ['no name', ['payer', '5']],
  ['a name of 81 characters', ['payer', 'a'.repeat(81)]],
  ['a name with an amount', ['payer', 'Ravi Rs 4563']],
  ['a name with a reference', ['payer', `Ravi ${A}`]],
  ['a name of money that comes back', ['payer', 'Refund']],
  ['a name with a number that comes first', ['payer', 'Ravi 5', FIRST]],
  ['a long name that comes first', ['payer', 'a'.repeat(51), FIRST]],
  ['what a chat begins with', ['payer', 'You', FIRST]],
  ['a name of money that fails, last', ['payer', 'Ravi, which was declined', LAST]],
  ['no UPI ID', ['vpa', 'ravi']],
  ['a UPI ID with an amount', ['vpa', 'rs.5@okaxis']],
  ['a note of 301 characters', ['note', 'a'.repeat(301)]],
  ['a note that takes back', ['note', 'UPI reversal']],
  ['a note that ends with a failure', ['note', 'figs. Not yet credited', LAST]],
  ['a path of a reversal below', ['any', 'UPI/REV/x']],
  ['a reversal below', ['any', 'by reversal']],
  ['another reference below', ['any', `Ref ${A}`]],
  ['another credit below', ['any', 'Rs 4563 ref HDFCN52026111418544537']],
])('%s may not', (_, args) => expect(isOpaque(...args)).toBe(false));

test.each([
  ['Kishmish & Sons', true],
  ["D'Souza-Rao Jr.", true],
  ['किशमिश', true],
  ['a'.repeat(60), true],
  ['a'.repeat(61), false],
  ['Ravi 5', false],
  ['. &', false],
  ['Ravi: Rs', false],
])('the name of an owner, %s: %s', (text, is) => expect(isName(text)).toBe(is));
