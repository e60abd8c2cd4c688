/**
 * Why stock was changed by staff, and by how much. Does not import Zod, since the admin's screens
 * load this file.
 */

interface Reason {
  label: string;
  /** What is typed: pieces that came, pieces that went, or the number that is there now. */
  typed: 'added' | 'taken' | 'count';
}

/** The reasons that staff choose. */
export const STOCK_REASONS = {
  received: { label: 'New stock received', typed: 'added' },
  returned: { label: 'Put back on the shelf', typed: 'added' },
  damaged: { label: 'Damaged, lost or given away', typed: 'taken' },
  counted: { label: 'Counted again', typed: 'count' },
} as const satisfies Record<string, Reason>;

export type StockReason = keyof typeof STOCK_REASONS;
export const STOCK_REASON_NAMES = Object.keys(STOCK_REASONS) as StockReason[];

/**
 * What the history calls a change. The last three are written by the form, the list and the CSV
 * import.
 */
export const STOCK_WORDS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(STOCK_REASONS).map(([name, { label }]) => [name, label])),
  created: 'Opening stock',
  edited: 'Edited in the form, the list or a CSV file',
  removed: 'Size removed',
};

export const MAX_STOCK = 1_000_000;

/**
 * Whether a change in pieces fits its reason: what is received adds, what is damaged takes away; a
 * count may do both.
 */
export function fitsReason(reason: StockReason, change: number): boolean {
  const { typed } = STOCK_REASONS[reason];
  return change !== 0 && (typed === 'count' || (typed === 'added') === change > 0);
}

/**
 * The change that a typed number means.
 *
 * @param stock pieces when the form was opened; sales since then are kept, as only the difference
 *   is sent
 * @returns the change in pieces (0 for an empty box), or the error message
 */
export function typedChange(reason: StockReason, typed: string, stock: number): number | string {
  const text = typed.trim();
  const kind: Reason['typed'] = STOCK_REASONS[reason].typed;
  if (text === '') return kind === 'count' ? 'Stock must be a whole number' : 0;
  const pieces = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(pieces <= MAX_STOCK)) return 'Stock must be a whole number';
  if (kind === 'count') return pieces - stock;
  if (kind === 'added') return stock + pieces > MAX_STOCK ? 'Stock is too large' : pieces;
  return pieces > stock ? `Only ${stock} in stock` : -pieces;
}
