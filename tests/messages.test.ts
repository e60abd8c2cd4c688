import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differences } from '../scripts/messages.ts';

test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  ['the same keys and values', { a: 'Add {name}' }, { a: '{name} डालें' }, []],
  ['a missing key', { a: 'Add' }, {}, ['hi/cart.json: a is missing']],
  ['an empty text', { a: 'Add' }, { a: ' ' }, ['hi/cart.json: a is missing']],
  ['an unknown key', {}, { a: 'डालें' }, ['hi/cart.json: a is not in English']],
  ['a lost value', { a: 'Add {name}' }, { a: 'डालें' }, ['hi/cart.json: a has the values () instead of (name)']],
  [
    'a value inside a plural',
    { a: '{count, plural, one {# of {name}} other {#}}' },
    { a: '{count, plural, one {#} other {#}}' },
    ['hi/cart.json: a has the values (count) instead of (count, name)'],
  ],
  ['a lost element', { a: 'Read <b>this</b>' }, { a: 'यह पढ़ें' }, ['hi/cart.json: a has the tags () instead of (b)']],
])('catalogues are compared: %s', (_, en, hi, faults) => expect(differences('hi/cart.json', en, hi)).toEqual(faults));

test('email is spelled in one way', () => {
  // A migration names the former spelling, and tests have mails of banks.
  const sources = [
    'demo/{content,pages,hi}.json',
    'docs/**/*.md',
    'shop/**/*.ts',
    'server/**/*.ts',
    'web/**/*.{ts,tsx,json}',
  ];
  const files = globSync(sources).filter((file) => !/\.test\.ts$|058-email-words/.test(file));
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter((file) => /\be-mail/i.test(readFileSync(file, 'utf8')))).toEqual([]);
});
