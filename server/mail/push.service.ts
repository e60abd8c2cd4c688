import type { ServiceContext } from '../context.ts';
import { insertRows } from '../database/rows.ts';
import type { Reader } from '../database/transact.ts';
import { newId } from '../ids.ts';
import { claimDue, retryWait } from './outbox.ts';
import {
  deletePush,
  deletePushDevice,
  deletePushesDueBefore,
  type PushRow,
  postponePush,
  readTarget,
} from './push.queries.ts';
import { type DeliverPush, type PushKeys, type PushMessage, pushDelivery, TTL } from './push-delivery.ts';

/** The last attempt is about an hour after the first. */
const MAX_TRIES = 8;
const LONGEST_WAIT_MS = 3_600_000;

export type PushService = ReturnType<typeof createPushService>;

/**
 * Web Push to the browsers of staff, by an outbox like that of the mails: messages are written in
 * the transaction of the change that they report, and sent afterwards with retries. The loop of the
 * mails sends them.
 */
export function createPushService(
  context: ServiceContext,
  { keys, deliver = pushDelivery() }: { keys: () => Promise<PushKeys | null>; deliver?: DeliverPush },
) {
  const { database, log, now } = context;
  const { db } = database;

  /**
   * Sends one message and deletes it, or postpones it. A browser that has ended its subscription is
   * removed.
   */
  async function send(row: PushRow, pair: PushKeys): Promise<void> {
    const target = await readTarget(db, row.device_id);
    if (!target) return deletePush(db, row.id);
    const outcome = await attempt(() => deliver(target, row, pair));
    if (outcome === 404 || outcome === 410) return deletePushDevice(db, row.device_id);
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return deletePush(db, row.id);
    // Neither the address nor the payload is logged (D47).
    log.warn({ push: row.id, tries: row.tries, outcome }, 'push message not sent');
    const again = typeof outcome === 'string' || outcome === 429 || outcome >= 500;
    if (!again || row.tries >= MAX_TRIES) return deletePush(db, row.id);
    return postponePush(db, row.id, now() + retryWait(row.tries, LONGEST_WAIT_MS));
  }

  return {
    /**
     * Adds a message for each of these browsers to the outbox, with the transaction of the change.
     */
    async enqueue(
      trx: Reader,
      deviceIds: readonly string[],
      { topic, payload }: PushMessage,
      next_try_at = now(),
    ): Promise<void> {
      if (deviceIds.length === 0) return;
      const rows = deviceIds.map((device_id) => ({ id: newId('push'), device_id, topic, payload, next_try_at }));
      await insertRows(trx, 'push_outbox', rows);
    },

    /**
     * Sends the messages that are due, all at once. Returns how many were attempted. Without the
     * keys, those that a push service would have dropped by now are deleted.
     */
    async sendDue(): Promise<number> {
      const pair = await keys();
      if (!pair) {
        await deletePushesDueBefore(db, now() - TTL * 1_000);
        return 0;
      }
      const rows = await claimDue(database.db, 'push_outbox', now());
      await Promise.all(rows.map((row) => send(row, pair)));
      return rows.length;
    },
  };
}

/** The status of the response, or the code of the error. */
async function attempt(deliver: () => Promise<number>): Promise<number | string> {
  try {
    return await deliver();
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
