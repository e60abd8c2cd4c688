import type { Paise } from './money.ts';

/**
 * Splits `total` by `weights` so that the parts add up to it exactly (largest remainder; ties go to
 * the earlier part).
 *
 * @param weights non-negative; when all are 0, the total is split as equally as possible
 * @throws RangeError on a negative or non-finite weight, or no weights for a total that is not 0
 */
export function prorate(total: Paise, weights: readonly number[]): Paise[] {
  if (weights.some((weight) => !(weight >= 0) || !Number.isFinite(weight))) {
    throw new RangeError('weights must not be negative');
  }
  if (weights.length === 0) {
    if (total !== 0) throw new RangeError('nothing to spread the amount over');
    return [];
  }
  const given = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = given === 0 ? weights.map(() => 1) : weights;
  const sum = given === 0 ? weights.length : given;
  const sign = total < 0 ? -1 : 1;
  const amount = Math.abs(total);
  const exact = shares.map((share) => (amount * share) / sum);
  const parts = exact.map(Math.floor);
  let left = amount - parts.reduce((a, b) => a + b, 0);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order) {
    if (left <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left -= 1;
  }
  return parts.map((part) => (part === 0 ? 0 : part * sign));
}
