import { expect, test } from 'vitest';
import { unprintableFields } from '#shop/orders/printable.ts';
import { SCRIPTS } from './fonts.ts';

test('staff are warned of exactly the letters that have no font', () => {
  const warned = (name: string) => unprintableFields({ name, address: '', city: '', state: '' }).length > 0;
  const wrong: string[] = [];
  for (let code = 0x80; code < 0xd800; code++) {
    const letter = String.fromCharCode(code);
    if (!/[^\P{L}\p{Script=Common}\p{Script=Latin}]/u.test(letter)) continue;
    if (warned(letter) === SCRIPTS.some(({ covers }) => covers.test(letter))) wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});
