import type { Paise } from '../money/money.ts';
import { bareNumber } from '../text/text.ts';

export interface IndianState {
  name: string;
  /** First two digits of a GSTIN of this state; also the place of supply on an invoice. */
  gstCode: string;
}

/** The 28 states and 8 union territories with their GST state codes, sorted by name. */
export const STATES: readonly IndianState[] = [
  { name: 'Andaman and Nicobar Islands', gstCode: '35' },
  { name: 'Andhra Pradesh', gstCode: '37' },
  { name: 'Arunachal Pradesh', gstCode: '12' },
  { name: 'Assam', gstCode: '18' },
  { name: 'Bihar', gstCode: '10' },
  { name: 'Chandigarh', gstCode: '04' },
  { name: 'Chhattisgarh', gstCode: '22' },
  { name: 'Dadra and Nagar Haveli and Daman and Diu', gstCode: '26' },
  { name: 'Delhi', gstCode: '07' },
  { name: 'Goa', gstCode: '30' },
  { name: 'Gujarat', gstCode: '24' },
  { name: 'Haryana', gstCode: '06' },
  { name: 'Himachal Pradesh', gstCode: '02' },
  { name: 'Jammu and Kashmir', gstCode: '01' },
  { name: 'Jharkhand', gstCode: '20' },
  { name: 'Karnataka', gstCode: '29' },
  { name: 'Kerala', gstCode: '32' },
  { name: 'Ladakh', gstCode: '38' },
  { name: 'Lakshadweep', gstCode: '31' },
  { name: 'Madhya Pradesh', gstCode: '23' },
  { name: 'Maharashtra', gstCode: '27' },
  { name: 'Manipur', gstCode: '14' },
  { name: 'Meghalaya', gstCode: '17' },
  { name: 'Mizoram', gstCode: '15' },
  { name: 'Nagaland', gstCode: '13' },
  { name: 'Odisha', gstCode: '21' },
  { name: 'Puducherry', gstCode: '34' },
  { name: 'Punjab', gstCode: '03' },
  { name: 'Rajasthan', gstCode: '08' },
  { name: 'Sikkim', gstCode: '11' },
  { name: 'Tamil Nadu', gstCode: '33' },
  { name: 'Telangana', gstCode: '36' },
  { name: 'Tripura', gstCode: '16' },
  { name: 'Uttar Pradesh', gstCode: '09' },
  { name: 'Uttarakhand', gstCode: '05' },
  { name: 'West Bengal', gstCode: '19' },
];

/** Names of the states, for the address form. */
export const INDIAN_STATES: readonly string[] = STATES.map((state) => state.name);

/**
 * Other names of each state, letters only: abbreviations, former names and frequent misspellings.
 * 'Delhi NCR' is not included, because it extends into Haryana and Uttar Pradesh; the PIN code
 * decides there.
 */
