import { renamed } from '#shop/content/brand.ts';
import { CONTENT, isPageId, ProductPage } from '#shop/content/content.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { readJson } from '../database/json.ts';
import type { Work } from '../database/transact.ts';
import {
  readContentRow,
  readPageContent,
  readProductPageRow,
  readProductPages,
  writeContent,
  writeProductPage,
} from './content.queries.ts';

/**
 * Puts the shop's new name into all stored texts, in the transaction that changes it.
 *
 * @throws ShopError stale when a page is saved at the same moment; validation when a text would
 *   become too long
 */
export async function renameContent(
  { trx, bump }: Work,
  from: string,
  to: string,
  by: { at: number; author: string },
): Promise<void> {
  for (const { id } of await readPageContent(trx)) {
    const row = await readContentRow(trx, id);
    const content = row && renamedText(row, from, to, (value) => !isPageId(id) || fits(CONTENT[id], value));
    if (content && !(await writeContent(trx, id, { ...by, content }, row.version))) throw new ShopError('stale');
  }
  for (const { id } of await readProductPages(trx)) {
    const row = await readProductPageRow(trx, id);
    const named = (value: unknown) => ({ ...Object(value), name: row?.name, route: row?.route });
    const content = row && renamedText(row, from, to, (value) => fits(ProductPage, named(value)));
    if (content && !(await writeProductPage(trx, row, { ...by, content }, row.version))) {
      throw new ShopError('stale');
    }
  }
  bump('content');
}

/**
 * The content of a page with the shop's new name; null when nothing changes, or when the page was
 * damaged before.
 *
 * @throws ShopError validation when it would no longer be valid
 */
function renamedText(
  row: { id: string; content: string },
  from: string,
  to: string,
  isValid: (value: unknown) => boolean,
): string | null {
  const before = readJson(row.content);
  const after = renamed(before, from, to);
  const content = JSON.stringify(after);
  if (content === JSON.stringify(before) || !isValid(before)) return null;
  if (isValid(after)) return content;
  const msg = `With this name a text of the page ${row.id} is too long. Please shorten it there first.`;
  throw fieldError('validation', 'brandName', msg);
}

function fits(schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean {
  return schema.safeParse(value).success;
}
