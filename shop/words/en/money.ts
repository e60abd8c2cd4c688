/** '₹127.60 per 100 g', '₹1,149 per kg', '₹1.28 per g'. */
export function perUnit(price: string, unit: '100 g' | 'kg' | 'g'): string {
  return `${price} per ${unit}`;
}
