import { describe, expect, test } from 'vitest';
import { readAlert } from '#shop/orders/payments/mail-reading.ts';
import { readMail } from './mail-message.ts';

const RRN = '631856938830';
const FOOTER =
  '<p>Warm regards,<br>Your Bank</p><p>This is an auto-generated e-mail. Apply now for loans. Never share your OTP.</p><p>Disclaimer: if you received this by mistake, delete it.</p>';
const rows = (...pairs: [string, string][]) =>
  `<table>${pairs.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join('')}</table>`;

async function read(subject: string, body: string, from = 'Bank <alerts@hdfcbank.net>') {
  const mail = await readMail(
    `From: ${from}\r\nSubject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`,
  );
  return readAlert(mail, { receivedAt: Date.parse('2026-11-14T14:00:00Z'), bankHint: null });
}

describe('credits', () => {
  const credit = { kind: 'credit', amountPaise: 89_900, rrn: RRN, channel: 'upi' };
  test.each<[string, string, string, Record<string, unknown>]>([
    [
      'a list',
      'Credit alert',
      `<p>Dear Customer,</p><p>Your account has been credited.</p><ul><li>Amount - Rs.899.00</li><li>Account - XX1234</li><li>Date - 14-11-2026</li><li>Reference No - ${RRN}</li><li>Remitter - ASHA RAO</li></ul>`,
      { accountTail: '1234', date: '2026-11-14', payerName: 'Asha Rao' },
    ],
    [
      'prose with a long footer',
      'Transaction alert',
      `<p>Dear Sir/Madam,</p><p>Your account XXXXXX1234 has been credited with INR 899.00 on 14-11-2026 by UPI transaction. UPI Ref No: ${RRN}. Available balance: INR 1,23,456.00</p>${FOOTER}`,
      { accountTail: '1234', date: '2026-11-14' },
    ],
    [
      'labels and values in lines of their own',
      'You have received money',
      `<div>Hello Kishmish Foods,</div><div>Your account has been credited.</div><div>Amount</div><div>₹ 899.00</div><div>Account Number:</div><div>XX1234</div><div>UPI Ref No</div><div>: ${RRN}</div><div>From</div><div>ASHA RAO</div>`,
      { accountTail: '1234', payerName: 'Asha Rao' },
    ],
    [
      'a table with the currency in the label',
      'Transaction alert',
      rows(
        ['Transaction Type', 'Credit'],
        ['Amount (INR)', '899.00'],
        ['Account', 'XX1234'],
        ['Transaction Date', '14-11-2026 19:02:37'],
        ['UPI Ref No.', RRN],
        ['Sender VPA', 'asha@upiexample'],
      ),
      { accountTail: '1234', date: '2026-11-14', time: '19:02:37', payerVpa: 'asha@upiexample' },
    ],
    [
      'a table with titles',
      'Credit alert',
      `<p>The following amount has been credited to your account XX1234.</p><table><tr><th>Date</th><th>Amount</th><th>UTR</th><th>Remitter</th></tr><tr><td>14-11-2026</td><td>Rs. 899.00</td><td>${RRN}</td><td>ASHA RAO</td></tr></table>`,
      { accountTail: '1234', date: '2026-11-14', payerName: 'Asha Rao' },
    ],
    [
      'a payment app that says who paid in a label',
      'Received ₹ 899 from ASHA RAO',
      rows(
        ['Paid by', 'ASHA RAO'],
        ['Amount', '₹ 899'],
        ['Txn. ID', 'T2611141902378830123456'],
        ['UTR', RRN],
        ['Credited to', 'XXXXXXXX1234'],
        ['Status', 'Successful'],
      ),
      { accountTail: '1234', payerName: 'Asha Rao' },
    ],
    [
      'a table that says Cr in a row',
      'Txn alert',
      rows(['Account', 'XX1234'], ['Cr/Dr', 'Cr'], ['Amount', '899.00'], ['Reference', RRN], ['Channel', 'UPI']),
      { accountTail: '1234' },
    ],
    [
      'an amount labelled as credit',
      'Txn alert',
      `<p>Details of the recent transaction in your account:</p>${rows(['Account No', 'XX1234'], ['Credit Amount', 'Rs.899.00'], ['Transaction Reference No', RRN], ['Transaction Mode', 'UPI'])}`,
      { accountTail: '1234' },
    ],
    [
      'an order number of 12 digits',
      'Payment',
      `<p>Congratulations! You received a payment of Rs 899 from ASHA RAO.</p>${rows(['Order ID', '202611141234'], ['UTR', RRN])}`,
      { payerName: 'Asha Rao' },
    ],
    [
      'numbers of the shop and the app in lines of their own',
      'Payment',
      `<div>You have received Rs 899 from ASHA RAO.</div><div>Order ID</div><div>202611141234</div><div>Transaction ID:</div><div>202611141235</div><div>UTR</div><div>${RRN}</div>`,
      { payerName: 'Asha Rao' },
    ],
    [
      'a number in the payer’s note',
      'Credit alert',
      `<p>Rs.899.00 has been credited to account 1234 from VPA asha@upiexample ASHA RAO on 14-11-26.<br>Remarks: UTR 999999999999<br>Your UPI transaction reference number is ${RRN}.</p>`,
      { payerVpa: 'asha@upiexample' },
    ],
    [
      'the payer only in the subject',
      'Rs. 899 paid by Asha Rao',
      `<h2>Rs. 899</h2><p>Payment received on your QR</p>${rows(['UPI Ref No', RRN])}`,
      { payerName: 'Asha Rao' },
    ],
  ])('%s', async (_name, subject, body, more) =>
    expect(await read(subject, body)).toMatchObject({ ...credit, ...more }),
  );
});

