import { expect, test } from 'vitest';
import { unprintableFields, unprintableSentence } from './printable.ts';

const ADDRESS = { name: 'Meera Nair', address: '12, 3rd Cross Street', city: 'Lucknow', state: 'Uttar Pradesh' };

test.each([
  'मीरा नायर',
  'মীরা নায়ার',
  'મીરા નાયર',
  'ਮੀਰਾ ਨਾਇਰ',
  'ಮೀರಾ ನಾಯರ್',
  'മീര നായർ',
  'ମୀରା ନାୟାର',
  'மீரா நாயர்',
  'మీరా నాయర్',
  'José Łukasz',
  '№ 12ª, ₹5 – “flat”',
])('%s can be printed', (name) => {
  expect(unprintableFields({ ...ADDRESS, name })).toEqual([]);
  expect(unprintableSentence({ ...ADDRESS, name })).toBeNull();
});

test.each(['میرا نائر', 'Ξένια', 'Мира', 'མེ་ར', 'ꯃꯤꯔꯥ', 'ᱢᱤᱨᱟ', '王', 'Meera مینا Nair'])('%s cannot', (name) => {
  expect(unprintableFields({ ...ADDRESS, name })).toEqual(['name']);
});

test('the sentence names the fields, and what is printed instead', () => {
  expect(unprintableSentence({ ...ADDRESS, address: 'حضرت گنج', city: 'لکھنؤ' })).toMatch(
    /cannot print: address, city\. Label, packing slip and invoice show a box/,
  );
});
