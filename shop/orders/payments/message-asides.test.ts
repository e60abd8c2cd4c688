import { describe, expect, test } from 'vitest';
import { readMessage } from './message.ts';

const read = (text: string) => readMessage(text, { receivedAt: Date.parse('2026-11-19T20:00:00+05:30') });
const CREDIT = 'Your a/c XX7788 is credited with Rs.1350.00 on 19-11-26 from VPA anil.k@okexample (UPI 632222200001)';

describe('a whole credit is read whatever product stands behind it', () => {
  test.each([
    'Loan on your A/c pre-approved up to Rs.5,00,000. Apply: bank.example/x',
    'EMI of Rs 4,500 for Loan A/c LX556 due on 05-Dec-26.',
    'Your Credit Card XX4455 bill of INR 5,000 is due on 25-11-26',
    'Loan A/c XXXX7711 overdue INR 2,300.00.',
    'Open an FD at 7.1% today.',
    'Sweep-out: Rs.1000 debited to Fixed Deposit XX2211.',
    'ActivMoney: Rs.1,000 moved to FD.',
    'Your SBI Card ending 9087 has Rs 2,000 cashback waiting.',
    'Pay your loan EMI via UPI and get cashback',
    'Pay Later limit Rs 20,000 available, activate now.',
    'FASTag balance low? Recharge on app.',
    'Your linked A/c XX8811 bal is Rs.500.',
    'Convert card spends to EMI: bank.example/emi',
    'A/c XX9900 debited Rs.200 SMS charges',
    'Your A/c XX9900 was debited Rs.5,000 on 18-11-26.',
    'Credit Card XX1180 outstanding Rs 5,400.',
    'Cent Credit Card now available.',
    'Your jewel loan due date is 30-11-2026.',
    'Your Loan LX556 EMI auto-debit is scheduled for 05-Dec-26.',
    'Credit card XX1212 payment due 22-11-26.',
  ])('%s', (line) => {
    for (const between of ['. ', '\n', '.\n', ' | ', ' '])
      expect(read(`${CREDIT}${between}${line} -ABC Bank`)).toMatchObject({
        kind: 'credit',
        amountPaise: 135_000,
        rrn: '632222200001',
        date: '2026-11-19',
        accountTail: '7788',
      });
  });

  test('of a payment app too, which names the payer and no account', () => {
    const text = 'Received ₹475 from ROOPA. UTR 632222200045. Get instant business loan up to ₹5,00,000';
    expect(read(text)).toMatchObject({ kind: 'credit', amountPaise: 47_500, rrn: '632222200045' });
  });
});

describe('a line that could be about the same money is not left out', () => {
  test.each([
    ['the amount goes into a loan', 'Rs.1350.00 debited towards loan A/c XX9911.'],
    ['the account is that of the loan', 'EMI of loan A/c XX7788 due on 05-12-26.'],
    ['what is left of a loan', 'Remaining EMIs: 11. Explore loan offers.'],
    ['what is owed', 'Your loan outstanding is Rs.45,000.'],
    ['thanks for paying', 'Thank you for your loan repayment. Apply for a top-up.'],
    ['it was reversed', 'Credit reversed; loan offers on app.'],
    ['it is held', 'This amount is on hold against card XX4455.'],
    ['it went back', 'FD booked. Amount returned to sender.'],
    ['the card signs', '-ABC Bank Credit Cards'],
    ['the other side of a transfer', 'Your A/c XX9900 was debited Rs.1350.00.'],
    ['the other side with charges', 'Your A/c XX9900 was debited Rs.1,355.90.'],
    ['the rest of its sentence', 'towards loan XX1234'],
    ['a loan paid out', 'Loan A/c XX1234 disbursed.'],
    ['a bonus', 'Cashback reward on UPI spends, enjoy.'],
    ['an instalment paid', 'EMI paid. Get a top-up loan.'],
    ['a card paid', 'Card payment received. Enjoy.'],
    ['a bill of Pay Later', 'Pay later repayment successful, activate again.'],
    ['dues are cleared', 'Card dues cleared, enjoy offers.'],
    ['a balance of nobody', 'Loan balance Rs.45,000, visit branch.'],
    ['the limit of a card', 'Available credit limit Rs.50,000. -SBI Card'],
    ['the wallet signs', 'Your wallet has been credited.'],
    ['another reference', 'Get a loan: UPI Ref 632222200099 refunded.'],
  ])('%s', (_name, line) => {
    for (const between of ['. ', '\n']) expect(read(`${CREDIT}${between}${line}`).kind).toBe('other');
  });

  test.each([
    'Rs 1350 credited to your loan a/c XX7788 UPI Ref 632222200001. Apply for a card.',
    'Rs 1350 credited to your card XX7788 UPI Ref 632222200001. Your a/c XX9911 has a loan offer.',
    'Rs 1350 will be credited to your a/c XX7788 UPI Ref 632222200001. Apply for a loan.',
    'Apply for a loan. Get Rs 1350 credited to your a/c XX7788. Ref 632222200001',
    'Received Rs 1350 from you. UPI Ref 632222200001. Apply for a loan.',
  ])('and nothing is before the credit is whole: %s', (text) => expect(read(text).kind).not.toBe('credit'));
});
