import { cleanPhone } from '../india/phones.ts';
import { asciiDigits } from '../text/text.ts';

/**
 * A phone number as `wa.me` takes it: digits with the country code. A number without one is Indian.
 * Null when it is no mobile number of India and has no country code.
 */
export function whatsAppNumber(text: string): string | null {
  const indian = cleanPhone(text, 'India');
  if (/^[6-9]\d{9}$/.test(indian)) return `91${indian}`;
  const [, digits = ''] = /^(?:\+|00)([1-9]\d{7,14})$/.exec(asciiDigits(text).replace(/[\s\p{Cf}().-]+/gu, '')) ?? [];
  return digits && !digits.startsWith('91') ? digits : null;
}

/** The address that opens a chat with `text` filled in. Null without a valid number. */
export function whatsAppLink(number: string, text: string): string | null {
  const digits = whatsAppNumber(number);
  return digits && `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}

/** The address that lets the shopper choose whom to send `text` to. */
export function whatsAppShare(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
