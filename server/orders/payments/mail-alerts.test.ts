import { describe, expect, test } from 'vitest';
import { findOrder, tracesOf } from '#shop/bank/finder.ts';
import { readMessage } from '#shop/bank/read.ts';
import { TEMPLATES } from '#shop/bank/templates.ts';
import { readMail } from './mail-message.ts';

const RRN = '631856938830';
const FOOTER =
  '<p>Warm regards,<br>Your Bank</p><p>This is an auto-generated e-mail. Apply now for loans. Never share your OTP.</p><p>Disclaimer: if you received this by mistake, delete it.</p>';
const rows = (...pairs: [string, string][]) =>
  `<table>${pairs.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join('')}</table>`;

const mailOf = (subject: string, body: string) =>
  readMail(
    `From: Bank <alerts@hdfcbank.net>\r\nSubject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`,
  );

async function read(subject: string, body: string) {
  const { own: text, subject: plain } = await mailOf(subject, body);
  const receivedAt = Date.parse('2026-11-14T14:00:00Z');
  return readMessage({ text, subject: plain, via: 'email', bank: null, receivedAt }, TEMPLATES)?.reading ?? null;
}

describe('the finder finds the order in a mail that no template reads', () => {
  test.each<[string, string, string]>([
    [
      'a list',
      'Credit alert',
      `<p>Dear Customer,</p><p>Your account has been credited.</p><ul><li>Amount - Rs.899.00</li><li>Account - XX1234</li><li>Date - 14-11-2026</li><li>Reference No - ${RRN}</li><li>Remitter - ASHA RAO</li></ul>`,
    ],
    [
      'prose with a long footer',
      'Transaction alert',
      `<p>Dear Sir/Madam,</p><p>Your account XXXXXX1234 has been credited with INR 899.00 on 14-11-2026 by UPI transaction. UPI Ref No: ${RRN}. Available balance: INR 1,23,456.00</p>${FOOTER}`,
    ],
    [
      'labels and values in lines of their own',
      'You have received money',
      `<div>Hello Kishmish Foods,</div><div>Your account has been credited.</div><div>Amount</div><div>₹ 899.00</div><div>Account Number:</div><div>XX1234</div><div>UPI Ref No</div><div>: ${RRN}</div><div>From</div><div>ASHA RAO</div>`,
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
    ],
    [
      'a table with titles',
      'Credit alert',
      `<p>The following amount has been credited to your account XX1234.</p><table><tr><th>Date</th><th>Amount</th><th>UTR</th><th>Remitter</th></tr><tr><td>14-11-2026</td><td>Rs. 899.00</td><td>${RRN}</td><td>ASHA RAO</td></tr></table>`,
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
    ],
    [
      'a table that says Cr in a row',
      'Txn alert',
      rows(['Account', 'XX1234'], ['Cr/Dr', 'Cr'], ['Amount', '899.00'], ['Reference', RRN], ['Channel', 'UPI']),
    ],
    [
      'an amount labelled as credit',
      'Txn alert',
      `<p>Details of the recent transaction in your account:</p>${rows(['Account No', 'XX1234'], ['Credit Amount', 'Rs.899.00'], ['Transaction Reference No', RRN], ['Transaction Mode', 'UPI'])}`,
    ],
    [
      'an order number of 12 digits',
      'Payment',
      `<p>Congratulations! You received a payment of Rs 899 from ASHA RAO.</p>${rows(['Order ID', '202611141234'], ['UTR', RRN])}`,
    ],
    [
      'numbers of the shop and the app in lines of their own',
      'Payment',
      `<div>You have received Rs 899 from ASHA RAO.</div><div>Order ID</div><div>202611141234</div><div>Transaction ID:</div><div>202611141235</div><div>UTR</div><div>${RRN}</div>`,
    ],
    [
      'a number in the payer’s note',
      'Credit alert',
      `<p>Rs.899.00 has been credited to account 1234 from VPA asha@upiexample ASHA RAO on 14-11-26.<br>Remarks: UTR 999999999999<br>Your UPI transaction reference number is ${RRN}.</p>`,
    ],
    [
      'the payer only in the subject',
      'Rs. 899 paid by Asha Rao',
      `<h2>Rs. 899</h2><p>Payment received on your QR</p>${rows(['UPI Ref No', RRN])}`,
    ],
  ])('%s', async (_name, subject, body) => {
    const { own } = await mailOf(subject, body);
    const orders = [{ orderNumber: 'KM1', utr: RRN, total: 89_900 }];
    expect(findOrder(tracesOf(`${subject}\n${own}`), orders)).toBe('KM1');
  });
});

describe('everything else is no credit', () => {
  test.each<[string, string, string]>([
    [
      'a debit in a table',
      'Transaction alert',
      rows(['Transaction Type', 'Debit'], ['Amount', 'INR 899.00'], ['UPI Ref No.', RRN], ['To', 'ASHA RAO']),
    ],
    [
      'a debit in labels',
      'INR 899.00 was debited from your A/c no. XX1234.',
      rows(
        ['Amount Debited:', 'INR 899.00'],
        ['Account Number:', 'XX1234'],
        ['Transaction Info:', `UPI/P2A/${RRN}/ASHA RAO`],
      ),
    ],
    [
      'a credit that is taken back',
      'Reversal',
      `<p>Rs 899.00 has been debited from your account XX1234 towards reversal of UPI credit ${RRN}.</p>`,
    ],
    [
      'our own payment that came back',
      'UPI reversal',
      `<p>Rs 899.00 is credited to your account XX1234 for reversal of UPI transaction ${RRN}.</p>`,
    ],
    [
      'a status that is pending',
      'Payment',
      `<p>Payment from ASHA RAO</p>${rows(['Amount', 'Rs 899'], ['UTR', RRN], ['Status', 'Pending'])}`,
    ],
    [
      'a status that is failed',
      'Payment received',
      `<p>Payment from ASHA RAO</p>${rows(['Amount', 'Rs 899'], ['UTR', RRN], ['Status', 'Failed'])}`,
    ],
    ['a promise', 'Credit', `<p>INR 899.00 will be credited to your account XX1234. UPI Ref ${RRN}.</p>`],
    ['a request', 'Payment request', `<p>ASHA RAO has requested Rs 899 from you. Ref ${RRN}</p>`],
    [
      'a subject that doubts the text',
      'Transaction declined',
      `<p>INR 899.00 credited to your account XX1234. UPI Ref No ${RRN}.</p>`,
    ],
    [
      'a statement',
      'Your account statement',
      '<p>Your statement for account XX1234 is attached. Total credits: Rs 69900.00.</p>',
    ],
    [
      'a credit card',
      'Payment received',
      '<p>Payment of Rs 899.00 has been received towards your credit card ending 1234.</p>',
    ],
    ['a newsletter', 'Your weekend plans', '<p>Seven trips for less than Rs 5,000. Book now.</p>'],
  ])('%s', async (_name, subject, body) => {
    expect((await read(subject, body))?.kind ?? 'none').not.toBe('credit');
  });
});
