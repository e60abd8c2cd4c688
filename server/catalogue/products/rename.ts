import { sql } from 'kysely';
import { parts } from '#server/database/prepared.ts';
import type { Trx } from '#server/database/transact.ts';
import { renamed } from '#shop/content/brand.ts';

/** Texts per statement: each takes three parameters. */
const BATCH = 1_000;

/** Puts the shop's new name into the alt texts of its products' pictures, and on the products of its own brand. */
export async function renameBrand(trx: Trx, from: string, to: string): Promise<void> {
  await trx.updateTable('products').set({ brand: to }).where('brand', '=', from).execute();
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
