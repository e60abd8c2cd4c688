import { expect, test } from 'vitest';
import {
  amountOf,
  balanceOf,
  type Cell,
  dateOf,
  directionOf,
  isBlank,
  serialDateOf,
  signDirection,
  textOf,
} from './cells.ts';

test.each<[string, Cell | undefined, string]>([
  ['nothing', null, ''],
  ['no cell', undefined, ''],
  ['a number', 12.5, '12.5'],
  ['zero', 0, '0'],
  ['what protects digits from a spreadsheet', '="0012"', '0012'],
  ['an apostrophe', "'0012", '0012'],
  ['invisible characters', '63\u200b22\u202e\ufeff', '6322'],
  ['odd spaces', 'a\u00a0b\u3000c\td', 'a b c d'],
  ['line breaks', ' a\r\nb\rc_x000D_ ', 'a\nb\nc'],
  ['the first 2,000 characters', 'a'.repeat(2_001), 'a'.repeat(2_000)],
])('the text of a cell: %s', (_, cell, text) => expect(textOf(cell)).toBe(text));

test.each(['', '-', '--', '—', '*', '.', 'NA', 'n/a', 'Nil', 'null', 'NONE'])('%j is blank', (text) =>
  expect(isBlank(text)).toBe(true),
);
test.each(['0', 'x', '-5', 'Nile'])('%j is not blank', (text) => expect(isBlank(text)).toBe(false));

test.each([
  ['04/11/2026', '2026-11-04', null],
  ['4-11-26', '2026-11-04', null],
  ['Wed, 04 Nov 2026', '2026-11-04', null],
  ['04 Nov 2026 (05 Nov 2026)', '2026-11-04', null],
  ['04/11/202618:16:09', '2026-11-04', '18:16:09'],
  ['2026-11-04T18:16', '2026-11-04', '18:16'],
  ['04/11/2026, 06:16 PM', '2026-11-04', '18:16'],
  ['2026-11-04 00:00:00', '2026-11-04', null],
  ['04/11/2026 00:00', '2026-11-04', null],
  ['04/11/2026 00:00:01', '2026-11-04', '00:00:01'],
  ['041126', '2026-11-04', null],
  [`04 Nov 2026${' '.repeat(29)}`, '2026-11-04', null],
])('the date in %j', (text, date, time) => expect(dateOf(text)).toEqual({ date, time }));

test.each([
  ['too short', '4-1-6'],
  ['too long', `04 Nov 2026${' '.repeat(30)}`],
  ['no digit', 'November'],
  ['no such day', '31/02/2026'],
  ['more behind it', '04/11/2026 RAVI'],
  ['more behind its time', '04/11/2026 18:16 RAVI'],
  ['an amount', '1,234.56'],
  ['a long number', '631058251507'],
  ['no year', '04 Nov'],
])('no date: %s', (_, text) => expect(dateOf(text)).toBeNull());

test.each([
  ['36526', '2000-01-01', null],
  ['46330', '2026-11-04', null],
  ['46330.75', null, null],
  ['46330.750', '2026-11-04', '18:00:00'],
  ['73050', '2099-12-31', null],
])('a day as the number %s', (text, date, time) =>
  expect(serialDateOf(text)).toEqual(date === null ? null : { date, time }),
);
test.each(['36525', '73051', '4633', '463300', '46330.5', '4 Nov'])('%s is no number of a day', (text) =>
  expect(serialDateOf(text)).toBeNull(),
);

