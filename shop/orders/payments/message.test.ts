import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMessage } from './message.ts';

/** Invented messages, one a line, with what they mean. tests/prove.test.ts compares every field of them as they stand. */
const messages = readFileSync('demo/credits/wordings/sms.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): { text: string; receivedAt: string; expect: { kind: string; rrn?: string | null } } => JSON.parse(line));

const read = (text: string, receivedAt = '2026-11-18T12:30:00+05:30') =>
  readMessage(text, { receivedAt: Date.parse(receivedAt) });

const NOISE: [name: string, change: (text: string) => string][] = [
  ['upper case', (text) => text.replace(/\S+/g, (word) => (/@|&#|:\/\//.test(word) ? word : word.toUpperCase()))],
  ['a line after it', (text) => `${text}\nT&C apply. Call 18000000123.`],
  ['a line before it', (text) => `Transaction Alert!\n${text}`],
  ['line breaks between sentences', (text) => text.replace(/\. (?=[A-Z])/g, '.\n')],
  ['double spaces', (text) => text.replace(/ /g, '  ')],
  ['no space after a full stop', (text) => text.replace(/\. (?=UPI|RRN|Ref|Avl|Bal)/g, '.')],
  ['a zero-width space in every number', (text) => text.replace(/(?<!&#\d*)(\d)(?=\d)/g, '$1\u200b')],
  ['no-break spaces', (text) => text.replace(/ /g, '\u00a0')],
];

test.each(NOISE)('reads kind, amount and reference alike with %s', (_name, change) => {
  const summary = ({ kind, amountPaise, rrn }: ReturnType<typeof read>) => ({ kind, amountPaise, rrn });
  const wrong = messages.filter(({ text }) => {
    const [plain, changed] = [summary(read(text)), summary(read(change(text)))];
    return JSON.stringify(plain) !== JSON.stringify(changed);
  });
  expect(wrong.map(({ text }) => `${change(text)} → ${JSON.stringify(summary(read(change(text))))}`)).toEqual([]);
});

test('a message cut at any place gives its whole reference or none', () => {
  const credits = messages.filter(({ text, expect: { kind, rrn } }) => {
    // A number of 13 digits cut by one cannot be told from a reference.
    return kind === 'credit' && rrn !== undefined && !/\d{13}/.test(text.replace(/0{4}\d{12}/, ''));
  });
  const wrong = credits.flatMap(({ text, expect: { rrn } }) =>
    Array.from({ length: text.length }, (_, length) => length)
      .filter((length) => /\d/.test(text.charAt(length)))
      .map((length) => read(text.slice(0, length)))
      .filter((reading) => reading.rrn !== null && reading.rrn !== rrn)
      .map((reading) => `${text} → ${reading.rrn}`),
  );
  expect(credits.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('a date without a year is the latest one that is not after the message', () => {
  const text = 'Your a/c X4321 is credited with Rs 88 on 30-Dec from RAVI. UPI Ref 636412345678';
  expect(read(text, '2027-01-02T10:00:00+05:30').date).toBe('2026-12-30');
});

test('a message without a date has none', () => {
  expect(read('Your a/c X4321 is credited with Rs 88 from RAVI. UPI Ref 636412345678').date).toBeNull();
});

test('the hint names the bank, else the text does', () => {
  const text = 'Rs 88 credited to your a/c X4321 from HDFC Bank customer RAVI. UPI Ref 636412345678 - Axis Bank';
  expect(read(text).bank).toBe('AXIS');
  expect(readMessage(text, { receivedAt: 0, bankHint: 'KOTAK' }).bank).toBe('KOTAK');
});

test.each([
  ['A/c XX4417: +Rs 1,199 on 12-Nov-26 from RAVI. UPI Ref 631612345678', 'credit', 119900],
  ['A/c XX4417: -Rs 1,199 on 12-Nov-26 to RAVI. UPI Ref 631612345678', 'debit', 119900],
  ['UPI inward of INR 749.00 in your a/c XX4417 on 12-11-26. RRN 631612345678', 'credit', 74900],
  ['Rs 500.00 in A/c XX4417: CREDIT. From ravi@ok. UPI Ref 631612345678', 'credit', 50000],
  ['+₹500 UPI transfer from RAVI. Ref 631612345678', 'credit', 50000],
  ['UPI credit INR 515, A/c XX4417. RRN 631612345678', 'credit', 51500],
])('the short form %j is read as %s', (text, kind, amountPaise) => {
  expect(read(text)).toMatchObject({ kind, amountPaise, rrn: '631612345678' });
});

describe('a message with two accounts and no owner', () => {
  const text = 'Acct XX417 credited & Acct XX982 debited with Rs 750.00 on 12-Nov-26. UPI: 631612345678 - ICICI Bank';
  const readOf = (...tails: string[]) => readMessage(text, { receivedAt: Date.parse('2026-11-12T12:30:00Z'), tails });

  test('is a credit of the own account, or a debit of it', () => {
    expect(readOf('4417')).toMatchObject({ kind: 'credit', accountTail: '417', amountPaise: 75_000 });
    expect(readOf('1982')).toMatchObject({ kind: 'debit', accountTail: '982' });
  });

  test('is unclear when none or both are own', () => {
    for (const tails of [[], ['5555'], ['4417', '1982']]) expect(readOf(...tails).kind).toBe('other');
  });
});

test.each([
  'INR 599.00 credited\nA/c no. XX4321\n07-11-26, 10:10:10 IST\nUPI/P2A/REV/631112345678/ANANYA\nAxis Bank',
  'Account XX321 has been credited with INR 599.00 on 07-Nov-26. Info: REV-UPI/631112345678/ANANYA',
  'INR 599.00 deposited in HDFC Bank A/c XX4321 on 07-NOV-26 for REV NEFT DR-HDFCN52026110712345678. Avl bal INR 6,105.00',
  'Amt Credited Rs 599.00 to A/c XX4321 07-11-26 UPI/RRR/631112345678/ANANYA',
  'Rs 599.00 CR to A/c XX4321 UPI-RET-631112345678',
  'A/c XX4321 is credited with Rs 599.00 on 07-11-26. UPI/CR/RTN/631112345678',
])('an own payment that came back, by the code of the bank alone, is no credit: %j', (text) => {
  expect(read(text)).toMatchObject({ kind: 'other', reason: 'reversal' });
});

test.each([
  ['Rs 599.00 credited to A/c XX4321 on 07-11-26. UPI/P2A/631112345678/REV JOHN PAUL/HDFC', '631112345678'],
  ['Rs 599.00 credited to A/c XX4321 on 07-11-26 from Rev. John Paul. UPI Ref 631112345678', '631112345678'],
  ['Rs 599.00 credited to A/c XX4321 on 07-11-26. UPI/RET TRADERS/631112345678', '631112345678'],
  ['Rs 599.00 credited to A/c XX4321 on 07-11-26 from ret@okexample. UPI Ref 631112345678', '631112345678'],
])('a payer whose name looks like such a code has paid: %j', (text, rrn) => {
  expect(read(text)).toMatchObject({ kind: 'credit', rrn });
});

test('a transfer to an account is a credit only of an own account', () => {
  const text = 'IMPS of Rs 700.00 to A/c XX417 credited on 12-11-26. Ref No 631612345678 - ICICI Bank';
  const kindOf = (...tails: string[]) =>
    readMessage(text, { receivedAt: Date.parse('2026-11-12T12:30:00Z'), tails }).kind;
  expect([kindOf(), kindOf('5555'), kindOf('4417')]).toEqual(['other', 'other', 'credit']);
});

test('only the mail inside of a forwarded mail is read', () => {
  const inside =
    'Your Account XX426 has been credited with INR 2,653.01 on 13-Nov-26. Info: UPI/P2A/631715885457/AAROHI FADNIS.';
  const mail = `FYI, my payment is done, please ship.\n\n---------- Forwarded message ---------\nFrom: Bank\n\n${inside}`;
  expect(read(mail)).toMatchObject({ kind: 'credit', amountPaise: 265301, rrn: '631715885457' });
});

test.each([
  ['words of a balance before many amounts', `${'bal '.repeat(667)}x ${'₹1 '.repeat(440)}`],
  ['signs between a date and a time that does not come', `12/11/26 ${'& '.repeat(1900)}`],
])('%s take no long time', (_name, text) => {
  const start = process.cpuUsage();
  read(text);
  expect(process.cpuUsage(start).user).toBeLessThan(700_000);
});

test('a long text is read in no time', () => {
  const start = performance.now();
  for (const piece of [
    'a/c XX ',
    'Rs 1 credited to your ',
    '<A0> ',
    'UPI/',
    'the bank ',
    '1 ',
    '@a',
    'credited not ',
    'x',
    'UPI-a b/',
  ]) {
    read(piece.repeat(Math.ceil(4000 / piece.length)));
  }
  expect(performance.now() - start).toBeLessThan(4000);
});
