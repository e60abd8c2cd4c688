import { expect, test } from 'vitest';
import type { Language } from './language.ts';
import { translated } from './translations.ts';

const english = { name: 'Almonds', storage: 'Keep dry.', features: ['Whole'], categorySlug: 'nuts' };
const hi = { name: 'बादाम', features: ['साबुत'] };
const mr = { name: 'बदाम', storage: 'कोरडे ठेवा.' };

test.each<[string, object | undefined, Language, object]>([
  ['without translations', undefined, 'mr', english],
  ['in another language only', { hi }, 'mr', english],
  ['the name alone', { mr: { name: 'बदाम' } }, 'mr', { ...english, name: 'बदाम' }],
  ['several texts', { hi, mr }, 'mr', { ...english, ...mr }],
  ['the same in Hindi', { hi, mr }, 'hi', { ...english, ...hi }],
  ['on an English page', { hi, mr }, 'en', english],
])('%s', (_name, translations, language, shown) => {
  expect(translated({ ...english, translations }, language)).toEqual(shown);
});
