import type { Product, ProductCard, ProductSize } from '#shop/catalogue/catalogue.ts';
import { toCard } from '#shop/catalogue/sections.ts';
import { productPage } from './product-page.ts';

/** A card for a grid without descriptions: leaving them out makes the page much smaller. */
export function toPlainCard(product: Product): ProductCard {
  return { ...toCard(product), description: '' };
}

/** The card of one size: it shows, adds and opens that one instead of the first. */
export function cardOfSize(product: Product, chosen: ProductSize): ProductCard & { opens: string } {
  const others = product.sizes.filter((size) => size !== chosen);
  return { ...toPlainCard({ ...product, sizes: [chosen, ...others] }), opens: productPage(product.id, chosen.size) };
}
