import { z } from 'zod';
import { gapsOf, LEGAL_FACTS, type Listed } from '../catalogue/completeness.ts';
import type { PageContent } from '../content/content.ts';
import { isGstin } from '../india/gstin.ts';
import { LAWS, type Law } from '../india/laws.ts';
import { homeState } from '../orders/other-state.ts';
import { pageParameters } from '../page-parameters.ts';
import type { ShopConfig, ShopSettings } from '../settings/settings.ts';

/**
 * What the shop and its products must state by the laws of docs/india.md, what is missing, and
 * where it is entered.
 */

/** Policies that must say something, by their page. */
export const POLICIES = ['privacy-policy', 'shipping-policy', 'return-refund-policy'] as const;

/** `decide`: lawful or not by what only the owner knows. */
const RULE_STATES = ['todo', 'decide', 'met'] as const;
type RuleState = (typeof RULE_STATES)[number];

export interface ShopFacts {
  shop: ShopSettings;
  config: ShopConfig;
  /** The owner has said that the business is not registered for GST. */
  unregistered: boolean;
  policies: Pick<PageContent, (typeof POLICIES)[number]>;
}

interface Rule {
  /** What is asked for, for the screen. */
  fact: string;
  law: Law;
  /** The section of the admin, and the field or the part in it; null for what the shop does by itself. */
  section: 'shop-settings' | 'page-content' | null;
  field: string;
  state: (facts: ShopFacts) => RuleState;
}

const setting = (fact: string, law: Law, field: string, met: (facts: ShopFacts) => boolean): Rule => ({
  fact,
  law,
  section: 'shop-settings',
  field,
  // The demo's example values do not count.
  state: (facts) => (!facts.shop.demoData && met(facts) ? 'met' : 'todo'),
});

/** What may be shown only while it is true. */
const claim = (fact: string, field: keyof ShopConfig): Rule => ({
  fact,
  law: 'patterns',
  section: 'shop-settings',
  field,
  state: ({ config }) => (config[field] ? 'decide' : 'met'),
});

/** What the shop does by itself. */
const builtIn = (fact: string, law: Law): Rule => ({ fact, law, section: null, field: '', state: () => 'met' });

const policy = (fact: string, law: Law, field: (typeof POLICIES)[number]): Rule => ({
  fact,
  law,
  section: 'page-content',
  field,
  state: ({ policies }) => {
    const texts = policies[field].blocks.flatMap(({ paragraphs, list }) => [...paragraphs, ...list]);
    return texts.some((text) => text.trim() !== '') ? 'met' : 'todo';
  },
});

