/** The brand of the built-in texts. */
export const BUILT_IN_BRAND = 'Kishmish';

/** Addresses and the like: what follows a key of this list is not a text. */
const NO_TEXTS = new Set([
  'image',
  'backgroundImage',
  'src',
  'url',
  'href',
  'link',
  'ctaLink',
  'route',
  'slug',
  'icon',
  'id',
  'heroImage',
  'products',
  'category',
  'email',
  'handle',
]);

/** The same value with all its texts changed. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, NO_TEXTS.has(key) ? one : visit(one)]));
  };
  return visit(value) as Value;
}

/**
 * The same value with the shop's name changed in all its texts: whole words only, in the same case.
 */
export function renamed<Value>(value: Value, from: string, to: string): Value {
  if (from === '' || from === to) return value;
  const escaped = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = new RegExp(`(?<![\\p{L}\\p{N}@.])${escaped}(?![\\p{L}\\p{N}@])`, 'gu');
  return mapTexts(value, (text) => text.replace(word, () => to));
}
