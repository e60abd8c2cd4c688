import type { StaffSettings } from '#shop/accounts/two-step.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { checkSampleUpiId, DEMO_UPI_ID } from '#shop/money/upi.ts';
import { type ChecklistInput, changeChecklist } from '#shop/settings/checklist.ts';
import type { ChecklistSettings, ChecklistStepId } from '#shop/settings/checklist-steps.ts';
import type { MailTexts } from '#shop/settings/mail-texts.ts';
import { type MessageInput, type MessageSettings, messagesOf } from '#shop/settings/messages.ts';
import { changeProof, type ProofInput, type ProofSettings } from '#shop/settings/proof.ts';
import {
  changeShop,
  type PaymentSettings,
  type PaymentSettingsInput,
  SETTINGS,
  type SettingsName,
  type ShopConfig,
  type ShopSettings,
  type ShopSettingsInput,
  type UrgencyInput,
  withShopBrand,
} from '#shop/settings/settings.ts';
import type { AlertSettings } from '#shop/settings/staff-notices.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { lockKey } from '../database/engine.ts';
import { readJson } from '../database/json.ts';
import { transact, type Work } from '../database/transact.ts';
import { snapshotOf } from '../snapshot.ts';
import { secretBox } from './secret-box.ts';
import * as queries from './settings.queries.ts';

/** The settings records. Amounts in rupees, as in shop/settings/settings.ts. */
export interface AllSettings {
  shop: ShopSettings;
  payment: PaymentSettings;
  config: ShopConfig;
  proof: ProofSettings;
  checklist: ChecklistSettings;
  staff: StaffSettings;
  messages: MessageSettings;
  alerts: AlertSettings;
}

