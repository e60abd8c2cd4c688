import { z } from 'zod';

/** The steps of opening a shop, in the order in which the admin shows them. */
export const CHECKLIST_STEPS = [
  ...(['brand', 'address', 'account', 'upi', 'testPayment', 'product', 'fssai', 'gstin'] as const),
  ...(['mail', 'alerts', 'whatsapp', 'policies', 'backup'] as const),
] as const;
export const ChecklistStepId = z.enum(CHECKLIST_STEPS);
export type ChecklistStepId = z.infer<typeof ChecklistStepId>;

/**
 * Steps whose facts the shop cannot always see: the ₹1 arrived, there is no GST registration, the
 * policies are read.
 */
export const BY_HAND = ['testPayment', 'gstin', 'policies'] as const satisfies readonly ChecklistStepId[];

/** What the owner has said about the steps, as stored. */
export const ChecklistSettings = z.object({
  putOff: z.array(ChecklistStepId).default([]),
  ticked: z.array(z.enum(BY_HAND)).default([]),
});
export type ChecklistSettings = z.infer<typeof ChecklistSettings>;
