import { expect, test } from 'vitest';
import { KITCHEN_WORDS, kitchenWordsFor } from './kitchen-words.ts';

test.each([
  ['Cashews W240', 'kaju', 'काजू'],
  ['California Almonds', 'badam', 'बादाम'],
  ['Golden raisins (preservative INS 220)', 'kishmish', 'किशमिश'],
  ['Walnut Kernels', 'akhrot', 'अखरोट'],
  ['Roasted Pistachios', 'pista', 'पिस्ता'],
  ['Afghan Figs', 'anjeer', 'अंजीर'],
  ['Medjool Dates', 'khajoor', 'खजूर'],
  ['Makhana Peri Peri', 'makhana', 'मखाना'],
  ['Roasted Chana', 'chana', 'चना'],
  ['Peanut Butter Crunchy', 'moongfali', 'मूंगफली'],
  ['Turkish Apricots', 'khubani', 'खुबानी'],
  ['Pumpkin Seeds', 'kaddu', 'कद्दू'],
  ['California Almonds', 'badam', 'बदाम'],
  ['Golden raisins (preservative INS 220)', 'manuka', 'मनुका'],
  ['Walnut Kernels', 'akrod', 'अक्रोड'],
  ['Roasted Chana', 'futane', 'फुटाणे'],
  ['Peanut Butter Crunchy', 'shengdana', 'शेंगदाणे'],
  ['Turkish Apricots', 'jardaloo', 'जर्दाळू'],
  ['Pumpkin Seeds', 'bhopla', 'भोपळा'],
])('%s is %s and %s in the kitchen', (name, latin, devanagari) => {
  expect(kitchenWordsFor(name)).toEqual(expect.arrayContaining([latin, devanagari]));
});

test('only whole words match', () => {
  expect(kitchenWordsFor('Candied orange, update, configured, peanutty')).toEqual([]);
  expect(kitchenWordsFor('')).toEqual([]);
});

test('each word occurs once, and labels are in lower case', () => {
  const words = kitchenWordsFor('Almonds, almond butter, ALMONDS');
  expect(new Set(words).size).toBe(words.length);
  expect(words).toContain('badam');
  for (const { labels } of KITCHEN_WORDS) {
    expect(labels).toEqual(labels.map((label) => label.toLowerCase()));
  }
});
