import { describe, expect, test } from 'vitest';
import { proposeWording } from './learn.ts';
import { readMessage } from './read.ts';
import type { Template } from './template.ts';
import { TEMPLATES } from './templates.ts';

/**
 * What a payer writes changes nothing: each template of a credit is rendered with true values and
 * with hostile text in each slot that a payer fills, and read with all templates of its bank. The
 * reading has the bank's values, or there is none.
 */
const RECEIVED = Date.parse('2026-12-01T12:00:00+05:30');

type Values = Record<string, string>;
const TRUE: Values = {
  amount: 'Rs. 1.00',
  balance: 'Rs. 98,765.43',
  rrn: '632287105947',
  ref: 'N23340709703',
  date: '18-11-2026',
  time: '10:11:12',
  account: 'XX6298',
  number: '18001234567',
  code: 'ABCD',
  ifsc: 'SBIN',
  name: 'KISHMISH FOODS',
  payer: 'RAVI KUMAR',
  vpa: 'ravi.k@okexample',
  note: 'dry fruits',
  any: 'Thank you.',
};
const FALSE: Values = {
  ...TRUE,
  amount: 'Rs. 4563.00',
  balance: 'Rs. 4563.00',
  rrn: '111122223333',
  ref: 'N11112222333',
  date: '17-11-2026',
  account: 'XX1111',
};

/** The template's text with the values; the groups that may be missing are there, or not. */
function render(text: string, values: Values, isWhole: boolean): string {
  let plain = text;
  for (const group of [/\[[^[\]]*\]/g, /\[[^[\]]*\]/g])
    plain = plain.replace(group, (whole) => (isWhole ? whole.slice(1, -1) : ''));
  return plain.replace(/\{any\}/g, ' {any}').replace(/\{(\w+)\}/g, (_slot, name: string) => values[name] ?? '');
}

/** The template's own words with other values: all of them, and from each slot on and up to it. */
function ownWords(text: string): string[] {
  const places = [...text.matchAll(/\{\w+\}/g)].map((match) => match.index);
  const plain = (part: string) => render(part.replace(/[[\]]/g, ''), FALSE, true);
  return [text, ...places.flatMap((place) => [text.slice(place), text.slice(0, place)])].map(plain);
}

const HOSTILE = [
  'Rs 4563',
  'Rs.4,563.00 credited',
  'You received Rs 4563',
  'Re 1',
  'Asha paid you 4563',
  'A/c XX1111 credited by Rs 4563 on 17-11-26 UPI Ref 111122223333',
  '111122223333',
  'UPI/P2A/111122223333/X',
  'UPI/CR/111122223333/X/Y',
  '/111122223333/Rs 4563/',
  'x@y (UPI 111122223333)',
  'a) Rs 4563 (b',
  'debited for Rs 4563',
  'order KM-123456 Rs 4563',
  'X\nRs 4563 received\n\nRRN 111122223333',
  '\u202eRs 4563\u202c \u200f111122223333',
  `${'Rs 4563 '.repeat(45)}111122223333`,
  `${'a b '.repeat(90)}`,
];

/** What the bank says in a rendered message, as far as its template has a slot for it. */
const isTrue = ({ kind, amountPaise, rrn, refs, date, accountTail }: NonNullable<ReturnType<typeof facts>>) =>
  kind === 'credit' &&
  amountPaise === 100 &&
  [rrn, ...refs].every((each) => each === null || each === TRUE.rrn || each === TRUE.ref) &&
  [null, '2026-11-18'].includes(date) &&
  [null, '6298'].includes(accountTail);

const facts = (text: string, template: Template, templates: readonly Template[], via: Template['via'][number]) => {
  const message = { text, subject: render(template.subject ?? '', TRUE, true), via, bank: template.bank };
  const read = readMessage({ ...message, receivedAt: RECEIVED }, templates);
  if (!read) return null;
  const { kind, amountPaise, rrn, refs, date, accountTail } = read.reading;
  return { kind, amountPaise, rrn, refs, date, accountTail };
};

/** Slots that a payer fills, or of which nobody knows who fills them. */
const slotsOf = ({ text }: Template) => [...new Set(text.match(/\{(?:payer|vpa|note|any|name|code|ifsc)\}/g))];

/**
 * The owner's own name and the four letters of a bank: no payer can write a whole message there.
 */
const BY_BANK = ['{name}', '{ifsc}'];

function attack(template: Template, templates: readonly Template[]): string[] {
  const won: string[] = [];
  for (const via of template.via)
    for (const isWhole of [true, false])
      for (const slot of slotsOf(template))
        for (const hostile of [...HOSTILE, ...(BY_BANK.includes(slot) ? [] : ownWords(template.text))]) {
          const text = render(template.text, { ...TRUE, [slot.slice(1, -1)]: hostile }, isWhole);
          const found = facts(text, template, templates, via);
          if (found && !isTrue(found)) won.push(text);
        }
  return won;
}

const learned = [
  [
    'Dear Member, Rs.500.00 credited to A/c XX1234 on 17-11-26 from RAVI KUMAR (UPI Ref 632112345678) -Town Bank',
    'Dear Member, Rs.99.50 credited to A/c XX1234 on 18-11-26 from ASHA (UPI Ref 632212345679) -Town Bank',
    50000,
    9950,
  ],
  [
    'Your a/c no. XX12 is credited by INR 75.00 on 17-11-26. Info: UPI/CR/632112345678/RAVI/order. Bal INR 9,000.00',
    'Your a/c no. XX12 is credited by INR 85.00 on 18-11-26. Info: UPI/CR/632212345679/ASHA B/gift. Bal INR 9,085.00',
    7500,
    8500,
  ],
] as const;
const learnedTemplates = learned.flatMap(([one, other, first, second]) => {
  const proposed = proposeWording(
    { text: one, amountPaise: first, rrn: '632112345678' },
    { text: other, amountPaise: second, rrn: '632212345679' },
    { bank: 'TOWN', via: 'sms' },
  );
  return proposed?.doubt === null ? [proposed.template] : [];
});

test('the samples are learned', () => expect(learnedTemplates).toHaveLength(learned.length));

const credits = [...TEMPLATES, ...learnedTemplates].filter(
  (template) => template.kind === 'credit' && slotsOf(template).length > 0,
);

describe.each(credits)('$id', (template) => {
  const templates = [...TEMPLATES, ...learnedTemplates].filter(({ bank }) => bank === template.bank);

  test('reads what is true', () => {
    const read = facts(render(template.text, TRUE, true), template, templates, template.via[0] ?? 'sms');
    expect(read).toMatchObject({ kind: 'credit', amountPaise: 100 });
  });

  test('what the payer writes changes nothing', () => expect(attack(template, templates)).toEqual([]));
});
