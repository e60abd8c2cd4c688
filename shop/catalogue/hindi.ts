/**
 * A product or category as it reads in Hindi: each text that has a Hindi version is replaced by it,
 * the others stay in English. Links, filters and sections do not depend on these texts; the name of
 * a product's category stays the English one.
 */
export function inHindi<Texts extends object, Item extends Partial<Texts> & { hi?: Texts | undefined }>(
  item: Item & { hi?: Texts | undefined },
): Item {
  const { hi, ...own } = item;
  return { ...own, ...hi } as Item;
}
