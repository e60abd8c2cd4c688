import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';
import { renameBrand } from './rename.ts';

test('a new name goes into the alt texts of 2,500 pictures with a few statements', async () => {
  await using t = await testApp();
  const ids = await Promise.all([1, 2, 3].map((n) => addProduct(t.db, { id: `p${n}` })));
  for (const id of ['p4', 'p5']) await addProduct(t.db, { id });
  await t.db.updateTable('products').set({ brand: 'Kishmish' }).where('id', 'in', ['p1', 'p4']).execute();
  await t.db.deleteFrom('product_images').execute();
  const pictures = Array.from({ length: 2_500 }, (_, position) => ({
    product_id: ids[position % 3] ?? '',
    position,
    url: `/uploads/${position}.webp`,
    // The same text on many pictures, one that has the name within a word, and each one of its own.
    alt:
      position < 50 ? 'Kishmish almonds' : position === 50 ? 'Kishmishly' : `Kishmish's pack ${position} of Kishmish`,
  }));
  for (let start = 0; start < pictures.length; start += 500) {
    await t.db
      .insertInto('product_images')
      .values(pictures.slice(start, start + 500))
      .execute();
  }
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await t.db.transaction().execute((trx) => renameBrand(trx.withPlugin(counter), 'Kishmish', "Mewa & 'Sons'", 7));
  const alts = await t.db.selectFrom('product_images').select(['position', 'alt']).orderBy('position').execute();
  expect(alts.map(({ alt }) => alt)).toEqual(
    pictures.map(({ alt }) => (alt === 'Kishmishly' ? alt : alt.replaceAll('Kishmish', () => "Mewa & 'Sons'"))),
  );
  expect(statements).toBe(5);
  const products = await t.db.selectFrom('products').select(['brand', 'version', 'updated_at']).orderBy('id').execute();
  const changed = { version: 2, updated_at: 7 };
  const named = { ...changed, brand: "Mewa & 'Sons'" };
  expect(products).toMatchObject([named, changed, changed, named, { version: 1 }]);
});
