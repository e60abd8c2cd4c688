import { ShopError } from '#shop/errors.ts';
import { changeProof, type ProofInput, type ProofSettings } from '#shop/settings/proof.ts';
import {
  type PaymentSettings,
  type PaymentSettingsInput,
  SETTINGS,
  type SettingsName,
  type ShopConfig,
  type ShopSettings,
  type UrgencyInput,
  withShopBrand,
} from '#shop/settings/settings.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { snapshotOf } from '../snapshot.ts';
import { secretBox } from './secret-box.ts';
import * as queries from './settings.queries.ts';

/** The settings records. Amounts in rupees, as in shop/settings/settings.ts. */
export interface AllSettings {
  shop: ShopSettings;
  payment: PaymentSettings;
  config: ShopConfig;
  proof: ProofSettings;
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
 * The settings that can be changed at runtime, cached per data version. A record that is missing or invalid falls back to its
 * defaults, which belong to an empty shop and contain no company data.
 */
export function createSettingsService(context: ServiceContext) {
  const secrets = secretBox(context.env.secretsKey);
  const all = snapshotOf(
    () => context.versions.stamp,
    async (): Promise<AllSettings> => {
      const stored = await queries.readSettings(context.database.db);
      const read = <Name extends SettingsName>(name: Name) => parse(name, stored.get(name)?.value);
      const { shop, payment, config, proof } = {
        shop: read('shop'),
        payment: read('payment'),
        config: read('config'),
        proof: read('proof'),
      } as AllSettings;
      return { shop, payment, config: withShopBrand(config, shop), proof };
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

  /**
   * Applies `change` to the stored record and writes the result and the audit entry, in one transaction.
   *
   * @param expected the version that the admin edited
   * @throws ShopError('stale') when the stored version differs; `data` contains the stored record
   */
  async function save<Name extends SettingsName>(
    name: Name,
    change: (before: AllSettings[Name]) => AllSettings[Name],
    actor: Actor,
    expected: number | undefined,
  ): Promise<Saved<AllSettings[Name]>> {
    const at = context.now();
    return transact(context, async ({ trx, bump }) => {
      const known = recordOf(name, await queries.readSetting(trx, name));
      const after = change(known.settings);
      const fresh = expected === undefined || expected === known.version;
      // Checked even if the request has no version: on PostgreSQL, another save may happen between the read and the write.
      const write = { at, author: actor.name, expected: known.version };
      if (!fresh || !(await queries.writeSetting(trx, name, JSON.stringify(after), write))) {
        throw new ShopError('stale', { details: { data: known } });
      }
      await writeAudit(trx, {
        at,
        actor,
        action: 'save',
        entity: 'settings',
        entityId: name,
        before: known.settings,
        after,
      });
      bump('settings');
      return { settings: after, version: known.version + 1 };
    });
  }

  return {
    all,
    shop: async (): Promise<ShopSettings> => (await all()).shop,
    payment: async (): Promise<PaymentSettings> => (await all()).payment,
    config: async (): Promise<ShopConfig> => (await all()).config,
    proof: async (): Promise<ProofSettings> => (await all()).proof,
    /** The password of the mailbox for bank alerts; null when there is none or it cannot be opened. */
    mailboxPassword: async (): Promise<string | null> => secrets.open('mailbox', (await all()).proof.mailbox.password),

    /** A record with its version and last author, for a form. Bypasses the cache. */
    record: async <Name extends SettingsName>(name: Name): Promise<SettingRecord<AllSettings[Name]>> =>
      recordOf(name, await queries.readSetting(context.database.db, name)),

    /** Saves the payment settings. Omitted fields keep their values (D42). @throws ShopError('stale') */
    savePayment({ version, ...input }: PaymentSettingsInput, actor: Actor): Promise<Saved<PaymentSettings>> {
      const change = (before: PaymentSettings): PaymentSettings => ({
        upiId: input.upiId,
        accountHolderName: input.accountHolderName,
        onlineOffer: input.onlineOffer ?? before.onlineOffer,
        paytmNote: input.paytmNote ?? before.paytmNote,
        apps: input.apps ?? before.apps,
      });
      return save('payment', change, actor, version);
    },

    /** Saves the rules for proof; what is left out stays. @throws ShopError validation, for a password without SECRETS_KEY */
    saveProof(input: ProofInput, actor: Actor): Promise<Saved<ProofSettings>> {
      const seal = (password: string) => secrets.seal('mailbox', password);
      return save('proof', (before) => changeProof(before, input, seal), actor, undefined);
    },

    /** Saves the shop settings. @throws ShopError('stale') */
    saveShop(
      { version, ...value }: ShopSettings & { version?: number | undefined },
      actor: Actor,
    ): Promise<Saved<ShopSettings>> {
      return save('shop', () => value, actor, version);
    },

    /** Enables or disables the countdowns (D14). @throws ShopError('stale') */
    saveUrgency({ version, ...switches }: UrgencyInput, actor: Actor): Promise<Saved<ShopConfig>> {
      return save('config', (before) => ({ ...before, ...switches }), actor, version);
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
