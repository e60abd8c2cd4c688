import { expect, test } from 'vitest';
import { bankNamed, SENDERS, senderOf } from './senders.ts';

test.each([
  ['VM-HDFCBK-S', 'HDFC'],
  ['VM-HDFCBK', 'HDFC'],
  ['VMHDFCBK', 'HDFC'],
  ['VMHDFCBK-S', 'HDFC'],
  ['HDFCBK', 'HDFC'],
  ['hdfcbk', 'HDFC'],
  ['JM-AxisBk', 'AXIS'],
  ['BZICICIB', 'ICICI'],
  ['AX-ICICIT-T', 'ICICI'],
  ['BZUBOI', 'UNION'],
  ['JM-UBOI-T', 'UNION'],
  ['JD-INDUSIND-G', 'INDUSIND'],
  [' VK-AUBANK-S ', 'AU'],
  ['VK-PHONPE-T', 'PHONEPE'],
  ['JK-JKBANK-S', 'JKB'],
  ['VM-AIRBNK-S', 'AIRTEL'],
  ['com.bharatpe.app', 'BHARATPE'],
  ['com.google.android.apps.nbu.paisa.merchant', 'GPAY'],
])('%s is listed as %s', (address, bank) => {
  expect(senderOf(address)).toEqual({ bank, listed: true });
});

test.each([
  ['an offer', 'VM-HDFCBK-P', 'HDFC'],
  ['an unknown suffix', 'VM-HDFCBK-X', 'HDFC'],
  ['a digit for a letter', 'VM-HDFC8K-S', null],
  ['a number', '56767', null],
  ['a prefix and a number', 'VM-567678-S', null],
  ['a mobile number', '+919000012345', null],
  ['a mobile number without +', '9000033333', null],
  ['more letters after it', 'VM-HDFCBKS-S', null],
  ['more letters before it', 'VMXHDFCBK', null],
  ['three letters of a prefix', 'VMX-HDFCBK', null],
  ['two headers', 'VM-HDFCBK-HDFCBK', null],
  ['a header inside of a name', 'MYHDFCBANK', null],
  ['a space inside', 'VM HDFCBK', null],
  ['a header that no register names', 'VM-SIBBNK-S', null],
  ['a letter that is ASCII only in capitals', 'ſBIUPI', null],
  ['Greek and Cyrillic letters', 'VM-ΗDFСВК-S', null],
  ['another package', 'com.bharatpe.app.evil', null],
  ['the start of a package', 'com.bharatpe', null],
  ['another spelling of a package', 'com.Bharatpe.app', null],
  ['a mail address', 'alerts@hdfcbank.net', null],
  ['nothing', '', null],
])('%s is not listed: %s', (_name, address, bank) => {
  expect(senderOf(address)).toEqual({ bank, listed: false });
});

test("the owner's list counts instead of the defaults", () => {
  const senders = [{ bank: 'MYBANK', headers: ['MyCoop'], packages: ['org.mybank'], domains: [] }];
  expect(senderOf('VM-MYCOOP-S', senders)).toEqual({ bank: 'MYBANK', listed: true });
  expect(senderOf('org.mybank', senders).listed).toBe(true);
  expect(senderOf('VM-HDFCBK-S', senders).listed).toBe(false);
});

test('no header, package or domain belongs to two banks', () => {
  for (const list of ['headers', 'packages', 'domains'] as const) {
    const all = SENDERS.flatMap((entry) => entry[list]);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  }
});

test.each([
  ['Union Bank of India', 'UNION'],
  ['Bank of India', 'BOI'],
  ['State Bank of India', 'SBI'],
  ['South Indian Bank', 'SIB'],
  ['Indian Overseas Bank', 'IOB'],
  ['hdfc', 'HDFC'],
  ['Kotak 811', 'KOTAK'],
  ['My bank', null],
])('by %s the owner means %s', (words, bank) => expect(bankNamed(words)).toBe(bank));

test('mails are believed only from domains whose texts nobody else can write', () => {
  const domains = SENDERS.flatMap((entry) => entry.domains);
  expect(domains.filter((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))).toEqual([]);
  for (const shared of ['google.com', 'gmail.com', 'bank.in', 'co.in']) expect(domains).not.toContain(shared);
});
