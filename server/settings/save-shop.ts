import { changeShop, type ShopSettings, type ShopSettingsInput } from '#shop/settings/settings.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact, type Work } from '../database/transact.ts';
import { applyEdit, type Saved } from './save-setting.ts';

/** Puts the shop's new name where else it is stored, in the transaction that changes it. */
export type OnRename = (work: Work, from: string, to: string, by: { at: number; author: string }) => Promise<void>;

/**
 * Saves the shop settings. Omitted fields keep their values.
 *
 * @throws ShopError('stale'), ShopError('validation')
 */
export function saveShop(
  context: ServiceContext,
  onRename: OnRename,
  { version, ...input }: ShopSettingsInput,
  actor: Actor,
): Promise<Saved<ShopSettings>> {
  const at = context.now();
  return transact(context, async (work) => {
    let former = '';
    const change = (before: ShopSettings) => {
      former = before.brandName;
      return changeShop(before, input);
    };
    const saved = await applyEdit(work, context, { name: 'shop', change, expected: version }, actor, at);
    const { brandName } = saved.settings;
    if (brandName !== former) await onRename(work, former, brandName, { at, author: actor.name });
    return saved;
  });
}
