import type { Reader, Trx } from '#server/database/transact.ts';

/** @returns true when the device had the product on its list */
export async function deleteWish(trx: Trx, productId: string, deviceId: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('wishlist')
    .where('product_id', '=', productId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

export async function insertWish(trx: Trx, productId: string, deviceId: string): Promise<void> {
  await trx
    .insertInto('wishlist')
    .values({ product_id: productId, device_id: deviceId })
    .onConflict((conflict) => conflict.columns(['product_id', 'device_id']).doNothing())
    .execute();
}

/** The number of devices with the product on their list. */
export async function countWishes(db: Reader, productId: string): Promise<number> {
  const row = await db
    .selectFrom('wishlist')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
