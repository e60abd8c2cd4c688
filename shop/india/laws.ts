/** The laws of docs/india.md, in its words, that a missing fact is about. */
export const LAWS = {
  commerce: 'Consumer Protection (E-Commerce) Rules 2020',
  metrology: 'Legal Metrology (Packaged Commodities), rules 6(10) and 6(11)',
  fssai: 'FSSAI',
  gst: 'GST invoice, rule 46',
  registration: 'GST registration for sales to other states',
  patterns: 'CCPA Guidelines on Dark Patterns 2023',
  privacy: 'DPDP Act 2023 and Rules 2025',
} as const;
export type Law = keyof typeof LAWS;

/** What each law means for an owner, in one sentence. */
export const LAW_WORDS: Record<Law, string> = {
  commerce: 'An online shop must say who sells, how to reach them, and who answers complaints: the grievance officer.',
  metrology: 'A pack must state its maker or importer, origin, net quantity, MRP with all taxes, and price per gram.',
  fssai: 'FSSAI licenses everybody who sells food; the 14 digits of the licence stand on the shop and every invoice.',
  gst: 'Rule 46 lists what an invoice must show, such as its number, your GSTIN, the HSN code and the tax.',
  registration:
    'Goods may be sold to another state only by a seller who is registered for GST, however little is sold.',
  patterns: 'A dark pattern is a trick that hurries or misleads a shopper, such as a countdown that starts again.',
  privacy: 'Whoever takes a name, number or address must say what for, use it for that only, and erase it on request.',
};

/** HSN codes whose rate is 5 % since 22 September 2025 (docs/india.md). */
const AT_FIVE_PERCENT = ['0801', '0802', '0804', '0806', '0813', '2008', '210690'];

/** The GST rate that docs/india.md states for an HSN code, in percent; null for other codes. */
export function statedRate(hsnCode: string): number | null {
  return AT_FIVE_PERCENT.some((code) => hsnCode.startsWith(code)) ? 5 : null;
}
