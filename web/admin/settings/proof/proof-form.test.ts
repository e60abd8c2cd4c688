import { expect, test } from 'vitest';
import { ProofSettings, shownProof } from '#shop/settings/proof.ts';
import { builtIn, checkProof, formOf, inputOf, namesOf, type ProofForm } from './proof-form.ts';

const stored = ProofSettings.parse({
  accounts: [{ bank: 'HDFC', tail: '4821' }],
  mailbox: { host: 'imap.example.com', user: 'pay', password: 'sealed' },
  senders: [{ bank: 'HDFC', names: ['HDFCBK', 'HDFCBN'] }],
  signingKeys: { SmsForwarder: 'k' },
});
const form = formOf(shownProof(stored));

test('what is loaded is saved unchanged, without secrets', () => {
  const { signingKeys: _keys, mailbox, addedSenders: _added, ignoredSenders: _ignored, ...rest } = stored;
  const { password: _password, ...box } = mailbox;
  expect(inputOf(form, form)).toEqual({ ...rest, mailbox: box, signingKeys: {} });
  expect(checkProof(form)).toEqual({});
});

const sms = (limitPerOrder: string): ProofForm => ({
  ...form,
  sources: { ...form.sources, sms: { policy: 'confirm', limitPerOrder, limitPerDay: '' } },
});

test.each([
  ['', null],
  ['0', 0],
  ['1,500', 1_500],
  ['99.50', 99.5],
])('a limit "%s" is %s', (text, limit) => {
  expect(inputOf(sms(text), form).sources?.sms?.limitPerOrder).toBe(limit);
  expect(checkProof(sms(text))).toEqual({});
});

test.each(['12x', '-1', '.', '1.234'])('a limit "%s" is refused, not taken for no limit', (text) => {
  expect(checkProof(sms(text))).toEqual({ 'sources.sms.limitPerOrder': 'A limit must be a number of rupees' });
});

test('a new password and key are sent, and removed ones as empty texts', () => {
  expect(inputOf({ ...form, password: 'new' }, form).mailbox).toMatchObject({ password: 'new' });
  expect(inputOf({ ...form, passwordSet: false }, form).mailbox).toMatchObject({ password: '' });
  expect(inputOf(form, form).mailbox).not.toHaveProperty('password');
  const keys = { ...form, signedApps: [], keys: { 'SMS Gateway for Android': 'abc', Other: '' } };
  expect(inputOf(keys, form).signingKeys).toEqual({ SmsForwarder: '', 'SMS Gateway for Android': 'abc' });
});

test('an account needs three or four digits', () => {
  const wrong = { ...form, accounts: [{ bank: 'HDFC', tail: '12' }] };
  expect(checkProof(wrong)).toEqual({ 'accounts.0.tail': 'Please enter the last 3 or 4 digits of the account' });
});

test('an account needs its bank; an app needs no digits', () => {
  const wrong = { ...form, accounts: [{ bank: ' ', tail: '4821' }] };
  expect(checkProof(wrong)).toEqual({ 'accounts.0.bank': 'Please choose the bank' });
  expect(checkProof({ ...form, accounts: [{ bank: 'PhonePe', tail: '' }] })).toEqual({});
});

test('lists of names are lines, one bank each', () => {
  expect(namesOf('HDFC: HDFCBK, HDFCBN\n\n SBI : SBIUPI')).toEqual([
    { bank: 'HDFC', names: ['HDFCBK', 'HDFCBN'] },
    { bank: 'SBI', names: ['SBIUPI'] },
  ]);
  expect(checkProof({ ...form, domains: ': a.example' })).toEqual({
    'domains.0.bank': 'Please enter the name of the bank',
  });
  expect(inputOf({ ...form, senders: null }, form).senders).toBeNull();
  expect(builtIn('senders')).toContain('HDFC: HDFCBK, HDFCBN, HDFCBA, HDFCAL, com.snapwork.hdfc');
  expect(checkProof({ ...form, senders: builtIn('senders'), domains: builtIn('domains') })).toEqual({});
});
