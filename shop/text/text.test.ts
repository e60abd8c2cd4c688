import { describe, expect, test } from 'vitest';
import { asciiDigits, cleanLine, cleanText, isEmail } from './text.ts';

describe('isEmail', () => {
  test.each(['a@b.c', 'ananya.iyer@example.com', 'x+y@sub.example.in', "o'neil@example.com", 'अ@उदाहरण.भारत'])(
    '%s',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );
  test.each([
    '',
    '@',
    'a@',
    '@b.c',
    'a@b',
    'a@.c',
    'a@b.',
    'a@b@c.d',
    'a b@c.d',
    'a@b .c',
    'a@b.c\n',
    'a@b.c\u0000',
    'a@b.c,d',
    'A <a@b.c>',
    `${'a'.repeat(251)}@b.c`,
  ])('not %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

test('cleanLine returns one line', () => {
  expect(cleanLine('  A\r\nB\tC\u2028D\u0000 ')).toBe('A B C D');
  expect(cleanLine('\ud800x')).toBe('\ufffdx');
});

test('cleanText keeps lines and tabs', () => {
  expect(cleanText(' a\r\nb\rc\td\u0000\u0007 ')).toBe('a\nb\nc\td');
});

test('asciiDigits converts Devanagari and full-width digits', () => {
  expect(asciiDigits('९८७６५ ４３２１０')).toBe('98765 43210');
});

test('patterns run in linear time', () => {
  for (const piece of ['a', '@', '.', 'a.', ' ', '\r\n', '\u0000']) {
    const text = `a@${piece.repeat(50_000 / piece.length)}@`;
    // CPU time of this thread: other processes do not count.
    const start = process.threadCpuUsage();
    isEmail(text);
    cleanLine(text);
    cleanText(text);
    asciiDigits(text);
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(50);
  }
});
