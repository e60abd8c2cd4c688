import { ShopError } from '#shop/errors.ts';
import type { SettingsName } from '#shop/settings/settings.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { lockKey } from '../database/engine.ts';
import { transact, type Work } from '../database/transact.ts';
import { type AllSettings, readRecord, type SettingRecord } from './records.ts';
import { writeSetting } from './settings.queries.ts';

/** A change of one record. */
export interface Edit<Name extends SettingsName = SettingsName> {
  name: Name;
  change: (before: AllSettings[Name]) => AllSettings[Name];
  /** The version that the admin edited; without it, the change applies to the stored one. */
  expected?: number | undefined;
}

/** The result of a save: the new settings and their version. */
export type Saved<Settings> = Pick<SettingRecord<Settings>, 'settings' | 'version'>;

/** One change in a transaction of its own. @throws see `applyEdit` */
export function saveSetting<Name extends SettingsName>(
  context: ServiceContext,
  edit: Edit<Name>,
  actor: Actor,
): Promise<Saved<AllSettings[Name]>> {
  const at = context.now();
  return transact(context, (work) => applyEdit(work, context, edit, actor, at));
}

/**
 * Applies the change to the stored record and writes the result and the audit entry.
 *
 * @throws ShopError('stale') when the stored version differs; `data` contains the stored record
 */
export async function applyEdit<Name extends SettingsName>(
  { trx, bump }: Work,
  { log }: ServiceContext,
  { name, change, expected }: Edit<Name>,
  actor: Actor,
  at: number,
): Promise<Saved<AllSettings[Name]>> {
  await lockKey(trx, `settings ${name}`);
  const known = await readRecord(trx, log, name);
  const after = change(known.settings);
  const fresh = expected === undefined || expected === known.version;
  const options = { at, author: actor.name, expected: known.version };
  if (!fresh || !(await writeSetting(trx, name, JSON.stringify(after), options))) {
    throw new ShopError('stale', { details: { data: known } });
  }
  const about = { entity: 'settings', entityId: name };
  await writeAudit(trx, { at, actor, action: 'save', ...about, before: known.settings, after });
  bump('settings');
  return { settings: after, version: known.version + 1 };
}
