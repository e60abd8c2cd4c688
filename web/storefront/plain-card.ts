import type { Product, ProductCard } from '#shop/catalogue/catalogue.ts';
import { toCard } from '#shop/catalogue/sections.ts';

/** A card for a grid without descriptions: leaving them out makes the page much smaller. */
export function toPlainCard(product: Product): ProductCard {
  return { ...toCard(product), description: '' };
}
