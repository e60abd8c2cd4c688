import { gramsOf } from './packs.ts';

/** The size with so many net grams, by its net quantity or else its label; undefined without one. */
export function askedSize<Size extends { size: string; netQuantityGrams?: number | null | undefined }>(
  sizes: readonly Size[],
  grams: number | null,
): Size | undefined {
  return grams === null ? undefined : sizes.find((one) => (one.netQuantityGrams ?? gramsOf(one.size)) === grams);
}