const SHOP_RULES: readonly Rule[] = [
  setting('Legal name', 'commerce', 'legalName', ({ shop }) => shop.legalName !== ''),
  setting(
    ...(['Address with city, state and pincode', 'commerce', 'address'] as const),
    ({ shop }) => shop.address !== '' && shop.city !== '' && shop.state !== '' && shop.pincode !== '',
  ),
  setting('Customer care phone', 'commerce', 'phone', ({ shop }) => shop.phone !== ''),
  setting('Customer care email', 'commerce', 'email', ({ shop }) => shop.email !== ''),
  setting(
    ...(['Name of the grievance officer', 'commerce', 'grievanceOfficer.name'] as const),
    ({ shop }) => shop.grievanceOfficer.name !== '',
  ),
  setting(
    ...(['Designation of the grievance officer', 'commerce', 'grievanceOfficer.designation'] as const),
    ({ shop }) => Boolean(shop.grievanceOfficer.designation),
  ),
  setting(
    ...(['Email or phone of the grievance officer', 'commerce', 'grievanceOfficer.email'] as const),
    ({ shop }) => shop.grievanceOfficer.email !== '' || Boolean(shop.grievanceOfficer.phone),
  ),
  setting('FSSAI licence number', 'fssai', 'fssaiLicence', ({ shop }) => shop.fssaiLicence !== ''),
  // Every invoice keeps it for good, so a slip must be seen; the settings take it, since only its
  // owner knows the right one.
  setting('GSTIN without a typing error', 'gst', 'gstin', ({ shop, unregistered }) =>
    shop.gstin === '' ? unregistered : isGstin(shop.gstin),
  ),
  policy('Terms of return, refund and exchange', 'commerce', 'return-refund-policy'),
  policy('Terms of delivery', 'commerce', 'shipping-policy'),
  builtIn('Invoices have a number without gaps, HSN, tax and place of supply', 'gst'),
  {
    fact: 'Orders to other states without a GSTIN: taken and marked, or refused',
    law: 'registration',
    section: 'shop-settings',
    field: 'refuseOtherStates',
    state: ({ shop }) =>
      // Without a state nothing can be compared, so nothing is refused.
      shop.gstin !== '' || (shop.refuseOtherStates && homeState(shop) !== null) ? 'met' : 'decide',
  },
  builtIn('The price per gram or kilogram stands beside each price', 'metrology'),
  claim('No offer countdown, or one that is true', 'offerCountdownEnabled'),
  claim('No delivery countdown, or one that is true', 'deliveryCutoffEnabled'),
  claim('No typed number of buyers, or one that you can prove', 'typedCountsEnabled'),
  claim('No typed rating, or one that you can prove', 'typedRatingsEnabled'),
  builtIn('No extras ticked in advance; ‘Only N left’ is your real stock', 'patterns'),
  policy('Privacy notice', 'privacy', 'privacy-policy'),
  builtIn('Each form says what its data is for; an order keeps the version of the privacy policy', 'privacy'),
  builtIn('Newsletter only to those who asked for it, with the date; no other advertising is sent', 'privacy'),
  {
    fact: 'Logs: the audit log stays, drafts go after 7 days, bank messages after 60; ask for a year of server logs',
    law: 'privacy',
    section: null,
    field: '',
    state: () => 'decide',
  },
];

const law = z.enum(Object.keys(LAWS) as [Law, ...Law[]]);

export const ComplianceQuery = z.object(pageParameters(25));

export const Compliance = z.object({
  percent: z.number().describe('of all facts; 100 only when nothing is missing'),
  shop: z.array(
    z.object({
      fact: z.string(),
      law,
      section: z.enum(['shop-settings', 'page-content']).nullable().describe('null: the shop does it by itself'),
      field: z.string(),
      state: z.enum(RULE_STATES),
    }),
  ),
  example: z.boolean().describe('name, address and numbers of the shop are those of the demo, and count as missing'),
  visible: z.number().describe('products that shoppers see'),
  complete: z.number().describe('those of them with every fact'),
});
export type Compliance = z.infer<typeof Compliance>;

export const ProductGaps = z.object({
  id: z.string(),
  name: z.string(),
  gaps: z.array(z.object({ field: z.string(), missing: z.string(), law })),
});
export type ProductGaps = z.infer<typeof ProductGaps>;

/**
 * The meter, and the products with gaps in the order of `products`, which are those that shoppers
 * see.
 */
export function complianceOf(
  facts: ShopFacts,
  products: readonly (Listed & { id: string; name: string })[],
): Compliance & { products: ProductGaps[] } {
  const shop = SHOP_RULES.map(({ state, ...rule }) => ({ ...rule, state: state(facts) }));
  const lacking = products
    .map((product) => ({ id: product.id, name: product.name, gaps: gapsOf(product) }))
    .filter(({ gaps }) => gaps.length > 0);
  const all = shop.length + products.length * LEGAL_FACTS;
  const missing =
    shop.filter(({ state }) => state === 'todo').length + lacking.reduce((sum, { gaps }) => sum + gaps.length, 0);
  return {
    percent: Math.floor(((all - missing) / all) * 100),
    example: facts.shop.demoData,
    shop,
    products: lacking,
    visible: products.length,
    complete: products.length - lacking.length,
  };
}
