import type { Product } from '#shop/catalogue/catalogue.ts';
import { bestSellers, isCombo, isYouMayAlsoLike } from '#shop/catalogue/sections.ts';
import { onceFor } from '#shop/once.ts';
import type { Sections } from './readers.ts';

/** `isCombo` reads words: of the products that an edit leaves as they are, once is enough. */
const isKnownCombo = onceFor((product: Product) => isCombo(product));

/** The sections of a list of visible products; found once for each list. */
export const sectionsOf = onceFor(
  (visible: readonly Product[]): Sections => ({
    bestSellers: bestSellers(visible),
    valueCombos: visible.filter(isKnownCombo),
    youMayAlsoLike: visible.filter(isYouMayAlsoLike),
  }),
);
