import { describe, expect, test } from 'vitest';
import { asciiDigits, cleanEmail, cleanLine, cleanText, cleanWord, isEmail } from './text.ts';

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
    'a@\u200bb.c',
    'a@b.c\u200d',
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

describe('what nobody sees', () => {
  const unseen = ['\u00ad', '\u200b', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060', '\u2066', '\u2069', '\ufeff'];
  test.each(unseen)('%j is taken out of names, texts and words', (mark) => {
    const typed = `${mark} An${mark}u ${mark}`;
    expect([cleanLine(typed), cleanText(typed), cleanWord(typed)]).toEqual(['Anu', 'Anu', 'Anu']);
    expect(cleanText(`a${mark}\n${mark}b`)).toBe('a\nb');
  });
  test('joiners stay in names, where they shape letters, and go from words', () => {
    expect(cleanLine('श्रीमान्\u200cजी क\u094d\u200dष')).toBe('श्रीमान्\u200cजी क\u094d\u200dष');
    expect(cleanWord('an\u200du@x.in')).toBe('anu@x.in');
  });
  test('cleanEmail compares addresses', () => {
    expect(cleanEmail(' \u2068Anu@Example.com\u2069\u200b ')).toBe('anu@example.com');
  });
});

test('asciiDigits converts Devanagari and full-width digits', () => {
  expect(asciiDigits('९८७６५ ４３２１０')).toBe('98765 43210');
});

test('patterns run in linear time', () => {
  for (const piece of ['a', '@', '.', 'a.', ' ', '\r\n', '\u0000', '\u200b', '\u200d']) {
    const text = `a@${piece.repeat(50_000 / piece.length)}@`;
    // CPU time of this thread: other processes do not count.
    const start = process.threadCpuUsage();
    isEmail(text);
    cleanLine(text);
    cleanText(text);
    cleanEmail(text);
    asciiDigits(text);
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(50);
  }
});
