import { z } from 'zod';
import { formatDate } from '../india/dates.ts';
import type { ShopSettings } from './settings.ts';

/** The steps of opening a shop, in the order in which the admin shows them. */
const CHECKLIST_STEPS = [
  ...(['brand', 'address', 'upi', 'testPayment', 'product', 'fssai', 'gstin'] as const),
  ...(['mail', 'whatsapp', 'policies', 'backup'] as const),
] as const;
export const ChecklistStepId = z.enum(CHECKLIST_STEPS);
export type ChecklistStepId = z.infer<typeof ChecklistStepId>;

/** Steps whose facts the shop cannot always see: the ₹1 arrived, there is no GST registration, the policies are read. */
const BY_HAND = ['testPayment', 'gstin', 'policies'] as const satisfies readonly ChecklistStepId[];

/** What the owner has said about the steps, as stored. */
export const ChecklistSettings = z.object({
  putOff: z.array(ChecklistStepId).default([]),
  ticked: z.array(z.enum(BY_HAND)).default([]),
});
export type ChecklistSettings = z.infer<typeof ChecklistSettings>;

/** PUT /admin/checklist/:step. What is left out stays. */
export const ChecklistInput = z.object({ putOff: z.boolean().optional(), ticked: z.boolean().optional() });
export type ChecklistInput = z.infer<typeof ChecklistInput>;

export const ChecklistStep = z.object({
  id: ChecklistStepId,
  done: z.boolean(),
  putOff: z.boolean(),
  /** Ticked by hand: it can be taken back. */
  ticked: z.boolean(),
  /** What was found when the step is done: 'kishmish@okhdfc'. */
  fact: z.string(),
});
export type ChecklistStep = z.infer<typeof ChecklistStep>;

/** What the shop knows about itself. Times in epoch ms. */
export interface ChecklistFacts {
  shop: ShopSettings;
  /** The shop's settings were saved by a person. */
  shopSaved: boolean;
  logo: boolean;
  /** Empty while the demo's is set. */
  upiId: string;
  /** When the first payment arrived after the UPI ID was saved, of whatever amount. */
  creditAt: number | null;
  /** Products that are not the demo's. */
  products: number;
  /** The sender, when mails leave by SMTP. */
  mailFrom: string | null;
  mailTestedAt: number | null;
  backupAt: number | null;
}

/** The checklist of a new shop: a step is done when a fact shows it, or when the owner has ticked one of `BY_HAND`. */
export function checklistOf(facts: ChecklistFacts, { putOff, ticked }: ChecklistSettings): ChecklistStep[] {
  const { shop } = facts;
  // Example values are nobody's.
  const own = facts.shopSaved && !shop.demoData;
  const found: Record<ChecklistStepId, string | false | null> = {
    brand: own && [shop.brandName, facts.logo ? 'logo added' : 'without a logo of its own'].join(', '),
    address:
      own && shop.address && shop.city && shop.pincode && shop.phone && `${shop.city} ${shop.pincode}, ${shop.phone}`,
    upi: facts.upiId,
    testPayment: facts.creditAt !== null && `Received on ${formatDate(facts.creditAt)}`,
    product: facts.products > 0 && `${facts.products} ${facts.products === 1 ? 'product' : 'products'}`,
    fssai: own && shop.fssaiLicence,
    gstin: own && shop.gstin,
    mail:
      facts.mailFrom && facts.mailTestedAt !== null && `${facts.mailFrom}, tested on ${formatDate(facts.mailTestedAt)}`,
    whatsapp: own && shop.whatsapp,
    policies: null,
    backup: facts.backupAt !== null && `Last one on ${formatDate(facts.backupAt)}`,
  };
  return CHECKLIST_STEPS.map((id) => {
    const fact = found[id] || '';
    const byHand = (ticked as readonly string[]).includes(id);
    return { id, done: fact !== '' || byHand, putOff: putOff.includes(id), ticked: byHand, fact };
  });
}

/** What the owner says about a step. Only the steps of `BY_HAND` can be ticked; others are ticked by facts. */
export function changeChecklist(
  before: ChecklistSettings,
  id: ChecklistStepId,
  input: ChecklistInput,
): ChecklistSettings {
  const change = <Id extends string>(list: readonly Id[], step: Id, on: boolean | undefined) =>
    on === undefined ? [...list] : [...list.filter((one) => one !== step), ...(on ? [step] : [])];
  const byHand = BY_HAND.find((one) => one === id);
  return {
    putOff: change(before.putOff, id, input.putOff),
    ticked: byHand ? change(before.ticked, byHand, input.ticked) : before.ticked,
  };
}
