import { expect, test } from 'vitest';
import { accountTailOf, isNoLine } from './account.ts';
import type { Cell } from './cells.ts';

test.each<[string, Cell[][], string | null]>([
  ['beside its label', [['Account Number', '00000030884414417']], '4417'],
  ['as a number', [['Account No.', 30_884_414_417]], '4417'],
  ['behind a colon of its own', [['A/C No', ':', '30884414417']], '4417'],
  ['in one cell with it', [['Account: 30884414417']], '4417'],
  ['behind its kind', [['Account (Savings): 30884414417']], '4417'],
  ['behind an underscore', [['Account Number', '_30884414417']], '4417'],
  [
    'below it',
    [
      ['Acct No', 'Branch'],
      ['30884414417', 'Adyar'],
    ],
    '4417',
  ],
  ['as a mask', [['Account', 'XXXX4417']], '4417'],
  ['as a mask of three digits', [['Account', 'X417']], '417'],
  ['as a mask with a dash', [['Account', '**-4417']], '4417'],
  ['with nine digits', [['Account', '123456789']], '6789'],
  ['as four digits behind "ending"', [['Account ending 4417']], '4417'],
  [
    'in the second label',
    [
      ['Account status', 'Active'],
      ['Account', '30884414417'],
    ],
    '4417',
  ],
  ['in a later column', [['Branch', 'Adyar', 'Account', '30884414417']], '4417'],
  ['in a label of less than 300 characters', [[`Account 30884414417 ${'x'.repeat(279)}`]], '4417'],

  ['nothing', [], null],
  ['of another thing', [['Customer ID', '30884414417']], null],
  ['a name', [['Account Name', '30884414417']], null],
  ['the date it was opened', [['Account opened on', '30884414417']], null],
  ['with eight digits: perhaps a date or a PIN code', [['Account', '12345678']], null],
  ['four digits alone', [['Account', '4417']], null],
  ['five digits behind "ending"', [['Account ending 44170']], null],
  ['a balance', [['Account', '30884414417.00']], null],
  ['beside the label of another thing', [['Account', 'Mobile: 9876543210']], null],
  ['two cells away', [['Account', 'Savings', '30884414417']], null],
  ['in a text of 300 characters', [[`Account 30884414417 ${'x'.repeat(280)}`]], null],
])('the account: %s', (_, around, tail) => expect(accountTailOf(around)).toBe(tail));

test.each([
  'Opening Balance',
  '** CLOSING BALANCE **',
  'Balance B/F',
  'Brought forward',
  'Grand Total',
  'Totals',
  'Page Total',
  'Transaction total',
  'Statement Summary',
  'Page 3 of 4',
  'End of statement',
  'This is a computer generated statement',
])('%s is no transaction', (text) => expect(isNoLine(['', text])).toBe(true));

test.each(['UPI/CR/630829814940/TOTAL FOODS', 'Totally new', 'RAVI opening balance', `Total ${'x'.repeat(194)}`, ''])(
  '%s may be one',
  (text) => expect(isNoLine([text])).toBe(false),
);

test('a cell of less than 200 characters may be a total', () =>
  expect(isNoLine([`Total ${'x'.repeat(193)}`])).toBe(true));
