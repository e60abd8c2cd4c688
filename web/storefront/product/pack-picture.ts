import type { Product } from '#shop/catalogue/catalogue.ts';

type Pictures = readonly Pick<Product['images'][number], 'packGrams'>[];
type Sizes = readonly Pick<Product['sizes'][number], 'size' | 'netQuantityGrams'>[];

/** The place of the first picture that shows a pack of so many grams; -1 without one. */
export function pictureOfPack(pictures: Pictures, grams: number | null): number {
  return grams === null ? -1 : pictures.findIndex(({ packGrams }) => packGrams === grams);
}

/**
 * The size on a picture while another one is chosen, so that the page can say so. Null when they
 * are the same, or when nobody has said which pack the picture shows.
 *
 * @param grams of the chosen size
 */
export function otherPack(picture: Pictures[number] | undefined, sizes: Sizes, grams: number | null): string | null {
  const shown = picture?.packGrams;
  if (shown === undefined || grams === null || shown === grams) return null;
  return sizes.find(({ netQuantityGrams }) => netQuantityGrams === shown)?.size ?? `${shown}g`;
}
