import { z } from 'zod';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { DeviceInput } from '#shop/catalogue/device-input.ts';

/** POST /products/{id}/wishlist (spec 1 §7, D16). */
export function wishlistRoutes(app: ShopApp, { wishlist }: Services): void {
  app.post(
    '/products/:id/wishlist',
    {
      schema: {
        tags: ['catalogue'],
        summary: 'Toggle a product on the wishlist of a device',
        params: z.object({ id: z.string().min(1).max(200) }),
        body: DeviceInput,
        response: { 200: z.object({ success: z.literal(true), wishlisted: z.boolean(), count: z.number() }) },
      },
    },
    async (request) => ({
      success: true as const,
      ...(await wishlist.toggle(request.params.id, request.body.deviceId, request.ip)),
    }),
  );
}
