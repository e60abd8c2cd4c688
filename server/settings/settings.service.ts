import {
  type PaymentSettings,
  type PaymentSettingsInput,
  SETTINGS,
  type SettingsName,
  type ShopConfig,
  type ShopSettings,
} from '#shop/settings.ts';
import { type Actor, writeAudit } from '../accounts/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { snapshotOf } from '../snapshot.ts';
import { readSettings, writeSetting } from './settings.queries.ts';

/** The three settings records. Amounts in rupees, as in shop/settings.ts. */
export interface AllSettings {
  shop: ShopSettings;
  payment: PaymentSettings;
  config: ShopConfig;
}

/**
 * The settings that the owner may change while the shop runs, read once for each data version. A record that is missing or
 * damaged answers its defaults: an empty shop, never another company's data.
 */
export function createSettingsService(context: ServiceContext) {
  const all = snapshotOf(
    () => context.versions.stamp,
    async (): Promise<AllSettings> => {
      const stored = await readSettings(context.database.db);
      const read = <Name extends SettingsName>(name: Name) => parse(name, stored.get(name)?.value);
      return { shop: read('shop'), payment: read('payment'), config: read('config') } as AllSettings;
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

  async function save(name: SettingsName, value: unknown, before: unknown, actor: Actor): Promise<void> {
    const now = context.now();
    await transact(context, async ({ trx, bump }) => {
      await writeSetting(trx, name, JSON.stringify(value), now, actor.name);
      await writeAudit(trx, {
        at: now,
        actor,
        action: 'save',
        entity: 'settings',
        entityId: name,
        before,
        after: value,
      });
      bump('settings');
    });
  }

  return {
    all,
    shop: async (): Promise<ShopSettings> => (await all()).shop,
    payment: async (): Promise<PaymentSettings> => (await all()).payment,
    config: async (): Promise<ShopConfig> => (await all()).config,

    /** Saves how shoppers pay; notes that are left out stay as they are (D42). */
    async savePayment(input: PaymentSettingsInput, actor: Actor): Promise<PaymentSettings> {
      const before = (await all()).payment;
      const value: PaymentSettings = {
        upiId: input.upiId,
        accountHolderName: input.accountHolderName,
        onlineOffer: input.onlineOffer ?? before.onlineOffer,
        paytmNote: input.paytmNote ?? before.paytmNote,
      };
      await save('payment', value, before, actor);
      return value;
    },

    /** Saves who the shop is. */
    async saveShop(value: ShopSettings, actor: Actor): Promise<ShopSettings> {
      await save('shop', value, (await all()).shop, actor);
      return value;
    },

    /** Saves limits and timings. */
    async saveConfig(value: ShopConfig, actor: Actor): Promise<ShopConfig> {
      await save('config', value, (await all()).config, actor);
      return value;
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
