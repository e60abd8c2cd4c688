import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#shop/language.ts';
import { MAX_REPLACEMENT_PHOTOS } from '#shop/orders/replacements.ts';
import { PROMISES, spanOf } from '#shop/promises.ts';

/**
 * The texts that cannot take their figures from shop/promises.ts, because owners edit them, name no
 * other: mails, errors and the built-in pages, in each language (D70).
 */

const ALERT_DAYS = 180;
const promised = {
  days: [
    spanOf(PROMISES.metroDays),
    spanOf(PROMISES.elsewhereDays),
    spanOf(PROMISES.refundDays),
    `${PROMISES.replacementDays}`,
    // What a shopper has left with 'Notify me' (privacy policy).
    `${ALERT_DAYS}`,
  ],
  hours: [PROMISES.packHours, PROMISES.damageHours, PROMISES.confirmationHours, PROMISES.complaintHours].map(String),
  // Also how long a lock or a code lasts.
  minutes: [`${PROMISES.checkMinutes}`, '15'],
};

const FIGURE = String.raw`(\d+(?:[–-]\d+)?)[ -]?(?:business |working |कामकाजी |कामकाजाच्या |कामकाजाचे )?`;
const UNITS = {
  days: new RegExp(`${FIGURE}(?:days?\\b|दिन|दिवस)`, 'g'),
  hours: new RegExp(`${FIGURE}(?:hours?\\b|घंट|तास)`, 'g'),
  minutes: new RegExp(`${FIGURE}(?:min\\b|minutes?\\b|मिनट|मिनिट)`, 'g'),
};
/** How goods are kept and eaten, and how long a story is read. */
const OTHER =
  /of opening|खोलने|उघडल्या|fridge|फ़्रिज|फ्रिज|finish it within|finish within|min read|मिनट में पढ़|मिनिटांत वाचा|ग्राम रखें|ग्रॅम धरा|chill the/i;

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const AREAS = [
  'mail-texts',
  'mails',
  'errors',
  'pages',
  'product',
  'cart',
  'orders',
  'order-notices',
  'payment-progress',
];
const FILES = [
  ...LANGUAGE_CODES.flatMap((language) => AREAS.map((area) => `messages/${language}/${area}.json`)),
  ...['content', 'pages', 'hi', 'mr'].map((name) => `demo/${name}.json`),
];

test.each(FILES)('%s promises nothing else than the table', (file) => {
  const wrong = textsIn(read(file))
    .filter((text) => !OTHER.test(text))
    .flatMap((text) =>
      Object.entries(UNITS).flatMap(([unit, pattern]) =>
        [...text.matchAll(pattern)]
          .filter(([, figure = '']) => !promised[unit as keyof typeof promised].includes(figure.replace('-', '–')))
          .map(([found]) => `${found}: ${text.slice(0, 80)}`),
      ),
    );
  expect(wrong).toEqual([]);
});

test('the test finds figures in each language', () => {
  const found = (text: string) =>
    Object.values(UNITS).flatMap((unit) => [...text.matchAll(unit)].map(([, one]) => one));
  expect(found('in 2–4 business days, 9 hours, up to 45 min, 5-day')).toEqual(['2–4', '5', '9', '45']);
  expect(found('2–4 कामकाजी दिनों में, 9 घंटे, 45 मिनट')).toEqual(['2–4', '9', '45']);
  expect(found('2–4 कामकाजाच्या दिवसांत, 9 तासांत, 45 मिनिटांत')).toEqual(['2–4', '9', '45']);
});

test.each(LANGUAGE_CODES)('%s: the refund policy sends photos the way the order page takes them', (language) => {
  const { staticPages } = read('demo/pages.json') as { staticPages: { slug: string }[] };
  const inEnglish = textsIn(staticPages.find(({ slug }) => slug === 'return-refund-policy'));
  const translations = language === 'en' ? {} : (read(`demo/${language}.json`) as Record<string, string>);
  const policy = inEnglish.map((text) => translations[text] ?? text).join('\n');
  const { request } = read(`messages/${language}/replacement.json`) as { request: string };
  expect(policy).toContain(`‘${request}’`);
  expect(policy).toMatch(new RegExp(` ${MAX_REPLACEMENT_PHOTOS} (photos|\\S*टो)`));
  // Not by mail or WhatsApp.
  expect(policy).not.toMatch(/(photo|ोटो)[^.।]*(WhatsApp|e-?mail|ई-मेल|ईमेल)/i);
});
