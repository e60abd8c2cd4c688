import type { z } from 'zod';
import { SETTINGS, type SettingsName, withShopBrand } from '#shop/settings/settings.ts';
import type { ServiceContext } from '../context.ts';
import { readJson } from '../database/json.ts';
import type { Reader } from '../database/transact.ts';
import * as queries from './settings.queries.ts';

/** The settings records. Amounts in rupees, as in shop/settings/settings.ts. */
export type AllSettings = { [Name in SettingsName]: z.infer<(typeof SETTINGS)[Name]> };

/** A record as edited in the admin. `version` 0 and no author mean that it was never saved. */
export interface SettingRecord<Settings> {
  settings: Settings;
  version: number;
  /** Epoch ms. */
  updatedAt: number | null;
  updatedBy: string | null;
}

const SCHEMAS: { [Name in SettingsName]: z.ZodType<AllSettings[Name]> } = SETTINGS;

/** All records, with the shop's name in the texts of its config. */
export async function readAllSettings({ database, log }: ServiceContext): Promise<AllSettings> {
  const stored = await queries.readSettings(database.db);
  const read = <Name extends SettingsName>(name: Name) => parse(log, name, stored.get(name)?.value);
  const shop = read('shop');
  return {
    shop,
    payment: read('payment'),
    config: withShopBrand(read('config'), shop),
    proof: read('proof'),
    checklist: read('checklist'),
    staff: read('staff'),
    messages: read('messages'),
    alerts: read('alerts'),
    opening: read('opening'),
  };
}

/** One record as it is stored now. */
export async function readRecord<Name extends SettingsName>(
  reader: Reader,
  log: ServiceContext['log'],
  name: Name,
): Promise<SettingRecord<AllSettings[Name]>> {
  const row = await queries.readSetting(reader, name);
  return {
    settings: parse(log, name, row?.value),
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
  };
}

function parse<Name extends SettingsName>(
  log: ServiceContext['log'],
  name: Name,
  text: string | undefined,
): AllSettings[Name] {
  const result = SCHEMAS[name].safeParse(text === undefined ? {} : readJson(text));
  if (result.success) return result.data;
  log.error({ setting: name, issues: result.error.issues }, 'a stored setting is damaged, its defaults are used');
  return SCHEMAS[name].parse({});
}
