/** The page of a product with a size chosen. */
export function productPage(id: string, size: string | undefined): string {
  return size === undefined ? `/product/${id}` : `/product/${id}?size=${encodeURIComponent(size)}`;
}
