import { expect, test } from 'vitest';
import { proposeWording } from './learn.ts';

const ONE = { amountPaise: 50_000, rrn: '632112345678' };
const OTHER = { amountPaise: 9_950, rrn: '632212345679' };

/** `RRN` and `AMOUNT` stand for what was confirmed; `a|b` for what differs. */
function propose(wording: string, via: 'sms' | 'email' = 'sms') {
  const text = (at: number, amount: string, rrn: string) =>
    wording
      .replace(/\S+\|\S+/g, (both) => both.split('|')[at] ?? '')
      .replace('AMOUNT', amount)
      .replace('RRN', rrn)
      .replaceAll('~', ' ');
  const one = { ...ONE, text: text(0, '500.00', ONE.rrn) };
  const other = { ...OTHER, text: text(1, '99.50', OTHER.rrn) };
  return proposeWording(one, other, { bank: 'TOWN', via });
}
const TOWN = 'Town Bank: Rs AMOUNT credited to your a/c XX12';

test.each([
  ['upi', `${TOWN} UPI ref RRN`, 'upi'],
  ['imps', `${TOWN} IMPS ref RRN`, 'imps'],
])('the channel of a wording is %s', (_, wording, channel) =>
  expect(propose(wording)).toMatchObject({
    doubt: null,
    template: { channel, kind: 'credit', bank: 'TOWN', via: ['sms'] },
  }),
);

test.each([
  ['a number to call', `${TOWN} ref RRN. Call 1800`, '{number}'],
  ['a short number to call', `${TOWN} ref RRN. SMS BLOCK to 5676`, '{number}'],
  ['a day in six digits', `${TOWN} on 171126|181126 ref RRN`, '{date}'],
  ['a payer', `${TOWN} from RAVI|ASHA ref RRN`, '{payer}'],
  ['what is no name', `${TOWN} from R=S|A#B ref RRN`, '{note}'],
  ['a code', `${TOWN} by A1B|C2D9 for UPI ref RRN`, '{code}'],
  ['a balance', `${TOWN} ref RRN. Bal Rs 9,000.00|9,099.50`, '{balance}'],
])('a wording with %s is learned', (_, wording, slot) => {
  const proposal = propose(wording);
  expect(proposal?.doubt).toBeNull();
  expect(proposal?.template.text).toContain(slot);
});

test.each([
  ['a time that may be an amount', `${TOWN} for 10.30|12.45 ref RRN`, 'two_amounts'],
  ['a small number', `${TOWN} with 20|30 points ref RRN`, 'two_amounts'],
  ['a number', `${TOWN} with 2000 points ref RRN`, 'two_amounts'],
  ['two balances', `${TOWN} ref RRN Bal Rs 9.00|8.00 Bal Rs 7.00|6.00`, 'two_amounts'],
  ['an amount in the note', 'Town: credited to your a/c XX12 ref RRN. Remark: Rs AMOUNT', 'amount_in_note'],
  ['a number in the note', `${TOWN}. Remark: RRN`, 'rrn_in_note'],
  ['an account of the payer alone', 'Town: Rs AMOUNT credited to you from a/c XX12 ref RRN', 'no_account'],
])('%s makes a wording doubtful: %s', (_, wording, doubt) => expect(propose(wording)?.doubt).toBe(doubt));

const WORDS = (many: number) => 'and so on '.repeat(many / 3).trim();
test.each([
  ['marks of templates', `${TOWN} [ref] RRN`],
  ['a bracket without its other half', `${TOWN} [ref RRN`],
  ['a brace in one', `${TOWN} ref|{ref RRN`],
  ['other words', `${TOWN} for|against~a~new ref~no|bill RRN`],
  ['the number nowhere', `${TOWN}. Remark: tea`],
  ['the amount nowhere', 'Town: credited to your a/c XX12 ref RRN. Remark: tea'],
  ['a debit', `${TOWN} debit ref RRN`],
  ['a wording that reads back nothing: longer than an alert', `${TOWN} ref RRN ${WORDS(300)}`],
])('nothing is proposed for %s', (_, wording) => expect(propose(wording)).toBeNull());

test('at most 400 words and marks are compared', () => {
  expect(propose(`${TOWN} ref RRN ${WORDS(360)}`, 'email')?.doubt).toBeNull();
  expect(propose(`${TOWN} ref RRN ${WORDS(420)}`, 'email')).toBeNull();
});
