import { expect, test } from 'vitest';
import { ProductDefaults } from '../settings/settings.ts';
import { ProductInput } from './catalogue-input.ts';
import { completeness, type Listed } from './completeness.ts';
import { type Field, initialOf } from './field-kinds.ts';
import { FIELD_LIST, initialValues, isPlain, putAt, valueAt } from './fields.ts';
import { NUTRIENTS, PACK_NUTRIENTS } from './nutrients.ts';
import { PRODUCT_COLUMNS, readCell, writeCell } from './product-columns.ts';
import { bodyOf, newForm, type ProductForm } from './product-form.ts';
import { differenceOf } from './product-merge.ts';

const minimal = { name: 'Kaju', description: 'Whole cashews.', category: 'nuts', price: 299 };
const PLAIN = FIELD_LIST.filter(isPlain);
const onForm = PLAIN.filter((field) => !('tick' in field && field.tick));

/** A value that is not the initial one. */
function sample(field: Field): unknown {
  switch (field.kind) {
    case 'list':
      return ['One', 'Two'];
    case 'flag':
      return !initialOf(field);
    case 'number':
      return field.max === 28 ? 12 : 4;
    default:
      return 'pattern' in field && field.pattern ? '0802' : 'Some words';
  }
}

const typed = (value: unknown) =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.join('\n') : String(value);

test.each(PLAIN)('$name has a CSV column that keeps its value', (field) => {
  const column = PRODUCT_COLUMNS.find(({ path }) => path.join() === field.path.join());
  const body = {};
  putAt(body, field.path, sample(field));
  expect(readCell(column!, writeCell(column!, body))).toEqual({ value: sample(field) });
});

test.each(onForm)('$name goes from the form to the checked body', (field) => {
  const form = { ...newForm(ProductDefaults.parse({}), '250g'), ...minimal, sizes: [] } as ProductForm;
  form.single.price = '299';
  form.nutrients = { fatG: '3' };
  const changed = { ...form, [field.name]: typed(sample(field)) };
  expect(valueAt(ProductInput.parse(bodyOf(changed)), field.path)).toEqual(sample(field));
  // Another admin's change of it is named by its label.
  expect(differenceOf(form, form, changed).theirs).toEqual([field.label]);
});

test('a body without a field gets its initial value; required fields are reported', () => {
  const parsed = ProductInput.parse({ ...minimal, nutrition: {} });
  for (const field of PLAIN.filter((one) => !('fromSettings' in one) && !(one.name in minimal))) {
    expect(valueAt(parsed, field.path) ?? null, field.name).toEqual(initialOf(field));
  }
  const issues = ProductInput.safeParse({ price: 299 }).error?.issues.map(({ path }) => path[0]);
  expect(issues?.sort()).toEqual(['category', 'description', 'name']);
});

test('numbers beyond their limits are rejected', () => {
  for (const field of PLAIN.filter(({ kind }) => kind === 'number')) {
    for (const wrong of field.kind === 'number' ? [field.min - 1, field.max + 1, Number.NaN, '4'] : []) {
      const body: Record<string, unknown> = { ...minimal };
      putAt(body, field.path, wrong);
      const issue = ProductInput.safeParse(body).error?.issues[0];
      expect(issue?.path, `${field.name} ${wrong}`).toEqual(field.path);
      expect(issue?.message).toMatch(/^(Rating|Review count|Order count|Duration|GST rate) (must|is too)/);
    }
  }
});

test('the completeness meter names each empty field that must be stated', () => {
  const empty: Listed = { ...initialValues(), images: [], sizes: [], price: 0, originalPrice: 0, nutrition: null };
  const { missing } = completeness(empty);
  for (const field of FIELD_LIST.filter((one) => one.missing)) expect(missing).toContain(field.missing);
});

test('the product page lists each nutrient once, in its own order', () => {
  expect(PACK_NUTRIENTS.map(({ row }) => row)).toEqual(NUTRIENTS.map((_, index) => index + 1));
});
