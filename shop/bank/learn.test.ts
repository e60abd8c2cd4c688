import { expect, test } from 'vitest';
import { proposeWording } from './learn.ts';
import { readMessage } from './read.ts';
import { loadTemplates } from './templates.ts';

const ONE = { amountPaise: 50000, rrn: '632112345678' };
const OTHER = { amountPaise: 9950, rrn: '632212345679' };
const SENDER = { bank: 'TOWN', via: 'sms' } as const;
const propose = (one: string, other: string) =>
  proposeWording({ ...ONE, text: one }, { ...OTHER, text: other }, SENDER);
const learn = (one: string, other: string) => {
  const proposal = propose(one, other);
  return proposal?.doubt === null ? proposal.template : null;
};

test.each([
  [
    'names of several words',
    'Dear Member, Rs.500.00 credited to A/c XX1234 on 17-11-26 from RAVI KUMAR (UPI Ref 632112345678) -Town Bank',
    'Dear Member, Rs.99.50 credited to A/c XX1234 on 18-11-26 from ASHA (UPI Ref 632212345679) -Town Bank',
    'Dear Member, {amount} credited to A/c {account} on {date} from {payer} (UPI Ref {rrn}) -Town Bank',
  ],
  [
    'one payer who paid twice',
    'Town Bank: INR 500 credited to XX1234 by RAVI KUMAR on 17-11-26. RRN 632112345678',
    'Town Bank: INR 99.50 credited to XX1234 by RAVI KUMAR on 18-11-26. RRN 632212345679',
    'Town Bank: {amount} credited to {account} by {payer} on {date}. RRN {rrn}',
  ],
  [
    'UPI IDs, times and balances',
    'A/C X12 credited by Rs 500 on 17/11/26 10:11:12 from a.b@okaxis Ref 632112345678 Bal Rs 1,000.00. Call 18001234',
    'A/C X12 credited by Rs 99.50 on 18/11/26 10:11:13 from b-c@ybl Ref 632212345679 Bal Rs 1,099.50. Call 18001234',
    'A/C {account} credited by {amount} on {date} {time} from {vpa} Ref {rrn} Bal {balance}. Call {number}',
  ],
  [
    'a path with a name and a note',
    'Your a/c XX12 is credited by INR 500.00. Info: UPI/CR/632112345678/RAVI/for order 7',
    'Your a/c XX12 is credited by INR 99.50. Info: UPI/CR/632212345679/ASHA B/gift',
    'Your a/c {account} is credited by {amount}. Info: UPI/CR/{rrn}/{payer}/{note}',
  ],
  [
    'nothing behind what leads in to a note',
    'Your a/c XX12 is credited by INR 500 UPI Ref 632112345678. Remark: my ref 111122223333 Rs 500 -Town Bank',
    'Your a/c XX12 is credited by INR 99.50 UPI Ref 632212345679. Remark: gift for XX99 on 17-11-26 -Town Bank',
    'Your a/c {account} is credited by {amount} UPI Ref {rrn}. Remark: {note}',
  ],
])('learns %s', (_case, one, other, text) => {
  const template = learn(one, other);
  expect(template?.text).toBe(text);
  expect(template && loadTemplates([[template]])).toHaveLength(1);
  expect(template?.examples.map(({ amountPaise, rrn }) => ({ amountPaise, rrn }))).toEqual([ONE, OTHER]);
});

