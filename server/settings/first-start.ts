import { OpeningSettings } from '#shop/settings/opening-input.ts';
import { SHOP } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { isEmptyShop } from '../database/is-empty.ts';
import { transact } from '../database/transact.ts';
import { writeSetting } from './settings.queries.ts';

/**
 * A shop that starts without the demo and without data takes no orders until its owner opens it. A
 * shop that has any data stays as it is.
 *
 * @returns whether it is closed now that was not before
 */
export async function closeNewShop(context: ServiceContext): Promise<boolean> {
  // On a normal start, this avoids the write lock.
  if (!(await isEmptyShop(context.database.db))) return false;
  return transact(context, async ({ trx, bump }) => {
    const opening = OpeningSettings.parse({ state: 'soon', everOpen: false });
    const made = { at: context.now(), author: SHOP.name, expected: 0 };
    const closed = (await isEmptyShop(trx)) && (await writeSetting(trx, 'opening', JSON.stringify(opening), made));
    if (closed) bump('settings');
    return closed;
  });
}
