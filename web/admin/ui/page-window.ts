/**
 * The pages with a button: at most `most` consecutive ones (R2.9), with the current page as close
 * to the middle as possible.
 */
export function pageWindow(page: number, pages: number, most = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - most + 1));
  return Array.from({ length: Math.min(most, pages) }, (_, index) => first + index);
}
