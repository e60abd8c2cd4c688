import { expect, test } from 'vitest';
import { fillTemplate, placeholderFault, placeholdersOf } from './template.ts';

test.each([
  ['Hello {name}, {order}', { name: 'Asha', order: 'ORD1' }, 'Hello Asha, ORD1'],
  ['Hello {name}', { name: '$& {order} $1', order: 'ORD1' }, 'Hello $& {order} $1'],
  ['Sent.\nNumber: {tracking}\nThanks', { tracking: null }, 'Sent.\nThanks'],
  ['One\n\n{reason}\n\nTwo', { reason: null }, 'One\n\nTwo'],
  ['It is paid. {next}\nThanks', { next: '' }, 'It is paid.\nThanks'],
  ['{a}{b}', { a: '1' }, ''],
  ['A { b } and {}', {}, ''],
  ['no braces {', {}, 'no braces {'],
])('the template %j with %j is %j', (template, values, text) => {
  expect(fillTemplate(template, values as Record<string, string | null>)).toBe(text);
});

test('a placeholder that is not known is named, with those that are', () => {
  expect(placeholderFault('{name} and {nmae}', ['name', 'order'])).toBe(
    '{nmae} cannot be used in this text. You can use {name}, {order}.',
  );
  expect(placeholderFault('{}', ['name'])).toBe('{} cannot be used in this text. You can use {name}.');
  expect(placeholderFault('{name} { {name}', ['name'])).toBeNull();
  expect(placeholdersOf('{b} {a} {b}')).toEqual(['b', 'a']);
});