test.each([
  [
    'other words',
    'INR 500 credited to your account XX12 RRN 632112345678',
    'You got INR 99.50 in XX12, RRN 632212345679',
  ],
  [
    'the amount twice',
    'INR 500 credited to A/c XX12, 500 RRN 632112345678',
    'INR 99.50 credited to A/c XX12, 99.50 RRN 632212345679',
  ],
  ['no number', 'INR 500 credited to your A/c XX12', 'INR 99.50 credited to your A/c XX12'],
  [
    'a second amount',
    'INR 500 credited to your A/c X12 fee Rs 2.00 RRN 632112345678',
    'INR 99.50 credited to your A/c X12 fee Rs 3.00 RRN 632212345679',
  ],
  ['too few fixed words', 'INR 500 credited 632112345678', 'INR 99.50 credited 632212345679'],
  [
    'no word of a credit',
    'INR 500 for your A/c XX12 at Town Bank 632112345678',
    'INR 99.50 for your A/c XX12 at Town Bank 632212345679',
  ],
  [
    'a path that says what it is',
    'INR 500 credited to your A/c. UPI/CR/632112345678',
    'INR 99.50 credited to your A/c. UPI/CRADJ/632212345679',
  ],
  [
    'money that comes back',
    'INR 500 credited to your A/c by reversal 632112345678',
    'INR 99.50 credited to your A/c by reversal 632212345679',
  ],
  [
    'the payer first',
    'RAVI paid you INR 500 in your account RRN 632112345678',
    'ASHA paid you INR 99.50 in your account RRN 632212345679',
  ],
  [
    'an amount that looks like a time, beside another',
    'Your a/c XX1 is credited by 500 for 10.30 by UPI/CR/632112345678',
    'Your a/c XX1 is credited by 99.50 for 12.45 by UPI/CR/632212345679',
  ],
  [
    'a number that the payer has written',
    'Rs 500 credited to a/c XX1 by UPI ref 111122223333. Remark: 632112345678',
    'Rs 99.50 credited to a/c XX1 by UPI ref 111122224444. Remark: 632212345679',
  ],
  [
    'a number behind letters',
    'Rs 500 credited to a/c XX1 Ref UPI111122223333 by bank 632112345678',
    'Rs 99.50 credited to a/c XX1 Ref UPI111122224444 by bank 632212345679',
  ],
  [
    'a number in groups',
    'Rs 500 credited to a/c XX1 UPI 6321-1234-5678. Remark: ref 632112345678',
    'Rs 99.50 credited to a/c XX1 UPI 6322-1234-5679. Remark: ref 632212345679',
  ],
  [
    'an amount that the payer has written',
    'Your a/c XX1 is credited by 499 UPI 632112345678. Remark: total Rs 500',
    'Your a/c XX1 is credited by 98 UPI 632212345679. Remark: total Rs 99.50',
  ],
  [
    'another amount in the words of the bank',
    'Your a/c XX1 is credited by 499 of Rs 500 UPI 632112345678',
    'Your a/c XX1 is credited by 98 of Rs 99.50 UPI 632212345679',
  ],
  [
    'an amount behind a star, twice',
    'Your a/c XX1 credited by Rs *500.00 total Rs 500 UPI 632112345678',
    'Your a/c XX1 credited by Rs *99.50 total Rs 99.50 UPI 632212345679',
  ],
  [
    'two accounts',
    'Rs 500 credited to a/c XX9999 UPI ref 632112345678 for XX1234 Town Bank',
    'Rs 99.50 credited to a/c XX9999 UPI ref 632212345679 for XX1234 Town Bank',
  ],
  [
    'a word of a credit that the payer has written',
    'Town Bank: UPI txn Rs 500 a/c XX1 ref 632112345678 remark: amount credited',
    'Town Bank: UPI txn Rs 99.50 a/c XX1 ref 632212345679 remark: amount credited',
  ],
  [
    'a debit',
    'Town Bank: Debit alert Rs 500 credited a/c XX1 UPI ref 632112345678',
    'Town Bank: Debit alert Rs 99.50 credited a/c XX1 UPI ref 632212345679',
  ],
  [
    'a payment to somebody who is credited',
    'Rs 500 sent from a/c XX1 to Ravi: credited. UPI 632112345678',
    'Rs 99.50 sent from a/c XX1 to Asha: credited. UPI 632212345679',
  ],
  [
    'a word before the number that says what it is',
    'Rs 500 credited to Town a/c XX1 through P2A 632112345678',
    'Rs 99.50 credited to Town a/c XX1 through P2M 632212345679',
  ],
  [
    'a path with another word before the number',
    'Rs 500 credited to Town a/c XX1 via UPI/A1/632112345678/Ravi',
    'Rs 99.50 credited to Town a/c XX1 via UPI/B2/632212345679/Asha',
  ],
  [
    "the payer's account behind 'debited'",
    'Your a/c XX12 is credited with INR 500 and debited from a/c XX77 (UPI Ref no 632112345678)',
    'Your a/c XX12 is credited with INR 99.50 and debited from a/c XX78 (UPI Ref no 632212345679)',
  ],
])('learns nothing from %s', (_case, one, other) => expect(learn(one, other)).toBeNull());

