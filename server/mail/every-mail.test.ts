import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { TRANSLATIONS, type Translation } from '#shop/language.ts';
import type { OrderMailKind } from '#shop/orders/changes/change.ts';
import {
  MAIL_KINDS,
  MAIL_TEXTS,
  mailPlaceholders,
  type ShopperMailKind,
  statedFacts,
} from '#shop/settings/mail-texts.ts';
import { inviteMail, passwordChangedMail, resetMail, secondStepMail, twoStepMail } from '../accounts/account-mails.ts';
import { newOrderMail, newOrdersMail } from '../accounts/staff-notices.ts';
import { pausedMail } from '../connect/paused-mail.ts';
import { alertCodeMail, alertKnownMail, backInStockMail } from '../contacts/back-in-stock/mails.ts';
import {
  contactAcknowledgement,
  contactReply,
  contactToShop,
  grievanceAcknowledgement,
  moreToShop,
} from '../contacts/mails.ts';
import { isContactMail, sampleContactMail } from '../contacts/sample-mail.ts';
import { codeMail } from '../orders/access/order-code.ts';
import { type MailOrder, orderMail } from '../orders/mails/order-mails.ts';
import { replacementMail } from '../orders/mails/replacement-mails.ts';
import { sampleMail } from '../orders/mails/sample-mail.ts';
import { testMail } from '../settings/test-mail.ts';
import { SECRET_KINDS } from './mail.queries.ts';
import type { Message } from './mail-queue.ts';
import { translatedMailTexts } from './words.ts';

/**
 * Every mail of the shop is well-made HTML with a text part. A file that writes mails must be in
 * SOURCES, and its mails in MAILS.
 */

const SOURCES = [
  'server/accounts/account-mails.ts',
  'server/accounts/staff-notices.ts',
  'server/connect/paused-mail.ts',
  'server/contacts/back-in-stock/mails.ts',
  'server/contacts/mails.ts',
  'server/orders/access/order-code.ts',
  'server/orders/mails/order-mails.ts',
  'server/orders/mails/replacement-mails.ts',
  'server/settings/test-mail.ts',
];
const EVIL = '<b>"Mewa" & \'Sons\'</b>';
const SHOP = {
  language: 'en' as const,
  brandName: EVIL,
  email: 'care@shop.example',
  phone: '90000 00031',
  supportHours: '9 to 6',
  url: 'https://shop.example',
  texts: {},
};
const shopIn = (language: Translation) => ({
  ...SHOP,
  language,
  supportHours: '9 से 6',
  texts: translatedMailTexts(language) ?? {},
});
const TO = 'ananya@example.com';
const CONTACT = {
  id: 'K-AAAA-0001',
  name: EVIL,
  email: TO,
  phone: '',
  subject: EVIL,
  message: `${EVIL}\n${EVIL}`,
  createdAt: 0,
};
const ENQUIRY = { company: EVIL, packs: 250, neededBy: '2026-12-24' };
const OFFICER = { name: EVIL, designation: EVIL, email: TO, phone: '' };
const WANTED = { email: TO, productId: 'almonds', name: EVIL, size: '250g' };

/** A mail to shoppers with this text and example values. */
function sample(kind: ShopperMailKind, subject: string, text: string): Message {
  return isContactMail(kind)
    ? sampleContactMail(kind, { subject, text }, SHOP, OFFICER)
    : sampleMail(kind, { subject, text }, SHOP);
}

