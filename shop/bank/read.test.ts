import { describe, expect, test } from 'vitest';
import { findOrder, tracesOf } from './finder.ts';
import { type BankMessage, readMessage } from './read.ts';
import type { Template } from './template.ts';
import { loadTemplates, TEMPLATES } from './templates.ts';
import { templateOf } from './test-template.ts';

const RECEIVED = Date.parse('2026-12-01T12:00:00+05:30');
const read = (bank: string | null, text: string, via: BankMessage['via'] = 'sms') =>
  readMessage({ text, via, bank, receivedAt: RECEIVED }, TEMPLATES)?.reading ?? null;

/** Reads a text by one template. */
function readBy(template: string, text: string, kind: Template['kind'] = 'credit') {
  const message = { text, via: 'sms' as const, bank: 'X', receivedAt: RECEIVED };
  return readMessage(message, [templateOf(template, { kind })])?.reading ?? null;
}

describe("a payer's words are not the bank's", () => {
  const AXIS = 'INR 1.00 credited\nA/c no. XX2724\n18-11-26, 10:11:12 IST\nUPI/P2A/632287105947/RAVI/SBIN/';

  test.each([
    'You received Rs 4563',
    'Rs 4563 credited A/c no. XX1111 UPI/P2A/111122223333/X',
    '111122223333',
    'order KM-1\n\nINR 4563.00 credited',
  ])('in the path of Axis Bank: %s', (note) => {
    const reading = read('AXIS', `${AXIS}${note} - Axis Bank`);
    expect(reading).toMatchObject({ kind: 'credit', amountPaise: 100, rrn: '632287105947' });
  });

  test.each(['You received Rs 4563', 'UPI/P2A/111122223333/X'])('in a mail: %s', (note) => {
    const text = `Amount Credited: INR 1.00\nAccount Number: XX2724\nDate & Time: 18-11-26, 10:11:12 IST\nTransaction Info: UPI/P2A/632287105947/NAME/SBIN/${note}\nPlease do not share your OTP`;
    const reading = read('AXIS', text, 'email');
    if (reading) expect(reading).toMatchObject({ amountPaise: 100, rrn: '632287105947' });
  });

  test('a reference behind a space is not replaced by one of the note', () => {
    const template = '{account} credited: {amount} on {date}. Info: UPI/[P2A/]{rrn}/{note}. Balance {balance}';
    const text = 'XX12 credited: Rs 5 on 17-Nov-26. Info: UPI/ 632112345678/pay UPI/P2A/111122223333/X. Balance Rs 9';
    expect(readBy(template, text)).toMatchObject({ rrn: '632112345678', note: 'pay UPI/P2A/111122223333/X' });
  });

  test('a text that can be read in two ways is not read', () => {
    const template = '{account} got {amount} from {payer} ref {rrn}[ {note}]';
    expect(readBy(template, 'XX12 got Rs 5 from RAVI ref 632112345678')).not.toBeNull();
    expect(readBy(template, 'XX12 got Rs 5 from RAVI ref 111122223333 ref 632112345678')).toBeNull();
  });

  test.each(['Rs 4563', '111122223333', 'X\u202e ₹4563'])('a payer named %s is not read', (payer) => {
    expect(readBy('{account} got {amount} from {payer}', `XX12 got Rs 5 from ${payer}`)).toBeNull();
  });
});

