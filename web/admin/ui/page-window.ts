/** The pages that have a button: at most `most` in a row (R2.9), the current one as near the middle as the ends allow. */
export function pageWindow(page: number, pages: number, most = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - most + 1));
  return Array.from({ length: Math.min(most, pages) }, (_, index) => first + index);
}
