import type { ShopEvent } from '#shop/connect/webhooks.ts';
import { insertRows } from '../database/rows.ts';
import type { Reader } from '../database/transact.ts';
import { newId } from '../ids.ts';

/**
 * Adds a message for each webhook that asks for an event, with the transaction of the event: one that
 * is rolled back tells nobody. They are sent afterwards (I6).
 *
 * @param at epoch ms
 */
export async function tellPrograms(trx: Reader, at: number, events: readonly ShopEvent[]): Promise<void> {
  if (events.length === 0) return;
  const hooks = await trx.selectFrom('webhooks').select(['id', 'events']).execute();
  const rows = hooks.flatMap((hook) => {
    const asked = JSON.parse(hook.events) as string[];
    return events
      .filter(({ type }) => asked.includes(type))
      .map(({ type, data }) => ({
        id: newId('msg'),
        webhook_id: hook.id,
        type,
        payload: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
        next_try_at: at,
        created_at: at,
      }));
  });
  await insertRows(trx, 'webhook_messages', rows);
}