const MAILS: [string, Message][] = [
  ...MAIL_KINDS.map((kind): [string, Message] => [kind, sample(kind, '', '')]),
  ...MAIL_KINDS.map((kind): [string, Message] => {
    const names = mailPlaceholders(kind).map((name) => `{${name}}`);
    return [`${kind}, rewritten`, sample(kind, EVIL, `${EVIL}\n\n${names.join(' ')}`)];
  }),
  ['order_code', codeMail({ order_number: 'ORD1795113600037', email: TO }, '123456', SHOP)],
  ['otp', resetMail(TO, '123456', { token: 'a', publicUrl: SHOP.url }, SHOP)],
  ['otp without PUBLIC_URL', resetMail(TO, '123456', { token: 'a', publicUrl: null }, SHOP)],
  ['invite', inviteMail({ name: EVIL, email: TO, role: 'manager' }, 'https://shop.example/a', SHOP)],
  ['password_changed', passwordChangedMail(TO, SHOP)],
  ['new_order', newOrderMail(TO, { orderNumber: 'ORD1795113600037', total: 29_900, items: 1, utr: true }, SHOP)],
  ['new_order of several', newOrdersMail(TO, 23, SHOP)],
  ['second_step', secondStepMail(TO, 10, SHOP)],
  ['two_step on', twoStepMail(TO, true, SHOP)],
  ['two_step off', twoStepMail(TO, false, SHOP)],
  ['contact_received', contactToShop({ ...CONTACT, complaint: false, enquiry: null }, SHOP)],
  ['contact_received of a complaint', contactToShop({ ...CONTACT, complaint: true, enquiry: null }, SHOP)],
  ['contact_received with gifts', contactToShop({ ...CONTACT, complaint: false, enquiry: ENQUIRY }, SHOP)],
  ['contact_received of several', moreToShop('contact messages', SHOP, SHOP.url)],
  ['contact_acknowledged', contactAcknowledgement(CONTACT, SHOP)],
  ['grievance_acknowledged', grievanceAcknowledgement(CONTACT, OFFICER, SHOP)],
  ['contact_reply', contactReply(CONTACT, EVIL, SHOP)],
  ['alert_code', alertCodeMail(WANTED, '123456', SHOP)],
  ['alert_code for a known address', alertKnownMail(WANTED, SHOP)],
  ['back_in_stock', backInStockMail(WANTED, SHOP)],
  ['webhook_paused', pausedMail(TO, 'https://tally.example/hook', SHOP, 'https://shop.example')],
  ['test', testMail(SHOP.brandName, TO)],
];

const DEVANAGARI_ORDER: MailOrder = {
  orderNumber: 'ORD1795113600037',
  name: 'अनन्या अय्यर',
  email: TO,
  createdAt: Date.UTC(2026, 10, 20, 6, 30),
  lines: [
    { name: 'कैलिफ़ोर्निया बादाम', size: '250g', quantity: 2, price: 64_950 },
    { name: null, size: '', quantity: 1, price: 100 },
  ],
  picture: { address: '/media/badam-1000x500-9f86d081.webp', name: EVIL },
  subtotal: 129_900,
  discounts: [
    { kind: 'coupon', code: '10', label: 'Coupon 10', amount: 1_000 },
    { kind: 'online_offer', label: 'Online payment offer', amount: 5_000 },
    { kind: 'payment_code', label: 'Payment code', amount: 7 },
  ],
  total: 124_900,
  address: '12/4, अड्यार',
  city: 'चेन्नई',
  state: 'तमिलनाडु',
  pincode: '600020',
  country: 'USA',
  deliveryBy: Date.UTC(2026, 10, 25, 6, 30),
  courier: 'डीटीडीसी',
  trackingNumber: '1490812345678',
  note: '',
  invoice: false,
  status: 'confirmed',
  paid: true,
  proven: true,
};
const DEVANAGARI_REQUEST = {
  order_number: DEVANAGARI_ORDER.orderNumber,
  name: DEVANAGARI_ORDER.name,
  email: TO,
  reason: 'damaged' as const,
  items: [{ name: 'कैलिफ़ोर्निया बादाम', size: '250g', quantity: 1 }],
  note: 'नया पैक',
  courier: 'डीटीडीसी',
  courier_tracking: '1490812345678',
};

