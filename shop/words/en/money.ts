/**
 * '₹127.60 per 100 g', '₹1,149 per kg', '₹1.28 per g'. A narrow tile breaks the line after the
 * price only.
 */
export function perUnit(price: string, unit: '100 g' | 'kg' | 'g'): string {
  return `${price} per\u00a0${unit.replace(' ', '\u00a0')}`;
}
