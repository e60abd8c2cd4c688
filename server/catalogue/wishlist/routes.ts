import { implement } from '#server/http/implement.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { wishlistApi } from '#shop/catalogue/api.ts';
import type { WishlistService } from './service.ts';

export function wishlistRoutes(app: ShopApp, { wishlist }: { wishlist: WishlistService }): void {
  implement(app, wishlistApi, {
    'POST /products/:id/wishlist': async ({ params, body, ip }) => wishlist.toggle(params.id, body.deviceId, ip),
  });
}
