import type { Trx } from '#server/database/transact.ts';
import { renamed } from '#shop/content/brand.ts';

/** Puts the shop's new name into the alt texts of its products' pictures, and on the products of its own brand. */
export async function renameBrand(trx: Trx, from: string, to: string): Promise<void> {
  await trx.updateTable('products').set({ brand: to }).where('brand', '=', from).execute();
  const pictures = await trx.selectFrom('product_images').select(['product_id', 'position', 'alt']).execute();
  for (const { product_id, position, alt: before } of pictures) {
    const alt = renamed(before, from, to);
    if (alt === before) continue;
    await trx
      .updateTable('product_images')
      .set({ alt })
      .where('product_id', '=', product_id)
      .where('position', '=', position)
      .execute();
  }
}
