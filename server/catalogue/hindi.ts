/**
 * The optional Hindi texts of products and categories, stored as JSON: those that are filled in,
 * null without any.
 */

/** @param keys the texts of this kind of record, in the order in which they are written */
export function hindiColumn(texts: object | undefined, keys: readonly string[]): string | null {
  const filled = keys.flatMap((key) => {
    const text: unknown = texts?.[key as keyof typeof texts];
    return (typeof text === 'string' || Array.isArray(text)) && text.length > 0 ? [[key, text] as const] : [];
  });
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : null;
}

/** The part of a product or category that holds its Hindi texts; empty without any. */
export function hindiTexts<Texts extends object>(row: { hi: string | null }): { hi?: Texts } {
  return row.hi === null ? {} : { hi: JSON.parse(row.hi) as Texts };
}

export const categoryHindi = (texts: object | undefined) => hindiColumn(texts, ['name', 'description']);