describe('money that goes back or comes back is no credit', () => {
  const WAYS = ['UPI/CRADJ', 'UPI/CR ADJ', 'UPI/TCC', 'UPI/DRC', 'UPI/REV', 'UPI/adjustment', 'UPI/against dispute'];
  const TEXTS: [string, (path: string) => string][] = [
    [
      'AXIS',
      (path) =>
        `INR 143.00 credited\nA/c no. XX2724\n18-11-26, 10:11:12 IST\n${path}/632287105947/RAVI/SBIN - Axis Bank`,
    ],
    [
      'AU',
      (path) =>
        `Credited INR 2,595.00 to A/c X4075 on 19-NOV-2026 Ref ${path}/632300282561/ISHAANI. Bal INR 8,57,459.60. - AU Bank`,
    ],
    [
      'CANARA',
      (path) =>
        `An amount of INR 179.99 has been CREDITED to your account XXXXX7511 on 13/11/2026 towards ${path}/662289460820/NOOR. Total Avail.bal INR 5,67,755.19. - Canara Bank`,
    ],
    [
      'SBI',
      (path) =>
        `Your A/C XXXXX4323 Credited INR 1,12,150.00 on 06/11/26 -${path}/631066544054/LALT. Avl Bal INR 8,34,641.53-SBI`,
    ],
  ];
  test.each(TEXTS.flatMap(([bank, text]) => WAYS.map((path) => [bank, text(path)] as const)))(
    '%s: %s',
    (bank, text) => {
      expect(read(bank, text)?.kind ?? 'none').not.toBe('credit');
    },
  );

  test.each(TEXTS)('%s reads the same text of a payment', (bank, text) => {
    const reading = ['UPI/P2A', 'UPI/CR', 'UPI'].map((path) => read(bank, text(path)));
    expect(reading.some((each) => each?.kind === 'credit')).toBe(true);
  });

  test.each([
    'A/c *4280 Credited for Rs:90.00 on 18-11-2026 21:39:59 by Mob Bk Rev Tran ref no 632287105947 Avl Bal Rs:624183.06.Never Share OTP/PIN/CVV-Union Bank of India',
    'A/c *4280 Credited for Rs:90.00 on 18-11-2026 21:39:59 by Rev of UPI ref no 632287105947 Avl Bal Rs:624183.06.Never Share OTP/PIN/CVV-Union Bank of India',
  ])('%s', (text) => expect(read('UNION', text)?.kind ?? 'none').not.toBe('credit'));

  test.each([
    [
      '{account} credited {amount} by {payer} ref no {rrn}',
      'XX12 credited Rs 5 by Mob Bk Rev Tran ref no 632112345678',
    ],
    ['{account} credited {amount}. Info: {note}', 'XX12 credited Rs 5. Info: UPI/CRADJ/632112345678'],
    ['{account} credited {amount}. Info: UPI/{code}/{rrn}', 'XX12 credited Rs 5. Info: UPI/CRADJ/632112345678'],
    ['A/c {account} credited {amount}. {any}', 'A/c XX12 credited Rs 5. Info: UPI/CRADJ/632112345678/NAME'],
    ['A/c {account} credited {amount} {any}', 'A/c XX12 credited Rs 5 by reversal of UPI'],
  ])('no loose template makes a credit of it: %s', (template, text) => expect(readBy(template, text)).toBeNull());
});

test.each([
  'INR 599.00 credited\nA/c no. XX4321\n07-11-26, 10:10:10 IST\nUPI/P2A/REV/631112345678/ANANYA\nAxis Bank',
  'Account XX321 has been credited with INR 599.00 on 07-Nov-26. Info: REV-UPI/631112345678/ANANYA',
  'INR 599.00 deposited in HDFC Bank A/c XX4321 on 07-NOV-26 for REV NEFT DR-HDFCN52026110712345678. Avl bal INR 6,105.00',
  'Amt Credited Rs 599.00 to A/c XX4321 07-11-26 UPI/RRR/631112345678/ANANYA',
  'Rs 599.00 CR to A/c XX4321 UPI-RET-631112345678',
  'A/c XX4321 is credited with Rs 599.00 on 07-11-26. UPI/CR/RTN/631112345678',
])('a code of the bank alone says that an own payment came back: %j', (text) => {
  for (const via of ['text', 'sms', 'email'] as const) expect(read(null, text, via)?.kind ?? 'none').not.toBe('credit');
});

test('a subject that doubts the text is believed', () => {
  const text = 'Rs 5 credited to your account XX12. UPI Ref No 632112345678.';
  const template = { id: 'a', bank: 'X', via: ['email'], kind: 'credit', channel: 'upi', examples: [] };
  const wording = '{amount} credited to your account {account}. UPI Ref No {rrn}.';
  const templates = loadTemplates([[{ ...template, text: wording }]]);
  const mail = { text, via: 'email' as const, bank: 'X', receivedAt: RECEIVED };
  expect(readMessage({ ...mail, subject: 'Transaction alert' }, templates)).not.toBeNull();
  expect(readMessage({ ...mail, subject: 'Transaction declined' }, templates)).toBeNull();
});

const EXAMPLES = TEMPLATES.filter(({ kind }) => kind === 'credit').flatMap(({ bank, via, examples }) =>
  examples
    .slice(0, 1)
    .map(({ text, subject = '' }) => ({ text, subject, bank, via: via[0] ?? 'sms', receivedAt: RECEIVED })),
);

