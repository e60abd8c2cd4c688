import m from '#messages/contact-rules';
import { isoDay, noonOf } from '../india/dates.ts';
import { groupIndian } from '../money/money.ts';
import { asciiDigits, isOneLine, trimmed } from '../text/text.ts';

/**
 * 'Gifts for a company' of the contact form: who asks, for how many packs, and by when. Does not
 * import Zod, since the contact page loads this file.
 */

export const COMPANY_LENGTH = 100;
const MOST_PACKS = 100_000;

/** As typed in the form. */
export interface EnquiryForm {
  company: string;
  packs: string;
  /** '2026-12-24', a day in India. */
  neededBy: string;
}
export type EnquiryField = keyof EnquiryForm;
export const ENQUIRY_FIELDS = ['company', 'packs', 'neededBy'] as const satisfies EnquiryField[];

/** A field as it is stored; packs may be typed as '1,00,000' or in Devanagari digits. */
export function cleanEnquiryField(field: EnquiryField, value: string): string {
  return field === 'packs' ? asciiDigits(trimmed(value)).replace(/[\s,]/g, '') : trimmed(value);
}

/** Returns the error message for a field, or null. The value is cleaned first. */
export function checkEnquiryField(field: EnquiryField, value: string): string | null {
  const text = cleanEnquiryField(field, value);
  if (text === '') return m[`missing_${field}`]();
  if (field === 'packs') return isPacks(text) ? null : m.packsWrong({ most: groupIndian(MOST_PACKS) });
  if (field === 'neededBy') return isDay(text) ? null : m.neededByWrong();
  if (!isOneLine(text)) return m.lines_company();
  return text.length > COMPANY_LENGTH ? m.long_company({ most: COMPANY_LENGTH }) : null;
}

/** Returns the error message for a day that is none, or that is over in India at `now` (epoch ms). */
export function checkNeededBy(day: string, now: number): string | null {
  const wrong = checkEnquiryField('neededBy', day);
  if (wrong) return wrong;
  return cleanEnquiryField('neededBy', day) < isoDay(now) ? m.neededByPast() : null;
}

/** Returns the message of each invalid field at `now` (epoch ms); empty if the form is valid. */
export function checkEnquiry(form: EnquiryForm, now: number): Partial<Record<EnquiryField, string>> {
  const errors: Partial<Record<EnquiryField, string>> = {};
  for (const field of ENQUIRY_FIELDS) {
    const message = field === 'neededBy' ? checkNeededBy(form.neededBy, now) : checkEnquiryField(field, form[field]);
    if (message) errors[field] = message;
  }
  return errors;
}

/** A valid form as it is sent. */
export function toEnquiry(form: EnquiryForm): { company: string; packs: number; neededBy: string } {
  return {
    company: cleanEnquiryField('company', form.company),
    packs: Number(cleanEnquiryField('packs', form.packs)),
    neededBy: cleanEnquiryField('neededBy', form.neededBy),
  };
}

function isPacks(text: string): boolean {
  return /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_PACKS;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const noon = noonOf(text);
  return !Number.isNaN(noon) && isoDay(noon) === text;
}
