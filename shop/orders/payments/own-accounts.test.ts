import { describe, expect, test } from 'vitest';
import { senderOf } from '../../bank/senders.ts';
import { ProofSettings } from '../../settings/proof.ts';
import {
  bankKey,
  isOwnAccount,
  mailboxAddress,
  missingOf,
  type Standing,
  senderKey,
  sendersOf,
  standingOf,
} from './own-accounts.ts';

const HDFC = { bank: 'HDFC Bank', tail: '4821' };
const COOP = { bank: 'Abhyudaya  Bank', tail: '0093' };
const APP = { bank: 'PhonePe', tail: '' };

test.each([
  ['HDFC Bank', 'HDFC'],
  ['hdfc', 'HDFC'],
  [' Abhyudaya  bank ', 'ABHYUDAYA BANK'],
])('the bank of %j is %s', (words, key) => expect(bankKey(words)).toBe(key));

test.each<[string, Standing, string | null, string | null, { bank: string; tail: string }[]]>([
  ['the own account', 'own', 'HDFC', '4821', [HDFC]],
  ['fewer digits of it', 'own', 'HDFC', '21', [HDFC]],
  ['no digits', 'own', 'HDFC', null, [HDFC]],
  ['a foreign account', 'other_account', 'HDFC', '4822', [HDFC]],
  ['the own account of another bank', 'other_account', 'HDFC', '0093', [HDFC, COOP]],
  ['another bank', 'no_account', 'ICICI', '4821', [HDFC]],
  ['a bank that the shop does not know', 'own', 'ABHYUDAYA BANK', '0093', [HDFC, COOP]],
  ['an unknown sender', 'no_account', null, '4821', [HDFC]],
  ['without own accounts', 'no_account', 'HDFC', '4821', []],
  ['an app', 'own', 'PHONEPE', null, [APP]],
  ['an app that names an account, when none is known', 'own', 'PHONEPE', '4821', [APP]],
  ['an app that names the own account', 'own', 'PHONEPE', '4821', [APP, HDFC]],
  ['an app that names a foreign account', 'other_account', 'PHONEPE', '1111', [APP, HDFC]],
  ['an app that is not the owner’s', 'no_account', 'PAYTM', null, [APP, HDFC]],
])('a message of %s: %s', (_name, standing, bank, tail, accounts) => {
  expect(standingOf(bank, tail, accounts)).toBe(standing);
});

test.each<[string, boolean, string | null, string | null, { bank: string; tail: string }[]]>([
  ['its digits', true, '4821', 'HDFC', [HDFC]],
  ['its digits, of a statement that names no bank', true, '4821', null, [HDFC]],
  ['foreign digits', false, '1111', 'HDFC', [HDFC]],
  ['no digits, its bank', true, null, 'HDFC', [HDFC]],
  ['no digits, another bank', false, null, 'ICICI', [HDFC]],
  ['the app', true, null, 'PHONEPE', [APP]],
  ['the app, with digits', true, '1111', 'PHONEPE', [APP]],
  ['another bank, while only an app is named', false, '1111', 'HDFC', [APP]],
  ['digits alone, while only an app is named', false, '1111', null, [APP]],
])('a credit is own by %s: %s', (_name, own, account, bank, accounts) => {
  expect(isOwnAccount({ account, bank }, accounts)).toBe(own);
});

test.each([
  ['VM-KOTAKD-S', 'KOTAKD'],
  ['VM-KOTAKD', 'KOTAKD'],
  ['VMKOTAKD', 'KOTAKD'],
  ['kotakd', 'KOTAKD'],
  ['KOTAKD-T', 'KOTAKD'],
  ['com.coop.bank', 'com.coop.bank'],
  ['VM-KOTAKD-P', null],
  ['+919000012345', null],
  ['56767', null],
  ['VM-567678-S', null],
  ['Mum and Dad', null],
  ['', null],
  ['KOTAKＤ', null],
])('the sender %j is %s', (address, key) => expect(senderKey(address)).toBe(key));

describe('lists of senders', () => {
  const lists = (settings: object) => sendersOf(ProofSettings.parse(settings));
  const bankOf = (address: string, settings: object) => senderOf(address, lists(settings));

  test('the built-in ones, and those that the owner has added', () => {
    expect(bankOf('VM-HDFCBK-S', {})).toEqual({ bank: 'HDFC', listed: true });
    expect(bankOf('VM-KOTAKD-S', {})).toEqual({ bank: null, listed: false });
    const added = { addedSenders: [{ bank: 'Kotak Mahindra Bank', sender: 'KOTAKD' }] };
    expect(bankOf('VM-KOTAKD-S', added)).toEqual({ bank: 'KOTAK', listed: true });
    expect(bankOf('VM-HDFCBK-S', added).listed).toBe(true);
  });

  test('lists of the owner replace the built-in ones', () => {
    const own = { senders: [{ bank: 'My Coop', names: ['MYCOOP', 'org.mycoop'] }] };
    expect(bankOf('VM-MYCOOP-S', own)).toEqual({ bank: 'MY COOP', listed: true });
    expect(bankOf('org.mycoop', own).listed).toBe(true);
    expect(bankOf('VM-HDFCBK-S', own).listed).toBe(false);
    expect(lists(own).find(({ bank }) => bank === 'HDFC')?.domains).not.toEqual([]);
    const domains = lists({ domains: [{ bank: 'HDFC', names: ['hdfc.example'] }] });
    expect(domains.flatMap((list) => list.domains)).toEqual(['hdfc.example']);
  });

  test('an added mail domain is no app package, and an app package no mail domain', () => {
    const added = { addedSenders: ['@coop.bank.in', 'com.coop.app'].map((sender) => ({ bank: 'Coop', sender })) };
    expect(lists(added).find(({ bank }) => bank === 'COOP')).toEqual({
      bank: 'COOP',
      headers: [],
      packages: ['com.coop.app'],
      domains: ['coop.bank.in'],
    });
  });
});

test('the address of the mailbox is the one that is set, or its user', () => {
  const address = (mailbox: object) => mailboxAddress(ProofSettings.parse({ mailbox }));
  expect(address({ user: 'owner@kishmish.example' })).toBe('owner@kishmish.example');
  expect(address({ user: 'owner@kishmish.example', address: 'bank@kishmish.example' })).toBe('bank@kishmish.example');
  expect(address({ user: 'owner' })).toBeNull();
});

test('what is missing', () => {
  const missing = (settings: object, inbox: boolean, mailbox: boolean) =>
    missingOf(ProofSettings.parse(settings), { inbox, mailbox });
  expect(missing({}, false, false)).toEqual(['account', 'source']);
  expect(missing({ mailbox: { user: 'owner' } }, false, true)).toEqual([
    'account',
    'mailbox_server',
    'mailbox_address',
  ]);
  expect(missing({ accounts: [HDFC] }, true, false)).toEqual([]);
});