test('an order number is no reference of the bank', async () => {
  const body = `<p>You have received Rs 899 from ASHA RAO.</p>${rows(['Order ID', '202611141234'])}`;
  expect(await read('Payment', body)).toMatchObject({ kind: 'credit', amountPaise: 89_900, rrn: null });
});

describe('everything else is no credit', () => {
  test.each<[string, string, string, Record<string, unknown>]>([
    [
      'a debit in a table',
      'Transaction alert',
      rows(['Transaction Type', 'Debit'], ['Amount', 'INR 899.00'], ['UPI Ref No.', RRN], ['To', 'ASHA RAO']),
      { kind: 'debit' },
    ],
    [
      'a debit in labels',
      'INR 899.00 was debited from your A/c no. XX1234.',
      rows(
        ['Amount Debited:', 'INR 899.00'],
        ['Account Number:', 'XX1234'],
        ['Transaction Info:', `UPI/P2A/${RRN}/ASHA RAO`],
      ),
      { kind: 'debit' },
    ],
    [
      'a credit that is taken back',
      'Reversal',
      `<p>Rs 899.00 has been debited from your account XX1234 towards reversal of UPI credit ${RRN}.</p>`,
      { kind: 'debit', reason: 'credit_reversed', reversesRrn: RRN },
    ],
    [
      'our own payment that came back',
      'UPI reversal',
      `<p>Rs 899.00 is credited to your account XX1234 for reversal of UPI transaction ${RRN}.</p>`,
      { reason: 'reversal' },
    ],
    [
      'a status that is pending',
      'Payment',
      `<p>Payment from ASHA RAO</p>${rows(['Amount', 'Rs 899'], ['UTR', RRN], ['Status', 'Pending'])}`,
      { reason: 'pending' },
    ],
    [
      'a status that is failed',
      'Payment received',
      `<p>Payment from ASHA RAO</p>${rows(['Amount', 'Rs 899'], ['UTR', RRN], ['Status', 'Failed'])}`,
      { reason: 'failed' },
    ],
    [
      'a promise',
      'Credit',
      `<p>INR 899.00 will be credited to your account XX1234. UPI Ref ${RRN}.</p>`,
      { reason: 'pending' },
    ],
    [
      'a request',
      'Payment request',
      `<p>ASHA RAO has requested Rs 899 from you. Ref ${RRN}</p>`,
      { reason: 'collect' },
    ],
    [
      'a subject that doubts the text',
      'Transaction declined',
      `<p>INR 899.00 credited to your account XX1234. UPI Ref No ${RRN}.</p>`,
      { reason: 'failed' },
    ],
    [
      'a statement',
      'Your account statement',
      '<p>Your statement for account XX1234 is attached. Total credits: Rs 69900.00.</p>',
      { reason: 'statement' },
    ],
    [
      'a credit card',
      'Payment received',
      '<p>Payment of Rs 899.00 has been received towards your credit card ending 1234.</p>',
      { reason: 'card' },
    ],
    ['a newsletter', 'Your weekend plans', '<p>Seven trips for less than Rs 5,000. Book now.</p>', {}],
  ])('%s', async (_name, subject, body, more) =>
    expect(await read(subject, body)).toMatchObject({ kind: 'other', ...more }),
  );
});

test('the bank is named by the text, else by the sender', async () => {
  const body = `<p>Rs 899.00 credited to your account XX1234. UPI Ref No ${RRN}.</p>`;
  expect((await read('Alert', body, 'Axis Bank <x@y.example>')).bank).toBe('AXIS');
  expect((await read('Alert', `${body}<p>Kotak Bank</p>`, 'Axis Bank <x@y.example>')).bank).toBe('KOTAK');
  expect((await read('Alert', body, 'x@y.example')).bank).toBeNull();
});
