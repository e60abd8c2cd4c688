import m from '#messages/packs';

/** An amount of Indian money as an integer number of paise: ₹1 is 100 (D3). */
export type Paise = number;

/**
 * Converts rupees of an API body or a stored cart to paise, rounded half away from zero.
 *
 * @throws RangeError when the number is NaN, infinite or beyond what paise can hold exactly
 */
export function toPaise(rupees: number): Paise {
  if (!Number.isFinite(rupees) || Math.abs(rupees) > 1e13) {
    throw new RangeError('not an amount of money');
  }
  // 1.005 * 100 is 100.49999…; parsing the shortest decimal text with an exponent avoids this.
  const scaled = Number(`${Math.abs(rupees)}e2`);
  const paise = Math.round(Number.isNaN(scaled) ? Math.abs(rupees) * 100 : scaled);
  return paise === 0 ? 0 : Math.sign(rupees) * paise;
}

/** Converts paise to the rupee number of an API body: 29950 → 299.5. */
export function toRupees(paise: Paise): number {
  return paise / 100;
}

/**
 * Formats paise for display: '₹299', '₹1,299.50', '₹1,29,900', '−₹33'. Indian grouping; no decimals
 * for whole rupees. Does not use `Intl`, so that server and browser output are identical regardless
 * of their ICU data.
 */
export function formatPaise(paise: Paise): string {
  const amount = Math.abs(Math.round(paise));
  const rest = amount % 100;
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`;
  return `${paise < 0 && amount > 0 ? '−' : ''}₹${groupIndian(Math.floor(amount / 100))}${decimals}`;
}

/** '-1299.50': rupees with two decimals and no separators, as other programs read them. */
export function plainRupees(paise: Paise): string {
  const value = Math.abs(paise);
  return `${paise < 0 ? '-' : ''}${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
}

/**
 * Whether an amount in rupees has at most two decimals, but for the noise of a sum such as 0.1 +
 * 0.2.
 */
export function isWholePaise(rupees: number): boolean {
  return Math.abs(rupees) > 1e9 || Math.abs(toPaise(rupees) / 100 - rupees) < 1e-6;
}

/** Like {@link formatPaise}, for the rupee number of an API body. */
export function formatRupees(rupees: number): string {
  return formatPaise(toPaise(rupees));
}

/** A whole number with Indian grouping: 1299000 → '12,99,000'. */
export function groupIndian(number: number): string {
  const digits = String(Math.abs(Math.trunc(number)));
  const sign = number < 0 ? '-' : '';
  if (digits.length <= 3) {
    return sign + digits;
  }
  return `${sign}${digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${digits.slice(-3)}`;
}

/**
 * Percent off, rounded: (original − price) / original; 0 when the original price is not higher
 * (R1.9). Any unit.
 */
export function discountPercent(price: number, original: number): number {
  return original > price && original > 0 ? Math.round(((original - price) / original) * 100) : 0;
}

/**
 * The unit sale price required by the Legal Metrology rules: per gram under 1 kg, per kilogram from
 * 1 kg on.
 *
 * @returns paise (not rounded to whole paise) and the unit, or null without a weight
 */
export function unitSalePrice(
  price: Paise,
  grams: number | null | undefined,
): { paise: number; per: 'g' | 'kg' } | null {
  if (!grams || grams <= 0) {
    return null;
  }
  return grams < 1000 ? { paise: price / grams, per: 'g' } : { paise: (price * 1000) / grams, per: 'kg' };
}

/**
 * The formatted unit sale price, two decimals: '₹1.28 per g', '₹1,249.00 per kg'; empty without a
 * weight.
 */
export function formatUnitSalePrice(price: Paise, grams: number | null | undefined): string {
  const unit = unitSalePrice(price, grams);
  if (!unit) {
    return '';
  }
  const paise = Math.round(unit.paise);
  return m[`per_${unit.per}`]({
    price: `₹${groupIndian(Math.floor(paise / 100))}.${String(paise % 100).padStart(2, '0')}`,
  });
}

/** A price and what it buys: paise, and grams if the weight is known. */
export interface Weighed {
  price: Paise;
  grams: number | null | undefined;
}

/**
 * The price by weight, the same everywhere in the shop so that all sizes compare: '₹127.60 per 100
 * g'; empty without a weight.
 */
export function formatUnitPrice({ price, grams }: Weighed): string {
  if (!grams || grams <= 0) return '';
  return m.per_100g({ price: formatPaise(Math.round((price * 100) / grams)) });
}

/**
 * By how many percent a size is cheaper by weight than the smallest size; whole, 0 when it is not.
 */
export function unitSaving(size: Weighed, all: readonly Weighed[]): number {
  const known = all.flatMap(({ price, grams }) => (grams && grams > 0 ? [{ price, grams }] : []));
  const [smallest] = known.toSorted((one, other) => one.grams - other.grams);
  if (!smallest || !size.grams || size.grams <= smallest.grams) return 0;
  return Math.max(0, Math.floor((1 - (size.price * smallest.grams) / (smallest.price * size.grams)) * 100));
}

const ONES = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

function wordsBelow100(number: number): string {
  if (number < 20) {
    return ONES[number] ?? '';
  }
  return `${TENS[Math.floor(number / 10)]}${number % 10 ? `-${ONES[number % 10]}` : ''}`;
}

function wordsOf(number: number): string {
  const parts: string[] = [];
  const crore = Math.floor(number / 10_000_000);
  if (crore) parts.push(`${wordsOf(crore)} Crore`);
  const lakh = Math.floor(number / 100_000) % 100;
  if (lakh) parts.push(`${wordsBelow100(lakh)} Lakh`);
  const thousand = Math.floor(number / 1000) % 100;
  if (thousand) parts.push(`${wordsBelow100(thousand)} Thousand`);
  const hundred = Math.floor(number / 100) % 10;
  if (hundred) parts.push(`${ONES[hundred]} Hundred`);
  if (number % 100) parts.push(wordsBelow100(number % 100));
  return parts.join(' ');
}

/**
 * An invoice's amount in words: 'One Lakh Twenty-Nine Thousand Nine Hundred Rupees and Fifty Paise
 * Only'.
 */
export function amountInWords(paise: Paise): string {
  const amount = Math.abs(Math.round(paise));
  const rupees = Math.floor(amount / 100);
  const rest = amount % 100;
  const main = rupees === 0 && rest > 0 ? '' : `${wordsOf(rupees) || 'Zero'} ${rupees === 1 ? 'Rupee' : 'Rupees'}`;
  const small = rest ? `${wordsBelow100(rest)} Paise` : '';
  return `${[main, small].filter(Boolean).join(' and ')} Only`;
}
