import { storedTranslations } from '#server/catalogue/translations.ts';
import type { Reader } from '#server/database/transact.ts';
import type { Language } from '#shop/language.ts';
import { translated } from '#shop/translations.ts';
import type { LineRow } from './orders.queries.ts';

interface Name {
  name: string;
}

/**
 * A function that maps the name of a product in an order, which is English, to the name in the
 * order's language. A name that the product no longer has stays.
 */
export async function productNames(
  db: Reader,
  language: Language,
  lines: readonly LineRow[],
): Promise<(name: string) => string> {
  if (language === 'en' || lines.length === 0) return (name) => name;
  const ids = [...new Set(lines.map((line) => line.product_id))];
  const products = await db.selectFrom('products').select(['name', 'translations']).where('id', 'in', ids).execute();
  const names = new Map(
    products.map((row) => [row.name, translated({ name: row.name, ...storedTranslations<Name>(row) }, language).name]),
  );
  return (name) => names.get(name) ?? name;
}
