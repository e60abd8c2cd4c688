/** The page of a product, with a size chosen or other parameters. */
export function productPage(id: string, size?: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(size === undefined ? more : { ...more, size }).toString();
  return query ? `/product/${id}?${query}` : `/product/${id}`;
}