const OTHER_NAMES: Record<string, string> = {
  'Andaman and Nicobar Islands': 'an andaman andamanandnicobar andamannicobar andamannicobarislands',
  'Andhra Pradesh': 'ap andhra andra andrapradesh',
  'Arunachal Pradesh': 'ar arunachal',
  Assam: 'as asam',
  Bihar: 'br behar',
  Chandigarh: 'ch chandigar chandigadh chandigarhut utofchandigarh',
  Chhattisgarh: 'cg ct chattisgarh chhatisgarh chatisgarh chattishgarh chhattishgarh chhattisgadh chattisgadh',
  'Dadra and Nagar Haveli and Daman and Diu':
    'dh dn dd dnh dnhdd dadraandnagarhaveli dadranagarhaveli dadraandnagarhavelianddamananddiu damananddiu damandiu daman diu',
  Delhi: 'dl newdelhi delhistate nctofdelhi nctdelhi delhinct nationalcapitalterritoryofdelhi dilli dehli',
  Goa: 'ga',
  Gujarat: 'gj gujrat gujarath gujraat',
  Haryana: 'hr hariyana haryanna',
  'Himachal Pradesh': 'hp himachal himachalpardesh',
  'Jammu and Kashmir': 'jk jandk jammukashmir jammu kashmir',
  Jharkhand: 'jh jharkand jharkhanda',
  Karnataka: 'ka karnatka karnatak karnatke mysore',
  Kerala: 'kl kerela keralam',
  Ladakh: 'la ladak leh lehladakh',
  Lakshadweep: 'ld lakshadeep lakshdweep',
  'Madhya Pradesh': 'mp madhyapardesh madhyaprades madyapradesh',
  Maharashtra: 'mh maharastra maharashtr maharashta maharasthra maharshtra',
  Manipur: 'mn',
  Meghalaya: 'ml megalaya',
  Mizoram: 'mz',
  Nagaland: 'nl',
  Odisha: 'od or orissa odissa orrisa',
  Puducherry: 'py pondicherry pondichery pondy puduchery puduchcheri',
  Punjab: 'pb panjab',
  Rajasthan: 'rj rajastan rajsthan rajasthaan',
  Sikkim: 'sk',
  'Tamil Nadu': 'tn tamilnad tamilnaadu tamilandu',
  Telangana: 'ts tg telengana telanagana telangna',
  Tripura: 'tr',
  'Uttar Pradesh': 'up uttarpardesh uttarprades utterpradesh',
  Uttarakhand: 'uk ut ua uttaranchal uttrakhand uttarkhand utrakhand uttarakhanda',
  'West Bengal': 'wb bengal westbangal wbengal westbengol',
};

/** Reduces a name to its letters for comparison: 'J & K' → 'jandk', 'Tamil-Nadu' → 'tamilnadu'. */
function lettersOf(name: string): string {
  return name
    .slice(0, 200)
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');
}

const NAMES = new Map(
  STATES.flatMap((state) =>
    [lettersOf(state.name), ...(OTHER_NAMES[state.name] ?? '').split(' ')].map((name) => [name, state] as const),
  ),
);

/**
 * Finds a state by its name, a former name or an abbreviation, ignoring case and punctuation; null
 * if there is no match.
 */
export function findState(name: string): IndianState | null {
  const wanted = lettersOf(name);
  return NAMES.get(wanted) ?? NAMES.get(wanted.replace(/(?:state)?(?:india|bharat)?$/, '')) ?? null;
}

/** '27' for 'Maharashtra'; null if the text is not an Indian state. */
export function gstCodeOf(stateName: string): string | null {
  return findState(stateName)?.gstCode ?? null;
}

/**
 * The ten digits of an Indian mobile number, or null. Accepts '+91 98765 43210', '+91 (0)98765
 * 43210', '098765-43210' and '९८७६५४३२१०'.
 */
export function normalisePhone(text: string): string | null {
  return /^(?:0{0,2}91)?0?(\d{10})$/.exec(bareNumber(text.slice(0, 100)))?.[1] ?? null;
}

/** The GST included in a price, in paise. taxable + cgst + sgst + igst equals the price exactly. */
export interface GstSplit {
  taxable: Paise;
  cgst: Paise;
  sgst: Paise;
  igst: Paise;
}

/**
 * Splits the GST out of a price that includes it (D34). Within one state the tax is CGST and SGST
 * in equal halves, each rounded to the paisa; otherwise it is IGST. The remainder is the taxable
 * value, so the parts always sum to the price.
 *
 * @param inclusive paise, 0 or more
 * @param rateBp rate in basis points: 500 is 5 %
 * @throws RangeError if `inclusive` or `rateBp` is not a non-negative whole number
 */
export function splitGst(inclusive: Paise, rateBp: number, sameState: boolean): GstSplit {
  // The product must be a safe integer too, so that the division is exact.
  const exact = [inclusive, rateBp, inclusive * rateBp].every((value) => Number.isSafeInteger(value) && value >= 0);
  if (!exact) {
    throw new RangeError('not an amount or a rate');
  }
  const whole = 10_000 + rateBp;
  if (sameState) {
    const half = Math.round((inclusive * rateBp) / (2 * whole));
    return { taxable: inclusive - 2 * half, cgst: half, sgst: half, igst: 0 };
  }
  const igst = Math.round((inclusive * rateBp) / whole);
  return { taxable: inclusive - igst, cgst: 0, sgst: 0, igst };
}
