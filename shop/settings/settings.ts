import { z } from 'zod';
import { StaffSettings } from '../accounts/two-step.ts';
import { whatsAppNumber } from '../contacts/whatsapp.ts';
import { fieldError } from '../errors.ts';
import { cleanGstin, gstinFault } from '../india/gstin.ts';
import { COUNTRIES } from '../india/phones.ts';
import { isOfferedApp } from '../money/app-list.ts';
import { isWholePaise } from '../money/money.ts';
import { checkSampleUpiId, checkUpiId } from '../money/upi.ts';
import { bareNumber, cleanWord, isEmail, isOneLine, trimmed } from '../text/text.ts';
import { ChecklistSettings } from './checklist-steps.ts';
import { MessageSettings } from './messages.ts';
import { OpeningSettings } from './opening-input.ts';
import { ProofInput, ProofSettings } from './proof.ts';
import { AlertSettings } from './staff-notices.ts';

/**
 * The shop's settings, as stored and in requests and responses (demo/settings.json): three records
 * named 'shop', 'payment' and 'config'. Every field has a default, so `.parse({})` returns the
 * settings of an empty shop. Amounts in rupees.
 */

const line = (most: number) =>
  z.string().overwrite(trimmed).max(most, `At most ${most} characters`).refine(isOneLine, 'This must be on one line');
const email = line(254)
  .overwrite(cleanWord)
  .refine((text) => text === '' || isEmail(text), 'Please enter a valid email address');

/** Name, address and contacts of the shop (D1), used in footer, contact page, invoice and mails. */
export const ShopSettings = z.object({
  brandName: line(60).min(1, 'Brand name is required').default('Kishmish'),
  tagline: line(160).default(''),
  legalName: line(160).default(''),
  address: line(300).default(''),
  city: line(80).default(''),
  state: line(80).default(''),
  /** Two digits, as in the GSTIN. */
  stateCode: z
    .string()
    .overwrite(bareNumber)
    .regex(/^(\d{2})?$/, 'State code must be 2 digits')
    .default(''),
  pincode: z
    .string()
    .overwrite(bareNumber)
    .regex(/^(\d{6})?$/, 'PIN code must be 6 digits')
    .default(''),
  country: line(80).default('India'),
  /** Where the shop delivers (D68). */
  countries: z
    .array(z.enum(COUNTRIES, { error: 'This country is not known' }))
    .refine((names) => names.includes('India'), 'The shop delivers in India')
    .default(['India']),
  phone: line(40).default(''),
  /** Shoppers can write to it; empty: no page has a WhatsApp link. */
  whatsapp: line(40)
    .refine(
      (text) => text === '' || whatsAppNumber(text) !== null,
      'Please enter a mobile number, with its country code if it is not Indian',
    )
    .default(''),
  email: email.default(''),
  supportHours: line(120).default(''),
  gstin: z
    .string()
    .overwrite(cleanGstin)
    .regex(/^([0-9A-Z]{15})?$/, 'GSTIN must be 15 letters and digits')
    .default(''),
  /** Without a GSTIN: orders of shoppers to other states are refused, not only marked (D64). */
  refuseOtherStates: z.boolean().default(false),
  fssaiLicence: z
    .string()
    .overwrite(bareNumber)
    .regex(/^(\d{14})?$/, 'FSSAI licence must be 14 digits')
    .default(''),
  grievanceOfficer: z
    .object({
      name: line(120).default(''),
      designation: line(120).optional(),
      email: email.default(''),
      phone: line(40).optional(),
    })
    .prefault({}),
  /** The values are examples; pages with company details state this. */
  demoData: z.boolean().default(false),
});
export type ShopSettings = z.infer<typeof ShopSettings>;

/** A text of the payment page that can be hidden (D30). */
const PaymentNote = z.object({ text: line(120).default(''), visible: z.boolean().default(false) });

/**
 * The discount for paying online, and its text. `amount` in rupees; see offers.ts for when they
 * apply (D30).
 */
