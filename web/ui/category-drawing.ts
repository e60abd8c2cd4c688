const drawings = import.meta.glob<string>('../assets/category-*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** URL of a category's line drawing by slug; a category without one gets the dry fruits. */
export function categoryDrawing(slug: string): string {
  return drawings[`../assets/category-${slug}.svg`] ?? drawings['../assets/category-dry-fruits.svg'] ?? '';
}

/**
 * The available drawings, by slug. A function, so that pages that do not need the list do not
 * bundle it.
 */
export function drawingSlugs(): string[] {
  return Object.keys(drawings).map((path) => path.replace('../assets/category-', '').replace('.svg', ''));
}
