import { expect, test } from 'vitest';
import { LANGUAGES, TRANSLATIONS } from '../language.ts';
import { ProductDefaults } from '../settings/settings.ts';
import { Product } from './catalogue.ts';
import { ProductInput } from './catalogue-input.ts';
import { PRODUCT_FIELDS, TRANSLATED_FIELDS } from './fields.ts';
import { CSV_COLUMNS, PRODUCT_COLUMNS, readCell, writeCell } from './product-columns.ts';
import { bodyOf, checkForm, hasTypedFields, newForm, type ProductForm } from './product-form.ts';
import { differenceOf, keepTyped } from './product-merge.ts';

/** Each text that can be translated, in each language. */
const TEXTS = TRANSLATIONS.flatMap((code) => TRANSLATED_FIELDS.map((name) => ({ code, name })));

function filledForm(): ProductForm {
  const form = {
    ...newForm(ProductDefaults.parse({}), ''),
    name: 'Almonds',
    description: 'Whole.',
    category: 'Nuts',
    quickRating: '4',
    sizes: [],
  };
  form.single.price = '299';
  return form;
}

const withText = (form: ProductForm, { code, name }: (typeof TEXTS)[number], text: string): ProductForm => ({
  ...form,
  translations: { ...form.translations, [code]: { ...form.translations[code], [name]: text } },
});

test('shoppers read each of these texts in English on the product page', () => {
  for (const name of TRANSLATED_FIELDS) expect(PRODUCT_FIELDS[name].page, name).toBe(true);
});

test.each(TEXTS)('$name in $code is optional, and goes from the form to the body', (text) => {
  const { code, name } = text;
  const form = filledForm();
  expect(checkForm(form)).toEqual({});
  const typed = withText(form, text, 'बदाम');
  const value = PRODUCT_FIELDS[name].kind === 'list' ? ['बदाम'] : 'बदाम';
  const { translations } = ProductInput.parse(bodyOf(typed));
  expect(translations?.[code]).toMatchObject({ [name]: value });
  expect(Product.shape.translations.parse(translations)).toEqual(translations);
  // Another admin's change is named, and what was typed here stays.
  const label = `${PRODUCT_FIELDS[name].label} in ${LANGUAGES[code].english}`;
  expect(differenceOf(form, form, typed)).toEqual({ theirs: [label], both: [] });
  const other = TEXTS[(TEXTS.indexOf(text) + 1) % TEXTS.length] ?? text;
  const merged = keepTyped(form, typed, withText(form, other, 'काजू'));
  expect(merged.translations).toEqual(withText(typed, other, 'काजू').translations);
});

test.each(TEXTS)('$name in $code has the limit of the English text', (text) => {
  const { most } = PRODUCT_FIELDS[text.name];
  const path = `translations.${text.code}.${text.name}`;
  expect(checkForm(withText(filledForm(), text, 'क'.repeat(most)))).toEqual({});
  const [[fault, sentence] = []] = Object.entries(checkForm(withText(filledForm(), text, 'क'.repeat(most + 1))));
  expect([fault?.startsWith(path), sentence]).toEqual([true, `At most ${most} characters`]);
});

test.each(TEXTS)('$name in $code has a CSV column that keeps its value', ({ code, name }) => {
  const column = PRODUCT_COLUMNS.find(({ path }) => path.join('.') === `translations.${code}.${name}`)!;
  const value = PRODUCT_FIELDS[name].kind === 'list' ? ['बदाम', 'काजू'] : 'बदाम';
  expect(readCell(column, writeCell(column, { translations: { [code]: { [name]: value } } }))).toEqual({ value });
});

test('the CSV keeps the names of the Hindi columns, and has the same for each language', () => {
  const named = (language: string) => CSV_COLUMNS.filter((name) => name.startsWith(language));
  const texts = ['Name', 'Description', 'Features', 'Ingredients', 'Allergens', 'Storage', 'ShelfLife'];
  expect(named('hindi')).toEqual(texts.map((text) => `hindi${text}`));
  expect(named('marathi')).toEqual(texts.map((text) => `marathi${text}`));
});

test('a draft from before a language was added is not a form', () => {
  const { mr, ...others } = filledForm().translations;
  expect(hasTypedFields(filledForm())).toBe(true);
  expect(mr).toBeDefined();
  expect(hasTypedFields({ ...filledForm(), translations: others as ProductForm['translations'] })).toBe(false);
});