const OnlineOffer = z.object({
  text: line(120).default('Pay online & get EXTRA ₹33 off'),
  amount: z
    .number({ error: 'The offer must be a number of rupees' })
    .min(0, 'The offer must not be negative')
    .max(100_000, 'The offer is too large')
    .default(0),
  visible: z.boolean().default(false),
});

/** Payment settings (D42). An empty `upiId` means that payments are not set up. */
export const PaymentSettings = z.object({
  upiId: z.string().default(''),
  accountHolderName: z.string().default(''),
  onlineOffer: OnlineOffer.prefault({}),
  paytmNote: PaymentNote.prefault({ text: '20% Cashback in 24 hour' }),
  /**
   * The list of UPI apps (shop/money/app-list.ts); without it, the order of the specification
   * applies.
   */
  apps: z
    .array(z.object({ id: z.string().max(40), visible: z.boolean() }))
    .max(50)
    .optional(),
});
export type PaymentSettings = z.infer<typeof PaymentSettings>;

/**
 * POST /payment-settings: UPI ID and account holder are required; other omitted fields keep their
 * values.
 */
export const PaymentSettingsInput = z.object({
  upiId: z
    .string({ error: 'UPI ID is required' })
    .overwrite(cleanWord)
    .min(1, 'UPI ID is required')
    .superRefine((id, context) => {
      const message = checkUpiId(id) ?? checkSampleUpiId(id, null);
      if (id && message) context.addIssue({ code: 'custom', message });
    }),
  accountHolderName: z
    .string({ error: 'Account holder name is required' })
    .overwrite(trimmed)
    .min(1, 'Account holder name is required')
    .max(120, 'At most 120 characters')
    .refine(isOneLine, 'Account holder name must be on one line'),
  // Not in the stored record: one from an older version would count as invalid as a whole.
  onlineOffer: OnlineOffer.refine(({ amount }) => isWholePaise(amount), {
    error: 'The offer must have at most two decimals',
    path: ['amount'],
  }).optional(),
  paytmNote: PaymentNote.optional(),
  apps: z
    .array(z.object({ id: z.string().refine(isOfferedApp, 'This UPI app is not known'), visible: z.boolean() }))
    .max(50)
    .refine((apps) => new Set(apps.map(({ id }) => id)).size === apps.length, 'Each UPI app may be listed once')
    .refine((apps) => apps.length === 0 || apps.some(({ visible }) => visible), 'At least one UPI app must be shown')
    .optional(),
  version: z.number().int().min(0).optional(),
});
/** The body of the save: payment settings and the rules for proof, or these rules alone. */
export const PaymentSettingsBody = PaymentSettingsInput.extend(ProofInput.shape)
  .extend({
    /** Of the rules for proof, which are a record of their own. */
    proofVersion: z.number().int().min(0).optional(),
    upiId: PaymentSettingsInput.shape.upiId.optional(),
    accountHolderName: PaymentSettingsInput.shape.accountHolderName.optional(),
  })
  .superRefine((body, context) => {
    if (Object.keys(ProofInput.shape).some((name) => name in body)) return;
    for (const [path, message] of [
      ['upiId', 'UPI ID is required'],
      ['accountHolderName', 'Account holder name is required'],
    ] as const) {
      if (body[path] === undefined) context.addIssue({ code: 'custom', path: [path], message });
    }
  });
export type PaymentSettingsInput = z.infer<typeof PaymentSettingsInput>;

const whole = (least: number, most: number) => z.number().int().min(least).max(most);

/** Initial values of the admin's product form (R1.9). */
export const ProductDefaults = z.object({
  /** Replaced by the shop's brand when the config is read, see `withShopBrand` (D1). */
  brand: line(100).default(''),
  countryOfOrigin: line(100).default('India'),
  shelfLife: line(100).default('12 months'),
  status: z.enum(['Active', 'Inactive', 'Out of Stock']).default('Active'),
  reviewRating: whole(1, 5).default(5),
  offerCountdownEnabled: z.boolean().default(true),
  offerCountdownDuration: whole(1, 60).default(15),
  gstRate: z.number().min(0).max(28).default(5),
});
export type ProductDefaults = z.infer<typeof ProductDefaults>;

