import type { StaffSettings } from '#shop/accounts/two-step.ts';
import { currentLanguage } from '#shop/language.ts';
import { type ChecklistInput, changeChecklist } from '#shop/settings/checklist.ts';
import type { ChecklistStepId } from '#shop/settings/checklist-steps.ts';
import { type MessageInput, messagesOf } from '#shop/settings/messages.ts';
import { changeOpening, closedAt, closedWords } from '#shop/settings/opening.ts';
import type { OpeningInput } from '#shop/settings/opening-input.ts';
import type { ProofInput, ProofSettings } from '#shop/settings/proof.ts';
import {
  changeUrgency,
  type PaymentSettings,
  type PaymentSettingsInput,
  type SettingsName,
  type ShopConfig,
  type ShopSettings,
  type ShopSettingsInput,
  type UrgencyInput,
} from '#shop/settings/settings.ts';
import type { AlertSettings } from '#shop/settings/staff-notices.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { snapshotOf } from '../snapshot.ts';
import { readAllSettings, readRecord } from './records.ts';
import { changeProofRules, savePayment } from './save-payment.ts';
import { saveSetting } from './save-setting.ts';
import { type OnRename, saveShop } from './save-shop.ts';
import { lostSecrets, openPushKeys, openSigningKeys, savePushKeys } from './sealed-settings.ts';
import { secretBox } from './secret-box.ts';

export type SettingsService = ReturnType<typeof createSettingsService>;

/**
 * The settings that can be changed at runtime, cached per data version. A record that is missing or
 * invalid falls back to its defaults, which belong to an empty shop and contain no company data.
 */
export function createSettingsService(context: ServiceContext, onRename: OnRename = async () => {}) {
  const { database, env, log, versions } = context;
  const secrets = secretBox(env.secretsKey);
  const all = snapshotOf(
    () => versions.stamp,
    () => readAllSettings(context),
  );

  return {
    all,
    shop: async (): Promise<ShopSettings> => (await all()).shop,
    payment: async (): Promise<PaymentSettings> => (await all()).payment,
    config: async (): Promise<ShopConfig> => (await all()).config,
    proof: async (): Promise<ProofSettings> => (await all()).proof,
    staff: async (): Promise<StaffSettings> => (await all()).staff,
    /** What the page says while the shop takes no orders, in its language; null while it does. */
    closed: async () => {
      const closed = closedAt((await all()).opening, context.now(), currentLanguage());
      return closed && closedWords(closed);
    },

    /** A record with its version and last author, for a form. Bypasses the cache. */
    record: <Name extends SettingsName>(name: Name) => readRecord(database.db, log, name),

    /** @throws see `savePayment` */
    savePayment: (
      payment: PaymentSettingsInput | null,
      actor: Actor,
      proof: { input: ProofInput; version: number | undefined } | null = null,
    ) => savePayment(context, secrets, payment, actor, proof),

    /** @throws see `changeProofRules` */
    changeProof: (change: (before: ProofSettings) => ProofSettings, actor: Actor) =>
      changeProofRules(context, change, actor),

    /** @throws see `saveShop` */
    saveShop: (input: ShopSettingsInput, actor: Actor) => saveShop(context, onRename, input, actor),

    /** What the owner says about a step of the checklist; a later word replaces an earlier one. */
    saveChecklistStep: (step: ChecklistStepId, input: ChecklistInput, actor: Actor) =>
      saveSetting(context, { name: 'checklist', change: (before) => changeChecklist(before, step, input) }, actor),

    /** Opens or closes the shop. @throws see `changeOpening`; ShopError('stale') */
    saveOpening: (input: OpeningInput, missing: readonly string[], actor: Actor) =>
      saveSetting(
        context,
        {
          name: 'opening',
          change: (before) => changeOpening(before, input, { at: context.now(), missing }),
          expected: input.version,
        },
        actor,
      ),

    /** Saves rules for staff; what is left out stays. @throws ShopError('stale') */
    saveStaff: (staff: Partial<StaffSettings>, actor: Actor, expected?: number) =>
      saveSetting(context, { name: 'staff', change: (before) => ({ ...before, ...staff }), expected }, actor),

    /** Saves the texts of the shop's messages. @throws ShopError('stale') */
    saveMessages: ({ version, ...input }: MessageInput, actor: Actor) =>
      saveSetting(context, { name: 'messages', change: () => messagesOf(input), expected: version }, actor),

    /**
     * Saves the countdowns (D14) and the time limits of unpaid orders (D53, D65).
     *
     * @throws ShopError('stale')
     */
    saveUrgency: ({ version, ...input }: UrgencyInput, actor: Actor) =>
      saveSetting(
        context,
        { name: 'config', change: (before) => changeUrgency(before, input), expected: version },
        actor,
      ),

    /** Whether SECRETS_KEY is set, without which no key can be kept. */
    keepsSecrets: secrets.ready,

    /**
     * The password of the mailbox for bank alerts; null when there is none or it cannot be opened.
     */
    mailboxPassword: async (): Promise<string | null> => secrets.open('mailbox', (await all()).proof.mailbox.password),

    /** See `openSigningKeys`. */
    signingKeys: async () => openSigningKeys(secrets, (await all()).proof),

    /** See `openPushKeys`. */
    pushKeys: async () => openPushKeys(secrets, (await all()).alerts),

    /** Keeps this key pair for Web Push, unless there is one. @returns the one that is kept */
    savePushKeys: (made: AlertSettings, actor: Actor) => savePushKeys(context, secrets, made, actor),

    /** See `lostSecrets`. */
    lostSecrets: async () => lostSecrets(secrets, await all(), env.mailboxPassword === null),
  };
}
