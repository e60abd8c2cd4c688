/** As the shop and its pages make them. Banks print notes in capital or small letters. */
const ORDER_NUMBERS = /(?<![a-z0-9])ORD\d{10,20}(?!\d)/gi;

/**
 * The order that a payer's note names; null when it names none, or several. Nothing else is ever
 * read from a note: a payer can write whatever they like.
 */
export function orderInNote(note: string | null): string | null {
  const named = new Set((note?.match(ORDER_NUMBERS) ?? []).map((number) => number.toUpperCase()));
  const [only = null, ...others] = named;
  return others.length === 0 ? only : null;
}