test.each<[string, (text: string) => string]>([
  ['upper case', (text) => text.replace(/\S+/g, (word) => (/@|:\/\//.test(word) ? word : word.toUpperCase()))],
  ['line breaks between sentences', (text) => text.replace(/\. (?=[A-Z])/g, '.\n\n')],
  ['double spaces', (text) => text.replace(/ /g, '  ')],
  ['a zero-width space in every number', (text) => text.replace(/(\d)(?=\d)/g, '$1\u200b')],
  ['no-break spaces', (text) => text.replace(/ /g, '\u00a0')],
])('reads every example alike with %s', (_name, change) => {
  const facts = (message: BankMessage) => {
    const { kind, amountPaise, rrn, refs } = readMessage(message, TEMPLATES)?.reading ?? {};
    return { kind, amountPaise, rrn, refs: refs?.map((ref) => ref.toUpperCase()) };
  };
  const wrong = EXAMPLES.filter((message) => {
    const changed = facts({ ...message, text: change(message.text) });
    return JSON.stringify(changed) !== JSON.stringify(facts(message));
  });
  expect(wrong.map(({ text }) => change(text))).toEqual([]);
});

test('a message that is cut gives its whole amount and reference or none', () => {
  // Nothing tells where an amount ends that ends the message.
  const wrong = EXAMPLES.filter(({ text }) => !/₹[\d,.]+$/.test(text)).flatMap((message) => {
    const whole = readMessage(message, TEMPLATES)?.reading;
    return [...message.text.matchAll(/\d/g)]
      .filter((_digit, index) => index % 3 === 0)
      .map(({ index }) => ({ ...message, text: message.text.slice(0, index) }))
      .filter((cut) => {
        const reading = readMessage(cut, TEMPLATES)?.reading;
        const isNumber = [null, whole?.rrn].includes(reading?.rrn ?? null);
        return reading && (reading.amountPaise !== whole?.amountPaise || !isNumber);
      })
      .map(({ text }) => text);
  });
  expect(wrong).toEqual([]);
});

test.each([
  'Rs.599 received by MEENA STORES via UPI. UPI Ref 632287105947',
  'Rs.599 received by the beneficiary. UPI Ref No 632287105947',
  'Dear Customer, 500 reward points credited to your card XX1234. Ref 632287105947',
  '482913 is your OTP for Rs 500',
])('%s is nothing', (text) => {
  for (const via of ['text', 'sms', 'app'] as const) expect(read(null, text, via)).toBeNull();
});

test('a surname of one letter in a path of HDFC Bank', () => {
  const text =
    'Dear Customer, Rs.1299.00 is credited to your HDFC Bank account XX3268 on 20-Nov-26 towards UPI-RAJESH K-rajeshk@okexample-524406652349-PAYMENT. Not you? Call 080-00001234';
  const truth = { rrn: '524406652349', payerName: 'Rajesh K', payerVpa: 'rajeshk@okexample', note: 'PAYMENT' };
  expect(read('HDFC', text)).toMatchObject(truth);
});

test.each([
  ['GPAY', 'Ravi Kumar paid you ₹4563'],
  ['GPAY', 'Ravi Kumar has not paid you ₹4563'],
  ['GPAY', 'Your payment to Ravi paid you ₹50'],
  ['GPAY', 'Google Pay for Business: You paid ₹500. UPI transaction ID 632112345678'],
  ['GPAY', 'Google Pay for Business\nRavi paid you Re 1\nAsha paid you ₹4563'],
  ['PHONEPE', 'PhonePe Business: You paid ₹500. UTR 632112345678'],
  ['PHONEPE', 'Meena Stores ko Kishmish se ₹599 mile. PhonePe Business. UTR: 632112345678'],
  ['PAYTM', '₹500 paid by You Paytm for Business'],
  ['ICICI', 'Your payment reminder has paid Rs 5 into your ICICI Bank account XX641. UPI Ref: 632112345678 (18-11-26)'],
  ['KOTAK', 'Date: 18-11-2026 Amount: Rs 5 Sender: A RRN: 111122223333 Status: Credited Bank Ref: 632287105947'],
  ['KOTAK', 'Date: 18-11-2026 Amount: Rs 5 Sender: A RRN: 632287105947 Status: Credited to beneficiary RAVI'],
  ['BOB', 'Rs 5 Cr. to A/c XX1111 and Rs 5 Dr. from A/c of kishmish@barodampay. UPI Ref 632287105947'],
  ['FEDERAL', 'Amount: Rs 5 Sender: a@fbl RRN: 632287105947 Account: XX6298 Date: 18-11-26 Type: Debit'],
  [
    'SIB',
    'CREDIT:Rs.5 in A/C XX12 Info:UPI/REFUNDED/632287105947/R on 18-11-26 10:11:12. Final balance is Rs 9 -South Indian Bank',
  ],
  ['INDIAN', 'Rs 1 credited to a/c XX12 on 18-11-26 by VPA a@b remarks: x (UPI Ref no 111122223333).Indian Bank'],
])('%s does not say: %s', (bank, text) => {
  for (const via of ['sms', 'app', 'email'] as const) expect(read(bank, text, via)).toBeNull();
});

test('a sentence behind a note that takes the money away is no note', () => {
  const text = (note: string) => `Rs 5 credited to a/c XX12 on 18-11-26 by UPI ref 632287105947. Remark: ${note}`;
  const template = '{amount} credited to a/c {account} on {date} by UPI ref {rrn}. Remark: {note}';
  expect(readBy(template, text('figs'))).toMatchObject({ amountPaise: 500 });
  for (const end of ['has been declined.', 'Transaction failed', 'is on hold', 'will be credited', 'was reversed'])
    expect(readBy(template, text(`figs. This ${end}`))).toBeNull();
});

test('no alert is longer than a thousand characters', () => {
  const text = `Rs 5 credited to a/c XX12 ref 632112345678 ${'word '.repeat(200)}`;
  expect(readBy('{amount} credited to a/c {account} ref {rrn} {any}', text)).toBeNull();
});

test.each([
  ['sms', 1000, true],
  ['sms', 1001, false],
  ['app', 1001, false],
  ['email', 1001, true],
  ['text', 1001, true],
] as const)('a message by %s of %i characters is read: %s', (via, length, isRead) => {
  const text = 'Rs 5 credited to a/c XX12 ref 632112345678 '.padEnd(length, 'word ').replace(/ $/, 's');
  const wording = '{amount} credited to a/c {account} ref {rrn} {any}';
  const message = { text, via, bank: 'X', receivedAt: RECEIVED };
  const templates = [templateOf(wording, { via: ['sms', 'app', 'email'] })];
  const found = readMessage(message, templates);
  expect(isRead ? found?.template : found).toBe(isRead ? 'a' : null);
});

test.each([
  ['its own bank', 'X', 'sms', true],
  ['another bank', 'Y', 'sms', false],
  ['any bank', null, 'sms', true],
  ['another way', 'X', 'app', false],
  ['any way', 'X', 'text', true],
] as const)('a template is for messages of %s', (_, bank, via, isRead) => {
  const message = { text: 'you got Rs 5 today', via, bank, receivedAt: RECEIVED };
  expect(readMessage(message, [templateOf('you got {amount} today')]) !== null).toBe(isRead);
});

test.each(['neft', 'rtgs'] as const)('the number of a transfer by %s is no RRN', (channel) => {
  const message = { text: 'you got Rs 5 ref 632112345678', via: 'sms' as const, bank: 'X', receivedAt: RECEIVED };
  expect(readMessage(message, [templateOf('you got {amount} ref {rrn}', { channel })])?.reading).toMatchObject({
    channel,
    rrn: null,
    refs: ['632112345678'],
  });
});

test('time and balance count only when nothing else can be meant', () => {
  const template = 'you got {amount} by {payer} at {time} balance {balance} {note}';
  const facts = (text: string) => {
    const { amountPaise, time, balancePaise } = readBy(template, text) ?? {};
    return [amountPaise, time, balancePaise];
  };
  expect(facts('you got Rs 5 by Ravi at 10:11 balance Rs 9 tea')).toEqual([500, '10:11', 900]);
  const twice = 'you got Rs 5 by Ravi at 10:11 balance Rs 9 at 10:12 balance Rs 8 tea';
  expect(facts(twice)).toEqual([500, null, null]);
});

test.each([
  ['DEVESH KULKARNI', 'Devesh Kulkarni'],
  ['devesh kulkarni', 'Devesh Kulkarni'],
  ['Ronald McDonald', 'Ronald McDonald'],
  ['RAVI K.', 'Ravi K'],
])('a payer %s is called %s', (payer, name) => {
  expect(readBy('you got {amount} from {payer}', `you got Rs 5 from ${payer}`)?.payerName).toBe(name);
});

test('an account of nothing but a mask is no account', () => {
  const reading = readBy('A/c {account} credited {amount} ref {rrn}', 'A/c XXXXXXXXXX credited Rs 5 ref 632112345678');
  expect(reading).toMatchObject({ amountPaise: 500, accountTail: null });
});

test('blank lines inside a message do not matter', () => {
  const text =
    'Received!\n\nRs.2,471.00 in HDFC Bank A/c *5969\n\n\nOn 11-Nov-2026\nFrom SUKANYA MUKHERJEE\n \nUPI Ref 631552709043';
  expect(read('HDFC', text)).toMatchObject({ amountPaise: 247100, rrn: '631552709043' });
});

test.each([
  'Your A/c XX11 has Credit txn via UPI of amt 840.00 with remark UPI/632212345678/RAVI/dates',
  'BHIM: You have received Rs. 840.00 from ravi@okexample. UPI Ref ID 632212345678. A sentence that no template knows.',
])('what no template knows is found: %s', (text) => {
  expect(read(null, text, 'text')).toBeNull();
  const order = { orderNumber: 'KM1', utr: '632212345678', total: 84000 };
  expect(findOrder(tracesOf(text), [order])).toBe('KM1');
});

test('two templates that disagree read nothing', () => {
  const common = { bank: 'X', via: ['sms'], channel: 'upi', examples: [] };
  const templates = loadTemplates([
    [
      { ...common, id: 'a', kind: 'credit', text: 'A/c {account} moved {amount} {note}' },
      { ...common, id: 'b', kind: 'debit', text: 'A/c {account} moved {amount} out' },
    ],
  ]);
  const message = { via: 'sms' as const, bank: 'X', receivedAt: RECEIVED };
  expect(readMessage({ ...message, text: 'A/c X12 moved Rs 5 in' }, templates)?.template).toBe('a');
  expect(readMessage({ ...message, text: 'A/c X12 moved Rs 5 out' }, templates)).toBeNull();
});

test.each([
  ['500', 50000],
  ['Rs.1,02,034.50', 10203450],
  ['INR 500/-', 50000],
  ['₹ 2000.0', 200000],
  ['Rs..60', 60],
  ['Rs 0.00', null],
  ['Rs 1.234', null],
  ['Rs 3,16', null],
  ['Rs 5 lakh', null],
])('the amount %s', (text, paise) => {
  expect(readBy('you got {amount} today', `you got ${text} today`)?.amountPaise ?? null).toBe(paise);
});

test('kinds', () => {
  const text = 'Rs 5 moved, number 632112345678';
  const template = '{amount} moved, number {rrn}';
  expect(readBy(template, text, 'debit')).toMatchObject({ kind: 'debit', reason: null, rrn: '632112345678' });
  const reversed = { kind: 'debit', reason: 'credit_reversed', reversesRrn: '632112345678' };
  expect(readBy(template, text, 'credit_reversed')).toMatchObject(reversed);
  const returned = { kind: 'other', reason: 'reversal', rrn: null, refs: [], returnedRefs: ['632112345678'] };
  expect(readBy(template, text, 'returned')).toMatchObject(returned);
  const refs = (wording: string, words: string) => readBy(wording, words, 'returned')?.returnedRefs;
  expect(refs('{amount} came back, {ref}', 'Rs 5 came back, N23340709703')).toEqual(['N23340709703']);
  expect(refs(`${template}, {ref}`, `${text}, N23340709703`)).toEqual(['632112345678', 'N23340709703']);
  expect(refs('{amount} came back', 'Rs 5 came back')).toEqual([]);
});

test('a text of 1 MB is read or left in a moment', () => {
  const start = performance.now();
  for (const text of ['\n'.repeat(1_000_000), 'Rs 5 credited UPI/P2A/632112345678/ '.repeat(30_000)])
    expect(read('AXIS', text)).toBeNull();
  expect(performance.now() - start).toBeLessThan(2000);
});
