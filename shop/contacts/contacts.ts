import m from '#messages/contact-rules';
import { cleanText, cleanWord, isEmail, isOneLine, trimmed } from '../text/text.ts';

/**
 * Validation of the contact form (R1.5). Does not import Zod, since the contact page loads this
 * file.
 */

export const CONTACT_STATUSES = ['new', 'read', 'replied', 'closed'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

export const CONTACT_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export type ContactPriority = (typeof CONTACT_PRIORITIES)[number];

/** Page sizes of the admin's list (R2.9). */
export const CONTACT_PAGE_SIZES = [10, 25, 50] as const;

/** The share of non-new messages in whole percent (R2.9); 0 without messages. */
export function responseRate(total: number, fresh: number): number {
  return total > 0 ? Math.round(((total - fresh) / total) * 100) : 0;
}

/** Maximum characters of each field. */
export const CONTACT_LENGTHS = { name: 100, email: 254, phone: 30, subject: 200, message: 5000 } as const;

export interface ContactForm {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
}
export type ContactField = keyof ContactForm;

/** Fields in the order of the form. */
export const CONTACT_FIELDS = ['name', 'email', 'phone', 'subject', 'message'] as const satisfies ContactField[];

const LEAST = { name: 2, subject: 5, message: 10 } as const;
const isLeast = (field: ContactField): field is keyof typeof LEAST => field in LEAST;

/** A field as it is stored. */
export function cleanContactField(field: ContactField, value: string): string {
  if (field === 'message') return cleanText(value);
  return field === 'email' ? cleanWord(value) : trimmed(value);
}

/** Returns the error message for a field, or null. The value is cleaned first. */
export function checkContactField(field: ContactField, value: string): string | null {
  const text = cleanContactField(field, value);
  if (text === '') {
    return field === 'phone' ? null : m[`missing_${field}`]();
  }
  if (isLeast(field) && text.length < LEAST[field]) {
    return m[`short_${field}`]({ least: LEAST[field] });
  }
  if (field === 'email' && !isEmail(text)) {
    return m.emailWrong();
  }
  if (field !== 'message' && !isOneLine(text)) {
    return m[`lines_${field}`]();
  }
  return text.length > CONTACT_LENGTHS[field] ? m[`long_${field}`]({ most: CONTACT_LENGTHS[field] }) : null;
}

/** Returns the message of each invalid field; empty if the form is valid. */
export function checkContact(form: ContactForm): Partial<Record<ContactField, string>> {
  const errors: Partial<Record<ContactField, string>> = {};
  for (const field of CONTACT_FIELDS) {
    const message = checkContactField(field, form[field]);
    if (message) errors[field] = message;
  }
  return errors;
}
