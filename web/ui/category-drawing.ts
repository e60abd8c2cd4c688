const drawings = import.meta.glob<string>('../assets/category-*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Address of a category's line drawing by slug; a category without one of its own gets the dry fruits. */
export function categoryDrawing(slug: string): string {
  return drawings[`../assets/category-${slug}.svg`] ?? drawings['../assets/category-dry-fruits.svg'] ?? '';
}

/** The drawings that there are, by slug. A function, so that pages which do not offer them carry no list. */
export function drawingSlugs(): string[] {
  return Object.keys(drawings).map((path) => path.replace('../assets/category-', '').replace('.svg', ''));
}