/** Each mail to shoppers in a language, with everything that it can have. */
function mailsIn(language: Translation): [string, Translation, Message][] {
  const shop = shopIn(language);
  const mails = (
    [
      ['order_received', {}],
      ['payment_reminder', { note: { say: 'cancelledSoon', hours: 22 } }],
      ['payment_verified', { invoice: true }],
      ['payment_verified', { status: 'shipped' }],
      ['payment_verified', { status: 'delivered' }],
      ['payment_problem', { note: 'खाते में नहीं मिला' }],
      ['payment_reversed', {}],
      ['refunded', { note: { say: 'refundSent', amount: 124_900, reference: '632400000001' } }],
      ['refunded', { note: { say: 'refundSent', amount: 124_900, reference: null } }],
      ['changed', { note: { say: 'moneyBack', amount: 49_800 } }],
      ['changed', { note: { say: 'restToPay', amount: 54_900 } }],
      ['changed', { note: { say: 'sameTotal', amount: 54_900 } }],
      ['returned', { note: { say: 'itemsReturned', amount: 44_900 } }],
      ['shipped', { note: { say: 'parcelCorrected' } }],
      ['shipped', { courier: 'Delhivery' }],
      ['shipped', { courier: 'DTDC' }],
      ['delivered', {}],
      ['cancelled', { note: { say: 'notPaid', hours: 24 } }],
    ] satisfies [OrderMailKind, Partial<MailOrder>][]
  ).flatMap(([kind, more]) =>
    [shop, { ...shop, url: null, email: '' }, { ...shop, phone: '' }].map((one) =>
      orderMail(kind, { ...DEVANAGARI_ORDER, ...more }, one),
    ),
  );
  const replacements = (
    ['replacement_received', 'replacement_approved', 'replacement_rejected', 'replacement_shipped'] as const
  ).map((kind) => replacementMail(kind, DEVANAGARI_REQUEST, shop));
  const code = codeMail({ order_number: DEVANAGARI_ORDER.orderNumber, email: TO }, '123456', shop);
  const noOfficer = { name: '', designation: '', email: '', phone: '' };
  const answers = [
    contactAcknowledgement(CONTACT, shop),
    contactAcknowledgement(CONTACT, { ...shop, supportHours: '' }),
    grievanceAcknowledgement({ ...CONTACT, name: '12' }, noOfficer, { ...shop, phone: '' }),
    contactReply({ ...CONTACT, name: 'अनन्या', subject: 'पैक', message: 'कब?' }, 'कल', shop),
    alertCodeMail({ ...WANTED, name: 'बादाम' }, '123456', shop),
    alertKnownMail({ ...WANTED, name: 'बादाम' }, shop),
    backInStockMail({ ...WANTED, name: 'बादाम' }, shop),
  ];
  return [...mails, ...replacements, code, ...answers].map((mail) => [mail.kind, language, mail]);
}

const TRANSLATED = TRANSLATIONS.flatMap(mailsIn);

test('every file that writes mails is known, and each kind of its mails', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  const found = globSync('server/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.test\.ts$|^server\/mail\//.test(file))
    .filter((file) =>
      /\b(?:letter|shopperLetter)\(|text_body: '|html: [`']/.test(readFileSync(path.join(root, file), 'utf8')),
    );
  expect(found.sort()).toEqual(SOURCES);
  const kinds = SOURCES.flatMap((file) => [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:kind: |mailOf\(\s*)'(\w+)'/g),
  ]).map(([, kind = '']) => kind);
  expect(kinds).toContain('contact_received');
  const tested = MAILS.map(([, { kind }]) => kind);
  expect(kinds.filter((kind) => !tested.includes(kind))).toEqual([]);
});

test('each mail with a code loses it once it is sent', () => {
  const withCode = MAILS.filter(([, { text }]) => /^ {4}\d{6}$/m.test(text)).map(([, { kind }]) => kind);
  expect(withCode).toContain('alert_code');
  expect(withCode.filter((kind) => !SECRET_KINDS.includes(kind))).toEqual([]);
});

