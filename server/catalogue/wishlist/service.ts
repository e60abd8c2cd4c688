import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import type { CatalogueService } from '../products/service.ts';
import { countWishes, deleteWish, insertWish } from './queries.ts';

export interface WishlistState {
  /** Whether this device has the product on its list now. */
  wishlisted: boolean;
  /** On how many devices' lists it stands. */
  count: number;
}

/** Hearts (D16). The list itself is kept on the device; the server only counts. */
export function createWishlistService(
  context: ServiceContext,
  { catalogue }: { catalogue: Pick<CatalogueService, 'get'> },
) {
  return {
    /**
     * Puts the product on the device's list or takes it off.
     *
     * @throws ShopError('product_not_found'), ShopError('too_many_attempts')
     */
    async toggle(productId: string, deviceId: string, address: string): Promise<WishlistState> {
      await limitAttempts(context, 'wishlist-address', address, LIMITS.wishlistAddress);
      const { id } = await catalogue.get(productId);
      return transact(context, async ({ trx }) => {
        const taken = await deleteWish(trx, id, deviceId);
        if (!taken) {
          await insertWish(trx, id, deviceId, context.now());
        }
        return { wishlisted: !taken, count: await countWishes(trx, id) };
      });
    },
  };
}

export type WishlistService = ReturnType<typeof createWishlistService>;
