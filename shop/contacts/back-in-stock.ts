import { z } from 'zod';
import m from '#messages/back-in-stock';
import { pageParameters } from '../page-parameters.ts';
import { bareNumber, cleanEmail, cleanLine, isEmail } from '../text/text.ts';
import { whatsAppNumber } from './whatsapp.ts';

/**
 * 'Notify me' on a sold-out size: one mail when it is back, or a message by staff over WhatsApp.
 */
/** How long a code is valid, and how long a wish is kept; ms. */
export const ALERT_CODE_MS = 30 * 60_000;
export const ALERT_KEPT_MS = 180 * 86_400_000;
/**
 * Waiting at the same time for one address or number, and added from one network in a day; phone
 * numbers in all. Nobody confirms those, and staff write to each by hand.
 */
export const MOST_ALERTS = { contact: 10, network: 50, phones: 5_000 };

export type AlertContact = { email: string; phone: '' } | { email: ''; phone: string };

/**
 * An email address in lower case, or a phone number as digits with the country code; null for
 * anything else.
 */
export function readAlertContact(text: string): AlertContact | null {
  const email = cleanEmail(text);
  if (isEmail(email)) return { email, phone: '' };
  const phone = whatsAppNumber(text);
  return phone === null ? null : { email: '', phone };
}

const Wanted = {
  productId: z.string().min(1).max(100).overwrite(cleanLine),
  /** Empty for a product without sizes. */
  size: z.string().overwrite(cleanLine).max(100).default(''),
};

/** POST /stock-alerts. */
export const AlertInput = z.object({
  ...Wanted,
  contact: z
    .string({ error: m.wrong })
    .max(254, { error: m.wrong })
    .transform((text, context): AlertContact => {
      const contact = readAlertContact(text);
      if (contact) return contact;
      context.addIssue({ code: 'custom', message: m.wrong() });
      return z.NEVER;
    }),
});
export type AlertInput = z.infer<typeof AlertInput>;

/** POST /stock-alerts/confirm. */
export const AlertCode = z.object({
  ...Wanted,
  email: z.string().overwrite(cleanEmail).refine(isEmail, { error: m.wrong }),
  code: z
    .string({ error: m.codeWrong })
    .overwrite(bareNumber)
    .regex(/^\d{6}$/, { error: m.codeWrong }),
});
export type AlertCode = z.infer<typeof AlertCode>;

/** A wish with a phone number, for staff; `createdAt` in epoch ms. */
export const StockAlert = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  size: z.string(),
  phone: z.string().describe('digits with the country code'),
  createdAt: z.number(),
  inStock: z.boolean(),
});
export type StockAlert = z.infer<typeof StockAlert>;

/** GET /stock-alerts: those whose stock is back first, then the oldest. */
export const StockAlertQuery = z.object(pageParameters(20));
