import { z } from 'zod';
import { formatDate } from '../india/dates.ts';
import { BY_HAND, CHECKLIST_STEPS, type ChecklistSettings, ChecklistStepId, MUSTS } from './checklist-steps.ts';
import type { ShopSettings } from './settings.ts';

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
  /** A new shop cannot open without it. */
  must: z.boolean(),
  /** Whoever runs the server has to set something there first. */
  needsServer: z.boolean(),
});
export type ChecklistStep = z.infer<typeof ChecklistStep>;

/** What the shop knows about itself. Times in epoch ms. */
export interface ChecklistFacts {
  shop: ShopSettings;
  /** The shop's settings were saved by a person. */
  shopSaved: boolean;
  /** The owner has put a logo of the shop's own on its pages. */
  logo: boolean;
  /** Empty while the demo's is set. */
  upiId: string;
  /** The shop's own accounts for proof: 'HDFC Bank …4821'. */
  accounts: string[];
  /** When the first payment arrived after the UPI ID was saved, of whatever amount. */
  creditAt: number | null;
  /** Products of the owner, not of the demo. */
  products: number;
  /** The sender, when mails leave by SMTP. */
  mailFrom: string | null;
  mailTestedAt: number | null;
  /** Somebody is told of new orders. */
  alerts: boolean;
  backupAt: number | null;
  /** The server makes backups by itself. */
  backupPlanned: boolean;
}

/**
 * The checklist of a new shop: a step is done when a fact shows it, or when the owner has ticked
 * one of `BY_HAND`.
 */
export function checklistOf(facts: ChecklistFacts, { putOff, ticked }: ChecklistSettings): ChecklistStep[] {
  const { shop } = facts;
  // Example values are nobody's.
  const own = facts.shopSaved && !shop.demoData;
  const found: Record<ChecklistStepId, string | false | null> = {
    brand: own && shop.brandName,
    logo: facts.logo && 'Your own logo is on every page',
    address:
      own && shop.address && shop.city && shop.pincode && shop.phone && `${shop.city} ${shop.pincode}, ${shop.phone}`,
    account: facts.accounts.join(', '),
    upi: facts.upiId,
    testPayment: facts.creditAt !== null && `Received on ${formatDate(facts.creditAt)}`,
    product: facts.products > 0 && `${facts.products} ${facts.products === 1 ? 'product' : 'products'}`,
    fssai: own && shop.fssaiLicence,
    gstin: own && shop.gstin,
    mail:
      facts.mailFrom && facts.mailTestedAt !== null && `${facts.mailFrom}, tested on ${formatDate(facts.mailTestedAt)}`,
    alerts: facts.alerts && 'Somebody is told of each new order',
    whatsapp: own && shop.whatsapp,
    policies: null,
    backup: facts.backupAt !== null && `Last one on ${formatDate(facts.backupAt)}`,
  };
  const needsServer = (id: ChecklistStepId) =>
    (id === 'mail' && facts.mailFrom === null) || (id === 'backup' && !facts.backupPlanned);
  return CHECKLIST_STEPS.map((id) => {
    const fact = found[id] || '';
    const byHand = (ticked as readonly string[]).includes(id);
    return {
      id,
      done: fact !== '' || byHand,
      putOff: putOff.includes(id),
      ticked: byHand,
      fact,
      must: id in MUSTS,
      needsServer: needsServer(id),
    };
  });
}

/** What a new shop still needs before it can open. */
export function missingMusts(steps: readonly ChecklistStep[]): string[] {
  return steps.flatMap(({ id, done }) => (id in MUSTS && !done ? [MUSTS[id as keyof typeof MUSTS]] : []));
}

/**
 * What the owner says about a step. Only the steps of `BY_HAND` can be ticked; others are ticked by
 * facts.
 */
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
