import { normalisePhone } from '../india/india.ts';
import { checkPhone, cleanPhone, DIAL_CODES } from '../india/phones.ts';
import { canonicalUtr } from '../money/upi.ts';
import { asciiDigits, cleanLine } from '../text/text.ts';
import { isOrderNumber } from './order-status.ts';

/** What staff look for, in the forms in which the shop stores it. */
export interface Wanted {
  /** What the records contain: words as they were typed, or a number without what stands around it. */
  text: string;
  /** The text is a whole order number, mobile number or UTR; ten digits can be both of the latter. */
  orderNumber: string | null;
  phone: string | null;
  utr: string | null;
}

/** What people and apps write before a number. */
const LABEL =
  /^(?:utr|upi|rrn|ref(?:erence)?|txn|transaction|order|mobile|mob|phone|tel|whatsapp|number|no|id|[\s.:#-])+(?=[+(]{0,2}\d|ord\s?\d)/i;
const NUMBER = /^[+(]{0,2}\d[\d\s().\u2010-\u2015-]*$/;
const ORDER = /^ord[\s-]?\d[\d\s-]*$/i;
/** A UTR as it is stored, or with more zeros before it. */
const WHOLE_UTR = /^(\d{12}|0\d{12,19})$/;

/** Reads a search of staff for an order or a customer, however its numbers are written or copied. */
export function wantedBy(search: string): Wanted {
  const visible = cleanLine(search.replace(/\u00a0/g, ' '));
  const plain = asciiDigits(visible).replace(LABEL, '');
  const nothing = { orderNumber: null, phone: null, utr: null };
  if (ORDER.test(plain)) {
    const number = `ORD${plain.replace(/\D/g, '')}`;
    if (isOrderNumber(number)) return { ...nothing, text: number, orderNumber: number };
    // Its beginning, or two words.
    return { ...nothing, text: /\d\s+\d/.test(plain) ? visible : number };
  }
  if (!NUMBER.test(plain)) return { ...nothing, text: visible };
  const digits = plain.replace(/\D/g, '');
  if (/^\(?\+/.test(plain)) return abroad(digits);
  const national = normalisePhone(digits);
  const phone = national !== null && /^[6-9]/.test(national) ? national : null;
  const utr = phone !== null || WHOLE_UTR.test(digits) ? canonicalUtr(digits) : null;
  return { ...nothing, text: national ?? digits, phone, utr };
}

/** @param digits a phone number that begins with a dial code */
function abroad(digits: string): Wanted {
  const dialled = DIAL_CODES.find(({ code }) => digits.startsWith(code.slice(1)));
  const national = dialled ? digits.slice(dialled.code.length - 1) : digits;
  const phone = dialled ? cleanPhone(digits, dialled.country) : national;
  const whole = dialled !== undefined && checkPhone(phone, dialled.country) === null;
  return { text: whole ? phone : national, orderNumber: null, phone: whole ? phone : null, utr: null };
}
