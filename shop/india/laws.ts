/** The laws of docs/india.md, in its words, that a missing fact is about. */
export const LAWS = {
  commerce: 'Consumer Protection (E-Commerce) Rules 2020',
  metrology: 'Legal Metrology (Packaged Commodities), rules 6(10) and 6(11)',
  fssai: 'FSSAI',
  gst: 'GST invoice, rule 46',
  privacy: 'DPDP Act 2023 and Rules 2025',
} as const;
export type Law = keyof typeof LAWS;

/** HSN codes whose rate is 5 % since 22 September 2025 (docs/india.md). */
const AT_FIVE_PERCENT = ['0801', '0802', '0804', '0806', '0813', '2008', '210690'];

/** The GST rate that docs/india.md states for an HSN code, in percent; null for other codes. */
export function statedRate(hsnCode: string): number | null {
  return AT_FIVE_PERCENT.some((code) => hsnCode.startsWith(code)) ? 5 : null;
}