const HOURS = 'Please enter whole hours from 3 to 720';
const hours = z.number({ error: HOURS }).int(HOURS).min(3, HOURS).max(720, HOURS);

/**
 * GET /config (R1.9): sizes in bytes, times in ms unless the name has another unit, amounts in
 * rupees.
 */
export const ShopConfig = z.object({
  maxFileSize: whole(1, 50_000_000).default(5_000_000),
  defaultPageSize: whole(1, 100).default(12),
  maxPageSize: whole(1, 1000).default(100),
  cacheDuration: whole(0, 86_400_000).default(300_000),
  requestTimeoutMs: whole(1000, 120_000).default(10_000),
  mobileTimeoutMs: whole(1000, 120_000).default(15_000),
  mobileRetryAttempts: whole(0, 10).default(3),
  mobileRetryBaseMs: whole(1, 60_000).default(1000),
  defaultSizeLabel: line(40).default('250g'),
  /** What the guidelines on dark patterns warn of is off until the owner switches it on (D64). */
  offerCountdownEnabled: z.boolean().default(false),
  offerCountdownSeconds: whole(1, 86_400).default(930),
  deliveryCutoffEnabled: z.boolean().default(false),
  deliveryCutoffSeconds: whole(1, 86_400).default(900),
  /** Whether shoppers see the count of people and the rating that staff have typed for a product. */
  typedCountsEnabled: z.boolean().default(false),
  typedRatingsEnabled: z.boolean().default(false),
  productDefaults: ProductDefaults.prefault({}),
  shippingMessage: line(200).default('You are eligible for free shipping.'),
  /** How long a draft holds its stock (D19). No screen changes it. */
  reservationMinutes: whole(1, 1440).default(15),
  /** After this time the shop cancels an order without a UTR (D53). */
  unpaidHours: hours.default(24),
  /** After this time an order whose payment is not proved no longer keeps its stock (D65). */
  unprovenHours: hours.default(48),
});
export type ShopConfig = z.infer<typeof ShopConfig>;

/** Sets the shop's brand as the brand of new products (R1.9, D1). */
export function withShopBrand(config: ShopConfig, { brandName }: Pick<ShopSettings, 'brandName'>): ShopConfig {
  return { ...config, productDefaults: { ...config.productDefaults, brand: brandName } };
}

type Shown = { shop: ShopSettings; payment: PaymentSettings; config: ShopConfig };

/**
 * The settings as the pages in another language show them. Names, addresses and everything that is compared
 * stay.
 *
 * @param text translates a built-in text, and returns any other as it is
 */
export function translatedSettings<Settings extends Shown>(
  settings: Settings,
  text: (text: string) => string,
): Settings {
  const { shop, payment, config } = settings;
  const note = <Note extends { text: string }>(one: Note): Note => ({ ...one, text: text(one.text) });
  return {
    ...settings,
    shop: {
      ...shop,
      tagline: text(shop.tagline),
      supportHours: text(shop.supportHours),
      grievanceOfficer: { ...shop.grievanceOfficer, name: text(shop.grievanceOfficer.name) },
    },
    payment: { ...payment, onlineOffer: note(payment.onlineOffer), paytmNote: note(payment.paytmNote) },
    config: { ...config, shippingMessage: text(config.shippingMessage) },
  };
}

/** The version that was loaded; a stale version is a 409. */
const loadedVersion = { version: z.number().int().min(0).optional() };

type OfficerInput = Partial<ShopSettings['grievanceOfficer']>;
type ShopFields = Partial<Omit<ShopSettings, 'grievanceOfficer'>> & { grievanceOfficer?: OfficerInput };

const GSTIN_OF_STATE = 'GSTIN must begin with the code of the state';

function isOfState({ gstin = '', stateCode = '' }: ShopFields): boolean {
  return gstin === '' || stateCode === '' || gstin.startsWith(stateCode);
}

