import { z } from 'zod';
import { type Contract, fresh, ok } from '../contract.ts';
import { ChecklistInput, ChecklistStep } from './checklist.ts';
import { ChecklistStepId } from './checklist-steps.ts';
import { DemoRemoval } from './demo.ts';
import { MailTextInput, MessageInput, MessageSettings } from './messages.ts';
import { OpeningInput, OpeningSettings } from './opening-input.ts';
import { ShownProof } from './proof.ts';
import {
  PaymentSettings,
  PaymentSettingsBody,
  ShopConfig,
  ShopSettings,
  ShopSettingsInput,
  StaffPricesInput,
  UrgencyInput,
} from './settings.ts';

const anyone = { tag: 'shop', access: 'public' } as const;
const admin = { tag: 'settings (admin)', access: 'admin' } as const;

/** Public settings (R1.7, D42). */
export const settingsApi = {
  'GET /': {
    ...anyone,
    summary: 'Name and version',
    responses: { 200: ok({ name: z.string(), version: z.string() }) },
  },
  'GET /config': {
    ...anyone,
    summary: 'Limits and timings of the shop',
    query: z.object(fresh),
    responses: { 200: ok({ config: ShopConfig }) },
  },
  // Public, because shoppers pay to this UPI ID. Contains no other payment data.
  'GET /payment-settings': {
    ...anyone,
    summary: 'UPI ID, account holder and offer texts',
    responses: { 200: ok({ settings: PaymentSettings }) },
  },
} as const satisfies Contract;

/** Version and last change of a settings record. */
const record = {
  version: z.number().describe('to be sent with the next save; 0 when nothing was saved yet'),
  updatedAt: z.number().nullable(),
  updatedBy: z.string().nullable(),
};
const AllPayment = PaymentSettings.extend(ShownProof.shape);
const saved = { message: z.string(), version: z.number() };
const checklist = {
  200: ok({
    steps: z.array(ChecklistStep),
    demo: z.boolean().describe('the shop has the records of the demo'),
    opened: z.boolean().describe('an order has been paid'),
    everOpen: z.boolean().describe('false in a new shop, until its owner opens it'),
  }),
};

/**
 * Settings for admins (R2.7, D39, D42). Saving a stale version returns 409 with the stored record.
 */
export const settingsAdminApi = {
  'GET /settings/payment': {
    ...admin,
    summary: 'Payment settings with their version',
    responses: {
      200: ok({ settings: AllPayment, ...record, proof: z.object(record).describe('of the rules for proof') }),
    },
  },
  'POST /payment-settings': {
    ...admin,
    summary: 'Save UPI ID, account holder, offer texts, apps and the rules for proof; what is left out stays',
    body: PaymentSettingsBody,
    responses: {
      200: ok({
        settings: PaymentSettings.extend(ShownProof.partial().shape),
        ...saved,
        proofVersion: z.number().optional().describe('of the rules for proof, when they were saved'),
      }),
    },
    fails: [409],
  },
  'GET /settings/shop': {
    ...admin,
    summary: 'Name, address and contacts of the shop with the version; and how its mails leave',
    responses: {
      200: ok({
        settings: ShopSettings,
        ...record,
        mail: z.object({ by: z.enum(['smtp', 'files']), from: z.string().describe('the sender of all mails') }),
      }),
    },
  },
  'GET /settings/checklist': {
    ...admin,
    summary: 'The steps of opening the shop, each with what was found',
    responses: checklist,
  },
  'PUT /settings/checklist/:step': {
    ...admin,
    summary: 'Put a step off, or tick one that the shop cannot see',
    params: z.object({ step: ChecklistStepId }),
    body: ChecklistInput,
    responses: checklist,
  },
  'GET /settings/opening': {
    ...admin,
    summary: 'Whether the shop takes orders, and what shoppers read while it does not',
    responses: { 200: ok({ settings: OpeningSettings, ...record }) },
  },
  'PUT /settings/opening': {
    ...admin,
    summary: 'Open the shop, or close it; what is left out stays. A new shop opens once it has what it needs',
    body: OpeningInput,
    responses: { 200: ok({ settings: OpeningSettings, ...saved }) },
    fails: [409],
  },
  'GET /settings/demo': {
    ...admin,
    summary: 'What removing the demo would delete, by kind, and what it would leave, with the reason',
    responses: { 200: ok(DemoRemoval.shape) },
  },
  'DELETE /settings/demo': {
    ...admin,
    summary: 'Remove the demo; what the owner has edited and what shoppers have used stays',
    responses: { 200: ok({ message: z.string(), ...DemoRemoval.shape }) },
    fails: [409],
  },
  'PUT /settings/shop': {
    ...admin,
    summary: 'Save name, address and contacts of the shop; what is left out stays',
    body: ShopSettingsInput,
    responses: { 200: ok({ settings: ShopSettings, ...saved }) },
    fails: [409],
  },
  'GET /settings/urgency': {
    ...admin,
    summary: 'The config with its version',
    responses: { 200: ok({ settings: ShopConfig, ...record }) },
  },
  'PUT /settings/urgency': {
    ...admin,
    summary:
      'Switch the countdowns on or off (D14); hours that an order without a UTR (D53) and one with a UTR that is not proved (D65) keep their stock',
    body: UrgencyInput,
    responses: { 200: ok({ settings: ShopConfig, ...saved }) },
    fails: [409],
  },
  'GET /settings/staff-prices': {
    ...admin,
    summary: 'What a manager may give away in an order that staff take (D67)',
    responses: { 200: ok({ settings: StaffPricesInput.omit({ version: true }), ...record }) },
  },
  'PUT /settings/staff-prices': {
    ...admin,
    summary: 'Set the share of the price below which only an admin may sell, in percent',
    body: StaffPricesInput,
    responses: { 200: ok({ settings: StaffPricesInput.omit({ version: true }), ...saved }) },
    fails: [409],
  },
  'GET /settings/messages': {
    ...admin,
    access: 'staff',
    summary: 'What the owner has rewritten of the shop’s messages; a text that is left out is the shop’s own',
    responses: {
      200: ok({
        settings: MessageSettings,
        ...record,
        shop: z.object({ name: z.string(), url: z.string().nullable() }).describe('as messages name it'),
      }),
    },
  },
  'PUT /settings/messages': {
    ...admin,
    summary: 'Save the texts of the shop’s messages, all of them; 400 for a placeholder that a text does not know',
    body: MessageInput,
    responses: { 200: ok({ settings: MessageSettings, ...saved }) },
    fails: [409],
  },
  'POST /settings/messages/preview': {
    ...admin,
    summary: 'A mail to shoppers with this subject and text and example values; stores nothing',
    body: MailTextInput,
    responses: { 200: ok({ subject: z.string(), text: z.string(), html: z.string() }) },
  },
  'POST /settings/messages/test': {
    ...admin,
    summary: 'Send that mail to the signed-in admin',
    body: MailTextInput,
    responses: { 200: ok({ message: z.string() }) },
  },
  'POST /settings/test-mail': {
    ...admin,
    summary: 'Send a test email to the signed-in admin',
    responses: { 200: ok({ message: z.string() }) },
  },
} as const satisfies Contract;
