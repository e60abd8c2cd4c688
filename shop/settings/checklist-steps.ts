import { z } from 'zod';

/** The steps of opening a shop, in the order in which the admin shows them. */
export const CHECKLIST_STEPS = [
  ...(['brand', 'logo', 'address', 'account', 'upi', 'testPayment', 'product', 'fssai'] as const),
  ...(['gstin', 'mail', 'alerts', 'whatsapp', 'policies', 'backup'] as const),
] as const;
export const ChecklistStepId = z.enum(CHECKLIST_STEPS);
export type ChecklistStepId = z.infer<typeof ChecklistStepId>;

/**
 * Steps whose facts the shop cannot always see: the ₹1 arrived, there is no GST registration, the
 * policies are read.
 */
export const BY_HAND = ['testPayment', 'gstin', 'policies'] as const satisfies readonly ChecklistStepId[];

/**
 * Without these a new shop cannot open: who sells, how to pay, what is sold, and the licence that
 * each seller of food needs. The names are for the sentence that says so.
 */
export const MUSTS = {
  brand: 'its name',
  address: 'address and phone',
  upi: 'UPI ID',
  product: 'a product of your own',
  fssai: 'FSSAI licence',
} as const satisfies Partial<Record<ChecklistStepId, string>>;

/** What the owner has said about the steps, as stored. */
export const ChecklistSettings = z.object({
  putOff: z.array(ChecklistStepId).default([]),
  ticked: z.array(z.enum(BY_HAND)).default([]),
});
export type ChecklistSettings = z.infer<typeof ChecklistSettings>;
