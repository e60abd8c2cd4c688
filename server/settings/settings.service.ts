import { ShopError } from '#shop/errors.ts';
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
import * as queries from './settings.queries.ts';

/** The three settings records. Amounts in rupees, as in shop/settings/settings.ts. */
export interface AllSettings {
  shop: ShopSettings;
  payment: PaymentSettings;
  config: ShopConfig;
}

/** A record as the form of the admin holds it. `version` 0 and no author: never saved. */
export interface SettingRecord<Settings> {
  settings: Settings;
  version: number;
  /** Epoch ms. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** What a save answers: the record as it stands now, and its version. */
type Saved<Settings> = Pick<SettingRecord<Settings>, 'settings' | 'version'>;

/**
 * The settings that the owner may change while the shop runs, read once for each data version. A record that is missing or
 * damaged answers its defaults: an empty shop, never another company's data.
 */
export function createSettingsService(context: ServiceContext) {
  const all = snapshotOf(
    () => context.versions.stamp,
    async (): Promise<AllSettings> => {
      const stored = await queries.readSettings(context.database.db);
      const read = <Name extends SettingsName>(name: Name) => parse(name, stored.get(name)?.value);
      const { shop, payment, config } = {
        shop: read('shop'),
        payment: read('payment'),
        config: read('config'),
      } as AllSettings;
      return { shop, payment, config: withShopBrand(config, shop) };
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
   * Writes what `change` makes of the stored record, and the audit entry, in one transaction.
   *
   * @param expected the version that the admin was looking at
   * @throws ShopError('stale') when another one stands there; `data` of the answer holds it
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
      // What `change` was made of, also when no version was sent: on PostgreSQL another save may be between the two statements.
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

    /** A record with its version and who wrote it last, past the snapshot: for the form that will save it. */
    record: async <Name extends SettingsName>(name: Name): Promise<SettingRecord<AllSettings[Name]>> =>
      recordOf(name, await queries.readSetting(context.database.db, name)),

    /** Saves how shoppers pay; what is left out stays as it is (D42). @throws ShopError('stale') */
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

    /** Saves who the shop is. @throws ShopError('stale') */
    saveShop(
      { version, ...value }: ShopSettings & { version?: number | undefined },
      actor: Actor,
    ): Promise<Saved<ShopSettings>> {
      return save('shop', () => value, actor, version);
    },

    /** Switches the countdowns (D14). @throws ShopError('stale') */
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