test('what is learned reads the third message, and nothing from its note', () => {
  const template = learn(
    'Your a/c XX12 is credited by INR 500.00. Info: UPI/CR/632112345678/RAVI/for order 7',
    'Your a/c XX12 is credited by INR 99.50. Info: UPI/CR/632212345679/ASHA B/gift',
  );
  const text = 'Your a/c XX12 is credited by INR 1.00. Info: UPI/CR/632312345670/MIRA/You received Rs 4563';
  const message = { text, via: 'sms' as const, bank: 'TOWN', receivedAt: 0 };
  const reading = template && readMessage(message, [template])?.reading;
  expect(reading).toMatchObject({
    amountPaise: 100,
    rrn: '632312345670',
    payerName: 'Mira',
    note: 'You received Rs 4563',
  });
});

test('an amount that looks like a time is no time', () => {
  const message = (amountPaise: number, amount: string, rrn: string) => {
    const text = `Your a/c XX12 is credited by ${amount} on 17-11-26 by UPI/CR/${rrn}. Remark: paid Rs ${amount} for nuts`;
    return { text, amountPaise, rrn };
  };
  const pair = [message(1030, '10.30', ONE.rrn), message(1245, '12.45', OTHER.rrn)] as const;
  expect(proposeWording(...pair, SENDER)?.template.text).toBe(
    'Your a/c {account} is credited by {amount} on {date} by UPI/CR/{rrn}. Remark: {note}',
  );
});

test.each(['Refund', 'Failed txn', 'Reverse', 'Charge-back'])('what is learned does not read "by %s"', (word) => {
  const text = (amount: string, payer: string, rrn: string) =>
    `Dear Customer, Rs ${amount} credited to a/c XX12 on 17-11-26 by ${payer} ref ${rrn} Town Bank`;
  const template = learn(text('500', 'Ravi', ONE.rrn), text('99.50', 'Asha', OTHER.rrn));
  const read = (payer: string) =>
    template && readMessage({ text: text('7', payer, ONE.rrn), via: 'sms', bank: 'TOWN', receivedAt: 0 }, [template]);
  expect(read('Mira')?.reading.payerName).toBe('Mira');
  expect(read(word)).toBeNull();
});

test.each([
  [
    'rrn_in_note',
    'Dear Customer, Rs.500.00 received in A/c XX7730 on 28-11-26. Info: UPI/ORDER 512/632112345678/THANKS -Town Bank',
    'Dear Customer, Rs.99.50 received in A/c XX7730 on 28-11-26. Info: UPI/FOR GIFTS/632212345679/NUTS -Town Bank',
    'Dear Customer, {amount} received in A/c {account} on {date}. Info: {note}',
  ],
  [
    'amount_in_note',
    'Your a/c XX12 is credited by UPI 632112345678. Remark: total Rs 500',
    'Your a/c XX12 is credited by UPI 632212345679. Remark: total Rs 99.50',
    'Your a/c {account} is credited by UPI {rrn}. Remark: {note}',
  ],
  [
    'two_amounts',
    'INR 500 credited to your A/c X12 fee Rs 2.00 RRN 632112345678',
    'INR 99.50 credited to your A/c X12 fee Rs 3.00 RRN 632212345679',
    '{amount} credited to your A/c {account} fee {balance} RRN {rrn}',
  ],
  [
    'two_references',
    'Rs 500 credited to a/c XX12 by UPI 111122223333 Ref 632112345678',
    'Rs 99.50 credited to a/c XX12 by UPI 111122224444 Ref 632212345679',
    '{amount} credited to a/c {account} by UPI {number} Ref {rrn}',
  ],
  [
    'two_accounts',
    'Rs 500 credited to a/c XX9999 UPI ref 632112345678 for XX1234 Town Bank',
    'Rs 99.50 credited to a/c XX9999 UPI ref 632212345679 for XX1234 Town Bank',
    '{amount} credited to a/c {account} UPI ref {rrn} for {account} Town Bank',
  ],
  [
    'no_account',
    'INR 500 credited to you by Town Bank, RRN 632112345678',
    'INR 99.50 credited to you by Town Bank, RRN 632212345679',
    '{amount} credited to you by Town Bank, RRN {rrn}',
  ],
])('says why it cannot be learned: %s', (doubt, one, other, text) => {
  expect(propose(one, other)).toMatchObject({ doubt, template: { text } });
});
