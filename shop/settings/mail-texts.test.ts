import { describe, expect, test } from 'vitest';
import hindi from '../../messages/hi/mail-texts.json' with { type: 'json' };
import {
  filledMail,
  inEverySubject,
  MAIL_KINDS,
  MAIL_TEXTS,
  mailPlaceholders,
  mailTextFault,
  mailTextsOf,
  statedFacts,
} from './mail-texts.ts';

const VALUES = {
  name: 'Asha',
  order: 'ORD1795113600037',
  shop: 'Kishmish',
  total: '₹566',
  date: '20 Nov 2026',
  next: 'We pack it.',
  reason: 'No credit',
  refund: 'Refund of ₹566 sent',
  problem: 'Damaged',
  ticket: 'K-7F3K-9Q2M',
  officer: 'Meera Rao',
  answer_by: '20 Dec 2026',
  product: 'Almonds (250g)',
  code: '123456',
};

test.each(MAIL_KINDS)('the shop’s own text of %s has no fault and states everything', (kind) => {
  for (const part of ['subject', 'text'] as const) expect(mailTextFault(kind, part, MAIL_TEXTS[kind][part])).toBeNull();
  const { subject, paragraphs, facts } = filledMail({}, kind, VALUES);
  expect(subject).toContain('Kishmish');
  const number = inEverySubject(kind);
  if (number) expect(subject).toContain(VALUES[number]);
  expect([subject, ...paragraphs].join('\n')).not.toMatch(/[{}]/);
  expect(facts).toEqual([]);
  if (mailPlaceholders(kind).includes('name')) expect(paragraphs[0]).toBe('Hello Asha,');
});

test.each(MAIL_KINDS)('a rewritten %s keeps its number in the subject, and its facts', (kind) => {
  const { subject, paragraphs, facts } = filledMail({ [kind]: { subject: 'Hi', text: 'Hello' } }, kind, VALUES);
  const number = inEverySubject(kind);
  expect(subject).toBe(number ? `Hi: ${VALUES[number]}` : 'Hi');
  expect(paragraphs).toEqual(['Hello']);
  expect(facts.map(([label]) => label)).toEqual(statedFacts(kind));
});

const IN_HINDI = mailTextsOf(hindi);

test.each(MAIL_KINDS)('%s in Hindi states everything', (kind) => {
  const { subject, paragraphs, facts } = filledMail(IN_HINDI, kind, VALUES);
  expect(subject).toMatch(/^Kishmish: /);
  const number = inEverySubject(kind);
  if (number) expect(subject).toContain(VALUES[number]);
  expect([subject, ...paragraphs].join('\n')).not.toMatch(/[{}]/);
  expect(facts).toEqual([]);
  const faults = (['subject', 'text'] as const).map((part) => mailTextFault(kind, part, IN_HINDI[kind][part]));
  expect(faults).toEqual([null, null]);
});

test.each([
  ['shipped', 'order', ['Order']],
  ['payment_problem', 'order', ['Order', 'Total', 'Reason']],
  ['order_code', 'order', ['Order']],
  // The erasure of a person finds these mails by the ticket number in their text.
  ['contact_acknowledged', null, ['Ticket number']],
  ['grievance_acknowledged', 'ticket', ['Ticket number', 'Answer by']],
  ['alert_code', null, ['Product']],
  ['back_in_stock', null, ['Product']],
] as const)('%s has the number of its %s in the subject, and states %j', (kind, number, facts) => {
  expect([inEverySubject(kind), statedFacts(kind)]).toEqual([number, facts]);
});

test('mails to addresses that nobody has confirmed have no placeholder for what the sender typed (D54)', () => {
  for (const kind of ['contact_acknowledged', 'alert_code', 'alert_known', 'order_code'] as const) {
    expect(mailPlaceholders(kind)).not.toContain('name');
  }
});

describe('the owner’s text', () => {
  test('states order, total, reason and refund in any case', () => {
    const texts = { payment_problem: { subject: 'Please look', text: 'Sorry, {name}!' }, refunded: { text: 'Done' } };
    expect(filledMail(texts, 'payment_problem', VALUES)).toEqual({
      subject: 'Please look: ORD1795113600037',
      paragraphs: ['Sorry, Asha!'],
      facts: [
        ['Order', 'ORD1795113600037'],
        ['Total', '₹566'],
        ['Reason', 'No credit'],
      ],
    });
    expect(filledMail(texts, 'payment_problem', { ...VALUES, reason: null }).facts).toHaveLength(2);
    expect(filledMail(texts, 'refunded', VALUES)).toMatchObject({
      subject: 'Kishmish: refund sent: ORD1795113600037',
      facts: [
        ['Order', 'ORD1795113600037'],
        ['Refund', 'Refund of ₹566 sent'],
      ],
    });
  });

  test('keeps the order number in a subject of any length', () => {
    const texts = { shipped: { subject: '{shop} '.repeat(15) } };
    const { subject } = filledMail(texts, 'shipped', { ...VALUES, shop: 'x'.repeat(60) });
    expect(subject.length).toBeLessThan(200);
    expect(subject).toMatch(/ORD1795113600037$/);
  });

  test('has empty lines between its paragraphs, and leaves out a line without its value', () => {
    const texts = { cancelled: { text: 'One\nTwo {order} {total}\n \nReason: {reason}\n\n\nThree' } };
    expect(filledMail(texts, 'cancelled', { ...VALUES, reason: null }).paragraphs).toEqual([
      'One\nTwo ORD1795113600037 ₹566',
      'Three',
    ]);
  });

  test.each([
    ['subject', 'One\nTwo', 'The subject must be on one line'],
    ['subject', 'x'.repeat(121), 'At most 120 characters'],
    ['text', 'x'.repeat(3_001), 'At most 3,000 characters'],
    ['text', '{tracking}', '{tracking} cannot be used in this text. You can use {name}, {order}, {shop}.'],
    ['text', '{order}', null],
  ] as const)('%s %j: %s', (part, text, fault) => expect(mailTextFault('shipped', part, text)).toBe(fault));
});
