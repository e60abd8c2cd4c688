import { sql } from 'kysely';
import { parts } from '#server/database/rows.ts';
import type { Trx } from '#server/database/transact.ts';
import { contains } from '#server/database/trigrams.ts';
import { renamed } from '#shop/content/brand.ts';

/** Texts per statement: each takes three parameters. */
const BATCH = 1_000;

/**
 * Puts the shop's new name into the alt texts of its products' pictures, and on the products of its
 * own brand. These get a new version: otherwise processes would show what they have read before,
 * and a form that is open would write it back.
 */
export async function renameBrand(trx: Trx, from: string, to: string, at: number): Promise<void> {
  await trx
    .updateTable('products')
    .set(({ eb }) => ({
      brand: eb.case().when('brand', '=', from).then(to).else(eb.ref('brand')).end(),
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where((eb) =>
      eb.or([
        eb('brand', '=', from),
        eb('id', 'in', eb.selectFrom('product_images').select('product_id').where(contains('alt', from))),
      ]),
    )
    .execute();
  const known = await trx.selectFrom('product_images').select('alt').distinct().execute();
  const changes = known
    .map(({ alt }) => [alt, renamed(alt, from, to)] as const)
    .filter(([alt, after]) => alt !== after);
  for (const some of parts(changes, BATCH)) {
    const cases = some.map(([alt, after]) => sql`when ${alt} then ${after}`);
    await trx
      .updateTable('product_images')
      .set({ alt: sql<string>`case alt ${sql.join(cases, sql` `)} else alt end` })
      .where(
        'alt',
        'in',
        some.map(([alt]) => alt),
      )
      .execute();
  }
}
