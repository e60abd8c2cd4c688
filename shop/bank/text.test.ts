import { expect, test } from 'vitest';
import { plainText } from './text.ts';

test.each([
  ['entities', 'A &amp; B &lt;x&gt; &quot;y&apos;s&quot;&nbsp;&#8377;5', `A & B <x> "y's" ₹5`],
  ['what is no entity', 'AT&xyz;T', 'AT&xyz;T'],
  ['full-width letters and digits', 'Ｒｓ　５', 'Rs 5'],
  ['invisible characters', '63\u200b22\u202e58\u034f80', '63225880'],
  ['Devanagari digits', '₹१,२३४.५०', '₹1,234.50'],
  ['quotes and dashes', '‘a’ “b” c–d−e', `'a' "b" c-d-e`],
  ['lines and control characters', ' a\r\n\tb\u0000c ', 'a b c'],
])('plain text of %s', (_, text, plain) => expect(plainText(text)).toBe(plain));

test('at most 4,000 characters are read', () => {
  expect(plainText('a'.repeat(9_000))).toHaveLength(4_000);
  // Only the first 8,000 are looked at, so that a text of many megabytes costs nothing.
  expect(plainText(`${' '.repeat(8_000)}Rs 5`)).toBe('');
});