/** The fields without their defaults, and optional: what is left out is absent after parsing. */
function optionalFields(shape: Record<string, z.ZodType>): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const bare = field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field;
      const inner = bare instanceof z.ZodObject ? z.object(optionalFields(bare.shape)) : bare;
      return [name, z.optional(inner as z.ZodType)];
    }),
  );
}

/** What the stored record may not ask: earlier versions took a GSTIN with a wrong check digit. */
const TypedGstin = z
  .string()
  .overwrite(cleanGstin)
  .superRefine((gstin, context) => {
    const fault = gstin === '' ? null : gstinFault(gstin);
    if (fault) context.addIssue({ code: 'custom', message: SHOP_GSTIN_FAULTS[fault] });
  });
const CHECK_EACH = 'Please check each letter and digit';
const SHOP_GSTIN_FAULTS = {
  format: 'GSTIN must be 15 letters and digits',
  state: `This GSTIN has a typing error: its first two digits are no state. ${CHECK_EACH}`,
  checkDigit: `This GSTIN has a typing error: its last character does not fit the others. ${CHECK_EACH}`,
};

/** PUT /settings/shop: what is left out stays. A GSTIN must begin with the state code. */
export const ShopSettingsInput = (
  z.object(optionalFields(ShopSettings.shape)) as unknown as z.ZodObject<{
    [Name in keyof ShopFields]-?: z.ZodType<ShopFields[Name]>;
  }>
)
  .extend(loadedVersion)
  .extend({ gstin: TypedGstin.optional() })
  .refine(isOfState, { path: ['gstin'], message: GSTIN_OF_STATE });
export type ShopSettingsInput = ShopFields & { version?: number | undefined };

/** The record after a save. @throws ShopError validation, when GSTIN and state no longer agree */
export function changeShop(before: ShopSettings, input: ShopFields): ShopSettings {
  const after = { ...before, ...input, grievanceOfficer: { ...before.grievanceOfficer, ...input.grievanceOfficer } };
  if (!isOfState(after)) {
    throw fieldError('validation', 'gstin', GSTIN_OF_STATE);
  }
  return after;
}

/**
 * PUT /settings/urgency: the editable fields of the config (D14, D53, D64, D65); the others are limits
 * and timings of the specification.
 */
export const UrgencyInput = z.object({
  offerCountdownEnabled: z.boolean(),
  deliveryCutoffEnabled: z.boolean(),
  /** What is left out stays. */
  typedCountsEnabled: z.boolean().optional(),
  typedRatingsEnabled: z.boolean().optional(),
  unpaidHours: hours.optional(),
  unprovenHours: hours.optional(),
  ...loadedVersion,
});
export type UrgencyInput = z.infer<typeof UrgencyInput>;

const PERCENT = 'Please enter whole percent from 0 to 100';

/** PUT /settings/staff-prices: what a manager may give away (D67). */
export const StaffPricesInput = z.object({
  lowestPricePercent: z.number({ error: PERCENT }).int(PERCENT).min(0, PERCENT).max(100, PERCENT),
  ...loadedVersion,
});
export type StaffPricesInput = z.infer<typeof StaffPricesInput>;

/** The record after a save. */
export function changeUrgency(before: ShopConfig, input: Omit<UrgencyInput, 'version'>): ShopConfig {
  return {
    ...before,
    ...input,
    typedCountsEnabled: input.typedCountsEnabled ?? before.typedCountsEnabled,
    typedRatingsEnabled: input.typedRatingsEnabled ?? before.typedRatingsEnabled,
    unpaidHours: input.unpaidHours ?? before.unpaidHours,
    unprovenHours: input.unprovenHours ?? before.unprovenHours,
  };
}

/** The settings records by name. */
export const SETTINGS = {
  shop: ShopSettings,
  payment: PaymentSettings,
  config: ShopConfig,
  proof: ProofSettings,
  checklist: ChecklistSettings,
  staff: StaffSettings,
  messages: MessageSettings,
  alerts: AlertSettings,
  opening: OpeningSettings,
} as const;
export type SettingsName = keyof typeof SETTINGS;
