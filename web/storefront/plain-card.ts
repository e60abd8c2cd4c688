import type { Product, ProductCard } from '#shop/catalogue/catalogue.ts';
import { toCard } from '#shop/catalogue/sections.ts';

/** A card for a grid that shows no descriptions: without them the page is a good deal smaller. */
export function toPlainCard(product: Product): ProductCard {
  return { ...toCard(product), description: '' };
}
