import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { countWishes, deleteWish, insertWish } from './wishlist.queries.ts';

/** Checks that products exist; the catalogue implements it. */
export interface KnownProducts {
  /** @throws ShopError('product_not_found') */
  get(id: string): Promise<{ id: string }>;
}

export interface WishlistState {
  /** Whether the product is on this device's list now. */
  wishlisted: boolean;
  /** The number of devices that have it on their list. */
  count: number;
}

/** Wishlists (D16). The list itself is kept on the device; the server only counts. */
export function createWishlistService(context: ServiceContext, { catalogue }: { catalogue: KnownProducts }) {
  return {
    /**
     * Adds the product to the device's list, or removes it.
     *
     * @throws ShopError('product_not_found'), ShopError('too_many_attempts')
     */
    async toggle(productId: string, deviceId: string, address: string): Promise<WishlistState> {
      await limitAttempts(context, 'wishlist-address', address, LIMITS.wishlistAddress);
      const { id } = await catalogue.get(productId);
      return transact(context, async ({ trx }) => {
        const removed = await deleteWish(trx, id, deviceId);
        if (!removed) {
          await insertWish(trx, id, deviceId);
        }
        return { wishlisted: !removed, count: await countWishes(trx, id) };
      });
    },
  };
}

export type WishlistService = ReturnType<typeof createWishlistService>;