/** A record as edited in the admin. `version` 0 and no author mean that it was never saved. */
export interface SettingRecord<Settings> {
  settings: Settings;
  version: number;
  /** Epoch ms. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** The result of a save: the new settings and their version. */
type Saved<Settings> = Pick<SettingRecord<Settings>, 'settings' | 'version'>;

/**
 * The settings that can be changed at runtime, cached per data version. A record that is missing or
 * invalid falls back to its defaults, which belong to an empty shop and contain no company data.
 */
export function createSettingsService(
  context: ServiceContext,
  /** Called in the transaction that changes the shop's name. */
  onRename: (
    work: Work,
    from: string,
    to: string,
    by: { at: number; author: string },
  ) => Promise<void> = async () => {},
) {
  const secrets = secretBox(context.env.secretsKey);
  const all = snapshotOf(
    () => context.versions.stamp,
    async (): Promise<AllSettings> => {
      const stored = await queries.readSettings(context.database.db);
      const read = <Name extends SettingsName>(name: Name) => parse(name, stored.get(name)?.value);
      const { config, ...others } = {
        shop: read('shop'),
        payment: read('payment'),
        config: read('config'),
        proof: read('proof'),
        checklist: read('checklist'),
        staff: read('staff'),
        messages: read('messages'),
        alerts: read('alerts'),
      } as AllSettings;
      return { ...others, config: withShopBrand(config, others.shop) };
    },
  );

  function parse(name: SettingsName, text: string | undefined): AllSettings[SettingsName] {
    const result = SETTINGS[name].safeParse(text === undefined ? {} : readJson(text));
    if (!result.success) {
      context.log.error(
        { setting: name, issues: result.error.issues },
        'a stored setting is damaged, its defaults are used',
      );
      return SETTINGS[name].parse({});
    }
    return result.data;
  }

  function recordOf<Name extends SettingsName>(
    name: Name,
    row: queries.StoredSetting | undefined,
  ): SettingRecord<AllSettings[Name]> {
    return {
      settings: parse(name, row?.value) as AllSettings[Name],
      version: row?.version ?? 0,
      updatedAt: row?.updatedAt ?? null,
      updatedBy: row?.updatedBy ?? null,
    };
  }

  /** A change of one record, for `save`. */
  interface Edit<Name extends SettingsName = SettingsName> {
    name: Name;
    change: (before: AllSettings[Name]) => AllSettings[Name];
    /** The version that the admin edited; without it, the change applies to the stored one. */
    expected: number | undefined;
  }

  /**
   * Applies the change to the stored record and writes the result and the audit entry.
   *
   * @throws ShopError('stale') when the stored version differs; `data` contains the stored record
   */
  async function write<Name extends SettingsName>(
    { trx, bump }: Work,
    { name, change, expected }: Edit<Name>,
    actor: Actor,
    at: number,
  ): Promise<Saved<AllSettings[Name]>> {
    await lockKey(trx, `settings ${name}`);
    const known = recordOf(name, await queries.readSetting(trx, name));
    const after = change(known.settings);
    const fresh = expected === undefined || expected === known.version;
    const options = { at, author: actor.name, expected: known.version };
    if (!fresh || !(await queries.writeSetting(trx, name, JSON.stringify(after), options))) {
      throw new ShopError('stale', { details: { data: known } });
    }
    const about = { entity: 'settings', entityId: name };
    await writeAudit(trx, { at, actor, action: 'save', ...about, before: known.settings, after });
    bump('settings');
    return { settings: after, version: known.version + 1 };
  }

  /** One change in a transaction of its own. @throws ShopError('stale') */
  function save<Name extends SettingsName>(edit: Edit<Name>, actor: Actor): Promise<Saved<AllSettings[Name]>> {
    const at = context.now();
    return transact(context, (work) => write(work, edit, actor, at));
  }

  /** @throws ShopError validation: the UPI ID of the demo shop in one that is none */
  function paymentEdit({ version, ...input }: PaymentSettingsInput): Edit<'payment'> {
    const sample = checkSampleUpiId(input.upiId, context.env.demo ? null : DEMO_UPI_ID);
    if (sample) throw fieldError('validation', 'upiId', sample);
    const change = (before: PaymentSettings): PaymentSettings => ({
      upiId: input.upiId,
      accountHolderName: input.accountHolderName,
      onlineOffer: input.onlineOffer ?? before.onlineOffer,
      paytmNote: input.paytmNote ?? before.paytmNote,
      apps: input.apps ?? before.apps,
    });
    return { name: 'payment', change, expected: version };
  }

  function proofEdit(input: ProofInput, version: number | undefined): Edit<'proof'> {
    const change = (before: ProofSettings) =>
      changeProof({ ...before, signingKeys: sealedKeys(before.signingKeys) }, input, secrets.seal);
    return { name: 'proof', change, expected: version };
  }

  /** Seals keys that were saved in clear text, as far as the environment has a key. */
  function sealedKeys(keys: ProofSettings['signingKeys']): ProofSettings['signingKeys'] {
    if (!secrets.ready) return keys;
    return mapKeys(keys, (key) => (secrets.isSealed(key) ? key : secrets.seal('signing', key)));
  }

  return {
    all,
    shop: async (): Promise<ShopSettings> => (await all()).shop,
    /** The shop with what the owner has rewritten of its mails to shoppers. */
    mailShop: async (): Promise<ShopSettings & { texts: MailTexts }> => {
      const { shop, messages } = await all();
      return { ...shop, texts: messages.mails };
    },
    payment: async (): Promise<PaymentSettings> => (await all()).payment,
    config: async (): Promise<ShopConfig> => (await all()).config,
    proof: async (): Promise<ProofSettings> => (await all()).proof,
    staff: async (): Promise<StaffSettings> => (await all()).staff,
    /**
     * The password of the mailbox for bank alerts; null when there is none or it cannot be opened.
     */
    mailboxPassword: async (): Promise<string | null> => secrets.open('mailbox', (await all()).proof.mailbox.password),

    /** A record with its version and last author, for a form. Bypasses the cache. */
    record: async <Name extends SettingsName>(name: Name): Promise<SettingRecord<AllSettings[Name]>> =>
      recordOf(name, await queries.readSetting(context.database.db, name)),

    /**
     * The keys with which forwarder apps sign, by app. Null for a key that cannot be opened:
     * nothing that its app sends is authentic.
     */
    signingKeys: async (): Promise<Record<string, string | null>> =>
      mapKeys((await all()).proof.signingKeys, (key) => (secrets.isSealed(key) ? secrets.open('signing', key) : key)),

    /**
     * Saves the payment settings, the rules for proof, or both, in one transaction. Omitted fields
     * keep their values (D42).
     *
     * @throws ShopError('stale'); validation, for a password or key without SECRETS_KEY
     */
    savePayment(
      payment: PaymentSettingsInput | null,
      actor: Actor,
      proof: { input: ProofInput; version: number | undefined } | null = null,
    ): Promise<{ payment: Saved<PaymentSettings> | null; proof: Saved<ProofSettings> | null }> {
      const at = context.now();
      return transact(context, async (work) => ({
        proof: proof && (await write(work, proofEdit(proof.input, proof.version), actor, at)),
        payment: payment && (await write(work, paymentEdit(payment), actor, at)),
      }));
    },

    /**
     * Changes the rules for proof as they are stored now.
     *
     * @returns the new ones.
     * @throws ShopError('validation') when a list is full
     */
    async changeProof(change: (before: ProofSettings) => ProofSettings, actor: Actor): Promise<ProofSettings> {
      const checked = (before: ProofSettings) => {
        const after = SETTINGS.proof.safeParse(change(before));
        if (!after.success) throw new ShopError('validation', { message: 'The settings cannot hold more of these.' });
        return after.data;
      };
      return (await save({ name: 'proof', change: checked, expected: undefined }, actor)).settings;
    },

    /**
     * Saves the shop settings. Omitted fields keep their values.
     *
     * @throws ShopError('stale'), ShopError('validation')
     */
    saveShop({ version, ...input }: ShopSettingsInput, actor: Actor): Promise<Saved<ShopSettings>> {
      const at = context.now();
      return transact(context, async (work) => {
        let former = '';
        const change = (before: ShopSettings) => {
          former = before.brandName;
          return changeShop(before, input);
        };
        const saved = await write(work, { name: 'shop', change, expected: version }, actor, at);
        const { brandName } = saved.settings;
        if (brandName !== former) await onRename(work, former, brandName, { at, author: actor.name });
        return saved;
      });
    },

    /** What the owner says about a step of the checklist; a later word replaces an earlier one. */
    saveChecklistStep(step: ChecklistStepId, input: ChecklistInput, actor: Actor): Promise<Saved<ChecklistSettings>> {
      const change = (before: ChecklistSettings) => changeChecklist(before, step, input);
      return save({ name: 'checklist', change, expected: undefined }, actor);
    },

    /** Saves the rules for the sign-in of staff. */
    saveStaff(staff: StaffSettings, actor: Actor): Promise<Saved<StaffSettings>> {
      return save({ name: 'staff', change: () => staff, expected: undefined }, actor);
    },

    /** Saves the texts of the shop's messages. @throws ShopError('stale') */
    saveMessages({ version, ...input }: MessageInput, actor: Actor): Promise<Saved<MessageSettings>> {
      return save({ name: 'messages', change: () => messagesOf(input), expected: version }, actor);
    },

    /** The key pair for Web Push; null when there is none, or when SECRETS_KEY does not open it. */
    async pushKeys(): Promise<AlertSettings | null> {
      const { publicKey, privateKey } = (await all()).alerts;
      const opened = privateKey && secrets.open('push', privateKey);
      return opened ? { publicKey, privateKey: opened } : null;
    },

    /** What the present SECRETS_KEY does not open, for the doctor. */
    async lostSecrets(): Promise<string[]> {
      const { proof, alerts } = await all();
      const isLost = (purpose: string, sealed: string) =>
        secrets.isSealed(sealed) && secrets.open(purpose, sealed) === null;
      const signing = Object.entries(proof.signingKeys).filter(([, key]) => isLost('signing', key));
      return [
        ...(context.env.mailboxPassword === null && isLost('mailbox', proof.mailbox.password)
          ? ['the password of the mailbox']
          : []),
        ...signing.map(([app]) => `the signing key of ${app}`),
        ...(isLost('push', alerts.privateKey) ? ['the key for browser notifications'] : []),
      ];
    },

    /** Whether SECRETS_KEY is set, without which no key can be kept. */
    keepsSecrets: secrets.ready,

    /** Keeps this key pair for Web Push, unless there is one. @returns the one that is kept */
    savePushKeys(made: AlertSettings, actor: Actor): Promise<Saved<AlertSettings>> {
      const sealed = { publicKey: made.publicKey, privateKey: secrets.seal('push', made.privateKey) };
      const change = (before: AlertSettings) => (secrets.open('push', before.privateKey) ? before : sealed);
      return save({ name: 'alerts', change, expected: undefined }, actor);
    },

    /**
     * Saves the countdowns (D14) and the time limits of unpaid orders (D53, D65).
     *
     * @throws ShopError('stale')
     */
    saveUrgency(input: UrgencyInput, actor: Actor): Promise<Saved<ShopConfig>> {
      const { version, unpaidHours, unprovenHours, ...switches } = input;
      const change = (before: ShopConfig): ShopConfig => ({
        ...before,
        ...switches,
        unpaidHours: unpaidHours ?? before.unpaidHours,
        unprovenHours: unprovenHours ?? before.unprovenHours,
      });
      return save({ name: 'config', change, expected: version }, actor);
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;

function mapKeys<Value>(keys: Record<string, string>, map: (key: string) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(keys).map(([app, key]) => [app, map(key)]));
}
