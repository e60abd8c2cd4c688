import { readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';

/** On a phone the rows of a table are cards: the stylesheet names the place of each column. */

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

/** The rules of a stylesheet for phones. */
function phoneRules(sheet: string): postcss.Rule[] {
  const rules: postcss.Rule[] = [];
  postcss.parse(read(sheet)).walkAtRules('media', (media) => {
    if (media.params === '(width < 48rem)') media.walkRules((rule) => void rules.push(rule));
  });
  return rules;
}

test.each([
  'orders/orders-table',
  'catalogue/products/products-table',
  'contacts/contacts-table',
  'orders/replacements/replacements-section',
])('every column of %s has a place on a phone, or is hidden there', (table) => {
  const columns = [...read(`${table}.tsx`).matchAll(/meta: \{ name: '(\w+)'/g)].map(([, name = '']) => name);
  const rules = phoneRules(`${table}.css`);
  const templates = rules.flatMap((rule) =>
    rule.nodes.flatMap((node) => (node.type === 'decl' && node.prop === 'grid-template' ? [node.value] : [])),
  );
  const hidden = rules
    .filter((rule) => rule.nodes.some((node) => node.type === 'decl' && node.value === 'none'))
    .map(({ selector }) => selector)
    .join();
  expect(columns.length).toBeGreaterThan(3);
  expect(templates.length).toBeGreaterThan(0);
  const missing = columns.filter(
    (name) =>
      !hidden.includes(`[data-column="${name}"]`) &&
      !templates.every((template) => new RegExp(`[" ]${name}[" ]`).test(template)),
  );
  expect(missing, `give these columns a grid area in ${table}.css, or hide them below 48rem`).toEqual([]);
});