test.each<[Cell | undefined, number, string | null]>([
  [12.5, 1_250, null],
  [-12.5, 1_250, 'minus'],
  [0, 0, null],
  [0.1 + 0.2, 30, null],
  ['0', 0, null],
  ['1,234.5', 123_450, null],
  ['12,34,567.89', 123_456_789, null],
  ['1,234,567', 123_456_700, null],
  ['.50', 50, null],
  ['Rs..50', 50, null],
  ['INR.500', 50_000, null],
  ['₹.500.00', 50_000, null],
  ['Cr. .50', 5_000, 'credit'],
  [': 500', 50_000, null],
  ['1,23,\n456.00', 12_345_600, null],
  ['5.', 500, null],
  ['5.5000', 550, null],
  ['999999999', 99_999_999_900, null],
  ['₹ 500.00', 50_000, null],
  ['Rs. 500', 50_000, null],
  ['INR 500/-', 50_000, null],
  ['500.00 Cr', 50_000, 'credit'],
  ['500.00(Dr)', 50_000, 'debit'],
  ['Dr. 500', 50_000, 'debit'],
  ['500 C', 50_000, 'credit'],
  ['500 D', 50_000, 'debit'],
  ['Credit 500', 50_000, 'credit'],
  ['-500', 50_000, 'minus'],
  ['−500', 50_000, 'minus'],
  ['₹-500', 50_000, 'minus'],
  ['500-', 50_000, 'minus'],
  ['(500)', 50_000, 'minus'],
  ['(-500)', 50_000, 'minus'],
  ['(+500)', 50_000, 'plus'],
  ['+500', 50_000, 'plus'],
  ['500+', 50_000, 'plus'],
  ['(500', 50_000, null],
  ['- 500 Cr', 50_000, 'credit'],
])('the amount in %j', (cell, paise, sign) => expect(amountOf(cell)).toEqual({ paise, sign }));

test.each<[string, Cell | undefined]>([
  ['nothing', ''],
  ['no cell', undefined],
  ['a word', 'RAVI'],
  ['a date', '04/11/2026'],
  ['a foreign decimal comma', '500,50'],
  ['broken groups', '1,2345.00'],
  ['a reference', '6310582515'],
  ['a third decimal', '5.123'],
  ['a third decimal of a number', 5.123],
  ['a number of a reference', 631_058_251_507],
  ['the first number that is too large', 1e10],
  ['what is no number', Number.NaN],
  ['what is no finite number', Number.POSITIVE_INFINITY],
  ['two amounts', '500 600'],
  ['an amount in words of a payer', 'paid 500'],
  ['more than 40 characters', `${' '.repeat(41)}5`.replace(/^ /, '0')],
])('no amount: %s', (_, cell) => expect(amountOf(cell)).toBeNull());

test.each<[Cell | undefined, 'credit' | 'debit' | null, number | null]>([
  ['500.00', null, 50_000],
  ['500.00 Cr', null, 50_000],
  ['500.00 Dr', null, -50_000],
  ['-500.00', null, -50_000],
  [-500, null, -50_000],
  ['500.00', 'debit', -50_000],
  ['500.00', 'credit', 50_000],
  ['', 'debit', null],
])('the balance %j with the sign %s', (cell, sign, paise) => expect(balanceOf(cell, sign)).toBe(paise));

test.each([
  ['CR', 'credit'],
  ['(Cr.)', 'credit'],
  [' Deposit ', 'credit'],
  ['+', 'credit'],
  ['Dr', 'debit'],
  ['Withdrawal:', 'debit'],
  ['-', 'debit'],
  ['CR 500', null],
  ['CREDITOR', null],
  ['', null],
])('the word %j is a %s', (text, direction) => expect(directionOf(text)).toBe(direction));

test.each([
  ['credit', null, 'credit'],
  ['plus', null, 'credit'],
  ['debit', null, 'debit'],
  ['minus', 'credit', 'debit'],
  ['plus', 'debit', 'credit'],
  [null, 'credit', 'credit'],
  [null, null, null],
] as const)('the sign %s, where none is a %s: %s', (sign, unsigned, direction) =>
  expect(signDirection({ paise: 1, sign }, unsigned)).toBe(direction),
);
test('without its column, an amount without a sign has no direction', () =>
  expect(signDirection({ paise: 1, sign: null })).toBeNull());
