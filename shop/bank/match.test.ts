import { expect, test } from 'vitest';
import { grammarOf } from './grammar.ts';
import { parsesOf } from './match.ts';
import { readMessage } from './read.ts';
import { templateOf } from './test-template.ts';

const RECEIVED = Date.parse('2026-12-01T12:00:00+05:30');
const read = (template: string, text: string) =>
  readMessage({ text, via: 'sms', bank: 'X', receivedAt: RECEIVED }, [templateOf(template)])?.reading ?? null;

const PAID = '{amount} credited to a/c {account}';
const OPENING = 'Rs 5 credited to a/c XX12';

test.each([
  ['an empty note', `${PAID}. Remark: {note}`, `${OPENING}. Remark:`],
  ['nothing behind the last slot', `${PAID} ref {rrn} {any}`, `${OPENING} ref 632112345678`],
  ['a number behind a word', `${PAID} ref{rrn}`, `${OPENING} ref632112345678`],
  ['a mask behind a word', 'Got {amount} in a/c{account}', 'Got Rs 5 in a/cXX12'],
  ['the owner in a greeting', `Dear {name}, ${PAID}`, `Dear Kishmish & Sons, ${OPENING}`],
  ['a first word that may be missing', `[Dear] Customer, ${PAID}`, `Customer, ${OPENING}`],
])('reads %s', (_, template, text) =>
  expect(read(template, text)).toMatchObject({ amountPaise: 500, accountTail: '12', note: null }),
);

test.each([
  ['a payer without a name', `${PAID} from {payer} ref {rrn}`, `${OPENING} from ref 632112345678`],
  ['a word that goes on, as of a payer named Revathi', `${PAID} Rev{note}`, `${OPENING} Revathi`],
  ['words that are not apart', `${PAID} by UPI {note}`, `${OPENING} byUPI tea`],
  ['a payer that stands in one word with the number', `${PAID} ref {rrn} {payer}`, `${OPENING} ref 632112345678Ravi`],
  ['a greeting with a number in it', `Dear {name}, ${PAID}`, `Dear Ravi 50, ${OPENING}`],
  ['an end that takes the money away', `${PAID}. {any}`, `${OPENING}. This transaction declined`],
  ['two references that differ', `${PAID} ref {rrn} or {rrn}`, `${OPENING} ref 632112345678 or 632112345679`],
  ['words behind its end', PAID, `${OPENING} not yet`],
])('does not read %s', (_, template, text) => expect(read(template, text)).toBeNull());

test('of two ways to read a payer the shorter name stays, and of two payers the first', () => {
  const text = `${OPENING} from Mr. Ravi Rao ref 632112345678`;
  expect(read(`${PAID} from [Mr. ]{payer} ref {rrn}`, text)).toMatchObject({ payerName: 'Ravi Rao' });
  const path = `${OPENING} by UPI/632112345678/Ravi/Asha`;
  expect(read(`${PAID} by UPI/{rrn}/{payer}/{payer}`, path)).toMatchObject({ payerName: 'Ravi' });
  const noted = `${OPENING} from Ravi Rao for tea ref 632112345678`;
  expect(read(`${PAID} from {payer} {note} ref {rrn}`, noted)).toMatchObject({
    payerName: 'Ravi',
    note: 'Rao for tea',
  });
});

test('a text with too many ways to read it is made to confuse', () => {
  const template = templateOf(`${PAID} from {payer} a {payer} a {payer}`);
  const text = `${OPENING} from ${'a '.repeat(400)}`.trim();
  expect(parsesOf(grammarOf(template), { text, subject: '' }, '2026-12-01', false)).toBe('confusing');
  expect(readMessage({ text, via: 'sms', bank: 'X', receivedAt: RECEIVED }, [template])).toBeNull();
});

test('a subject must fit too, and may say the amount', () => {
  const template = templateOf('Your account {account} was credited.', {
    via: ['email'],
    subject: 'Got {amount} today',
  });
  const mail = { text: 'Your account XX12 was credited.', via: 'email' as const, bank: 'X', receivedAt: RECEIVED };
  const amounts = ['Got Rs 5 today', 'Got Rs 5 tomorrow', ''].map(
    (subject) => readMessage({ ...mail, subject }, [template])?.reading.amountPaise ?? null,
  );
  expect(amounts).toEqual([500, null, null]);
});
