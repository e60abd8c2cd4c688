import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readMessage } from './read.ts';
import { loadTemplates, TEMPLATES } from './templates.ts';

/** A day after every example with a year of two digits; dates without a year are of 2026. */
const RECEIVED = Date.parse('2026-12-01T12:00:00+05:30');
const FOLDER = new URL('templates/', import.meta.url);

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const templates = loadTemplates(files.map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))));

describe.each(templates)('$id', ({ id, bank, via, kind, channel, examples }) => {
  test('has an example', () => expect(examples.length).toBeGreaterThan(0));

  test.each(examples)('reads $text', ({ text, subject, rrn, refs, ...truth }) => {
    for (const way of via) {
      const message = { text, ...(subject === undefined ? {} : { subject }), via: way, bank, receivedAt: RECEIVED };
      const read = readMessage(message, templates);
      expect(read?.template).toBe(id);
      const numbers = [...(rrn === null ? [] : [rrn]), ...refs].sort();
      const found = read?.reading;
      if (kind === 'returned') {
        expect([found?.kind, found?.returnedRefs?.toSorted()]).toEqual(['other', numbers]);
        continue;
      }
      expect(found).toMatchObject({ kind: kind === 'credit' ? 'credit' : 'debit', channel, bank, ...truth });
      expect([found?.rrn ?? [], found?.refs ?? []].flat().sort()).toEqual(numbers);
      expect(found?.reversesRrn).toBe(kind === 'credit_reversed' ? rrn : null);
    }
  });
});

test('every file of the folder is loaded', () => {
  const ids = (list: typeof templates) => list.map(({ id }) => id).sort();
  expect(ids([...TEMPLATES])).toEqual(ids(templates));
});

const TEMPLATE = { id: 'a', bank: 'X', via: ['sms'], kind: 'credit', channel: 'upi', examples: [] };
const refusalOf = (text: string) => {
  try {
    loadTemplates([[{ ...TEMPLATE, text }]]);
    return null;
  } catch (error) {
    return String(error);
  }
};

test.each([
  ['you got {amount} from {sender}', 'There is no slot {sender}'],
  ['you got {any} and {amount}', '{any} must be the last'],
  ['{note} you got {amount}', 'must not begin with {note}'],
  ['{vpa} sent you {amount}', 'must not begin with {vpa}'],
  ['you got {amount} [from {payer}', 'A [ has no ]'],
  ['you got {amount} from {payer}]', 'A ] has no ['],
  ['you got money from {payer}', 'no {amount}'],
  ['you got {rrn} from {payer}', 'no {amount}'],
  ['got {amount} {payer}', 'too few words'],
  ['got {amount} , {rrn} . {date}', 'too few words'],
  ['{any} you got {amount}', '{any} must be the last'],
  ['you got [{any}] and {amount}', '{any} must be the last'],
  ['[{note}] you got {amount}', 'must not begin with {note}'],
])('%s is refused', (text, reason) => expect(refusalOf(text)).toContain(reason));

test('words and an amount that may be missing count', () => {
  expect(refusalOf('[you got {amount}] {payer}')).toBeNull();
});

test('a refusal names its template', () => {
  expect(refusalOf('you got money')).toBe('Error: Template a: It has no {amount}.');
});

test('two templates of one id are refused', () => {
  const one = { ...TEMPLATE, text: 'you got {amount}' };
  expect(() => loadTemplates([[one, one]])).toThrow('Two templates have the id a');
});