describe.each([...MAILS, ...TRANSLATED.map(([kind, , mail]) => [kind, mail] as const)])('the mail %s', (_, mail) => {
  const { to, subject, text, html } = mail;
  test('has a text part and an HTML part with the same words, the brand and no holes', () => {
    expect(to).toMatch(/@/);
    expect(subject.trim()).not.toBe('');
    for (const body of [subject, text, html]) expect(body).not.toMatch(/undefined|\bnull\b|NaN|\[object|\{\w*\}/);
    expect(text).toContain(EVIL);
    const shown = wordsOf(html.replace(/^[\s\S]*<body/, '<body'));
    for (const line of text.split('\n')) {
      // The HTML has a link behind its words.
      const words = line.replace(/(: )?https:\/\/\S+$/, '');
      expect(shown).toContain(wordsOf(escaped(words)));
    }
  });

  test('is a complete document whose text is escaped, with nothing remote but pictures of the shop', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="(?:en|hi|mr)"><head><meta charset="utf-8">/);
    expect(html).toContain(`<title>${escaped(subject)}</title>`);
    expect(html).not.toMatch(/<b>|<script|<link|<style|url\(|\son\w+=/);
    const pictures = [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag);
    for (const tag of pictures) {
      expect(tag).toMatch(
        /^<img src="https:\/\/shop\.example\/media\/[\w/-]+\.jpg" alt="[^"]+" width="120" height="\d+"/,
      );
    }
    const tags = [...html.matchAll(/<(\/?)([a-z]+)[^>]*>/g)].filter(
      ([, , name = '']) => !['meta', 'br', 'img'].includes(name),
    );
    const open: string[] = [];
    for (const [, close, name = ''] of tags) {
      if (close) expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

test('every mail to shoppers is tested in other languages', () => {
  // `alert_known` is sent as `alert_code`.
  const kinds = MAIL_KINDS.filter((kind) => kind !== 'alert_known');
  expect(kinds.filter((kind) => !TRANSLATED.some(([tested]) => tested === kind))).toEqual([]);
});

test.each(TRANSLATED)('the mail %s in the language %s has no English word', (_, language, { subject, text, html }) => {
  expect(html).toContain(`<html lang="${language}">`);
  for (const [shown] of text.matchAll(/https:\/\/shop\.example\S*/g))
    expect(shown.startsWith(`https://shop.example/${language}/`)).toBe(true);
  const words = [subject, text, wordsOf(html.replace(/^[\s\S]*<body/, '<body'))].join('\n');
  const known = [
    EVIL,
    escaped(EVIL),
    ...(text.match(/https:\/\/\S+/g) ?? []),
    SHOP.email,
    DEVANAGARI_ORDER.orderNumber,
    CONTACT.id,
    WANTED.size,
    'Re:',
  ];
  const rest = known.reduce((left, one) => left.replaceAll(one, ''), words).replaceAll('&gt;', '');
  expect(rest.match(/[A-Za-z]+/g)?.filter((word) => !['UTR', 'UPI', 'Delhivery', 'DTDC'].includes(word)) ?? []).toEqual(
    [],
  );
});

test.each(MAIL_KINDS)('what the shop adds to the mail %s is there, whatever the owner writes', (kind) => {
  const own = sample(kind, '', '').text.split('\n\n');
  const rewritten = sample(kind, 'Hello', 'Hello').text.split('\n\n');
  const added = own.slice(MAIL_TEXTS[kind].text.split('\n\n').length);
  expect(added.length).toBeGreaterThan(1);
  expect(rewritten.slice(-added.length)).toEqual(added);
  const facts = rewritten.slice(1, -added.length).join('\n');
  for (const label of statedFacts(kind)) expect(facts).toContain(`${label}: `);
});

test.each<[ShopperMailKind, RegExp]>([
  ['order_code', /^ {4}123456$/m],
  ['alert_code', /^ {4}123456$/m],
  ['contact_acknowledged', /^Ticket number: K-7F3K-9Q2M$/m],
  ['grievance_acknowledged', /^Ticket number: K-7F3K-9Q2M\nAnswer by: \d/m],
  ['back_in_stock', /^https:\/\/shop\.example\/product\/california-almonds$/m],
])('the mail %s keeps its code, number or link', (kind, block) => {
  expect(sample(kind, 'Hello', 'Hello').text).toMatch(block);
});

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/**
 * The words of HTML without tags and colons: in the text part, a colon stands between a label and
 * its value.
 */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s:]+/g, ' ')
    .trim();
}
