import { type Background, runBeside } from '#server/background.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import type { CategoryService } from './categories/service.ts';
import { productRoutes } from './products/routes.ts';
import type { CatalogueService } from './products/service.ts';
import { reviewRoutes } from './reviews/routes.ts';
import type { ReviewsService } from './reviews/service.ts';
import { wishlistRoutes } from './wishlist/routes.ts';
import type { WishlistService } from './wishlist/service.ts';

interface CatalogueServices {
  catalogue: CatalogueService;
  categories: CategoryService;
  reviews: ReviewsService;
  reviewPhotos: Background;
  wishlist: WishlistService;
}

/** Products, categories, reviews and wishlists. */
export async function catalogueArea(app: ShopApp, services: CatalogueServices): Promise<void> {
  productRoutes(app, services);
  categoryRoutes(app, services);
  reviewRoutes(app, services);
  wishlistRoutes(app, services);

  runBeside(app, () => [services.reviewPhotos]);
}
