import { expect, test } from 'vitest';
import { ProductDefaults } from '../settings/settings.ts';
import { ProductInput } from './catalogue-input.ts';
import { FIELD_LIST, PRODUCT_FIELDS, type TopField } from './fields.ts';

import { bodyOf, checkForm, newForm } from './product-form.ts';
import { translated } from './translated.ts';

const product = { name: 'Almonds', storage: 'Keep dry.', features: ['Whole'], categorySlug: 'nuts' };

test.each<[string, object, object]>([
  ['no Hindi', {}, product],
  ['the name alone', { name: 'बादाम' }, { ...product, name: 'बादाम' }],
  [
    'several texts',
    { name: 'बादाम', features: ['साबुत'], storage: 'सूखा रखें।' },
    { ...product, name: 'बादाम', features: ['साबुत'], storage: 'सूखा रखें।' },
  ],
])('in Hindi: %s', (_name, hi, shown) => {
  expect(translated({ ...product, hi }, 'hi')).toEqual(shown);
  expect(translated({ ...product, hi }, 'en')).toEqual(product);
  expect(translated(product, 'hi')).toEqual(product);
});

const HINDI = FIELD_LIST.filter(({ panel }) => panel === 'hindi');

test.each(HINDI)('$name stands for a text that shoppers read in English, with the same limits', (field) => {
  const english = PRODUCT_FIELDS[field.path[1] as TopField];
  const limits = (one: object) => [
    'kind' in one && one.kind,
    'most' in one && one.most,
    'entries' in one && one.entries,
  ];
  expect(limits(field)).toEqual(limits(english));
  expect('page' in english && english.page).toBe(true);
  expect(field).not.toHaveProperty('missing');
});

test('Hindi texts are optional, and go from the form to the body under the key of the English text', () => {
  const form = {
    ...newForm(ProductDefaults.parse({}), ''),
    name: 'Almonds',
    description: 'Whole.',
    category: 'Nuts',
    quickRating: '4',
    sizes: [],
  };
  form.single.price = '299';
  expect(checkForm(form)).toEqual({});
  const filled = { ...form, hindiName: 'बादाम', hindiIngredients: 'बादाम\n\n नमक ', hindiStorage: 'x'.repeat(1001) };
  expect(checkForm(filled)).toEqual({ 'hi.storage': 'At most 1000 characters' });
  expect(ProductInput.parse(bodyOf({ ...filled, hindiStorage: '' })).hi).toMatchObject({
    name: 'बादाम',
    ingredients: ['बादाम', 'नमक'],
    description: '',
  });
});
