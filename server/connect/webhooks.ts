import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import {
  EVENT_TYPES,
  MOST_WEBHOOKS,
  OLD_SECRET_MS,
  type Webhook,
  type WebhookInput,
  type WebhookMessage,
} from '#shop/connect/webhooks.ts';
import { ShopError } from '#shop/errors.ts';
import { newSecret, purposeOf } from './secret.ts';
import { type SendingDeps, webhookSending } from './send-webhooks.ts';
import * as queries from './webhooks.queries.ts';

/** How many messages of a webhook staff see. */
const LATEST = 50;

/** Webhooks: programs that are told of events, and the messages to them. */
export function createWebhooksService(context: ServiceContext, deps: SendingDeps) {
  const { secrets } = deps;
  const { db } = context.database;
  const sending = webhookSending(context, deps);

  /** @throws ShopError webhook_not_found */
  async function found(id: string): Promise<queries.WebhookRow> {
    const hook = await queries.readWebhook(db, id);
    if (!hook) throw new ShopError('webhook_not_found');
    return hook;
  }

  return {
    start: sending.start,
    stop: sending.stop,
    sendDue: sending.sendDue,
    sweep: sending.sweep,

    async list(): Promise<Webhook[]> {
      const rows = await queries.listWebhooks(db);
      return rows.map((row) => ({
        id: row.id,
        url: row.url,
        events: EVENT_TYPES.filter((type) => (JSON.parse(row.events) as string[]).includes(type)),
        createdAt: row.created_at,
        failingSince: row.failing_since,
        pausedAt: row.paused_at,
        waiting: Number(row.waiting),
        failed: Number(row.failed),
      }));
    },

    /**
     * @returns the secret, which is shown once
     * @throws ShopError conflict (too many), validation (no SECRETS_KEY)
     */
    async make({ url, events }: WebhookInput, actor: Actor): Promise<string> {
      const id = newId('whk');
      const secret = newSecret();
      const sealed = secrets.seal(purposeOf(id), secret);
      await transact(context, async ({ trx }) => {
        const at = context.now();
        if ((await queries.countWebhooks(trx)) >= MOST_WEBHOOKS) {
          throw new ShopError('conflict', { message: `There are ${MOST_WEBHOOKS} webhooks already.` });
        }
        const row = { id, url, events: JSON.stringify(events), secret: sealed, created_at: at };
        await queries.insertWebhook(trx, row);
        const about = { entity: 'webhook', entityId: id, after: { url, events } };
        await writeAudit(trx, { at, actor, action: 'create', ...about });
      });
      return secret;
    },

    /** Of which webhooks the present SECRETS_KEY does not open the secret, for the doctor. */
    async lostSecrets(): Promise<string[]> {
      const lost = (await queries.sealedSecrets(db)).filter(({ id, secret }) => !secrets.open(purposeOf(id), secret));
      return lost.map(({ url }) => `the secret of the webhook to ${new URL(url).host}`);
    },

    /** Pauses a webhook, or goes on with it. @throws ShopError webhook_not_found */
    async setPaused(id: string, paused: boolean, actor: Actor): Promise<void> {
      const { url } = await found(id);
      await transact(context, async ({ trx }) => {
        const at = context.now();
        await queries.updateWebhook(trx, id, { paused_at: paused ? at : null, failing_since: null });
        if (!paused) await queries.sendWaitingNow(trx, id, at);
        const about = { entity: 'webhook', entityId: id, after: { url } };
        await writeAudit(trx, { at, actor, action: paused ? 'pause' : 'resume', ...about });
      });
    },

    /** @returns a new secret; the old one signs beside it for a day @throws ShopError webhook_not_found */
    async renewSecret(id: string, actor: Actor): Promise<string> {
      const hook = await found(id);
      const secret = newSecret();
      const sealed = secrets.seal(purposeOf(id), secret);
      await transact(context, async ({ trx }) => {
        const at = context.now();
        const old = { old_secret: hook.secret, old_until: at + OLD_SECRET_MS };
        await queries.updateWebhook(trx, id, { secret: sealed, ...old });
        const about = { entity: 'webhook', entityId: id, after: { url: hook.url } };
        await writeAudit(trx, { at, actor, action: 'renew', ...about });
      });
      return secret;
    },

    /** @throws ShopError webhook_not_found */
    async remove(id: string, actor: Actor): Promise<void> {
      const { url, events } = await found(id);
      await transact(context, async ({ trx }) => {
        await queries.deleteWebhook(trx, id);
        const about = { entity: 'webhook', entityId: id, before: { url, events: JSON.parse(events) } };
        await writeAudit(trx, { at: context.now(), actor, action: 'delete', ...about });
      });
    },

    /** @throws ShopError webhook_not_found */
    async messages(id: string): Promise<WebhookMessage[]> {
      await found(id);
      const rows = await queries.latestMessages(db, id, LATEST);
      return rows.map((row) => ({
        id: row.id,
        type: row.type,
        payload: row.payload,
        status: row.status,
        tries: row.tries,
        nextTryAt: row.status === 'queued' ? row.next_try_at : null,
        lastError: row.last_error,
        createdAt: row.created_at,
        sentAt: row.sent_at,
      }));
    },

    /** Sends a message again, whatever became of it. @throws ShopError webhook_message_not_found */
    async resend(id: string, message: string, actor: Actor): Promise<void> {
      await transact(context, async ({ trx }) => {
        const at = context.now();
        const again = await queries.requeueMessage(trx, id, message, at);
        if (!again) throw new ShopError('webhook_message_not_found');
        const about = { entity: 'webhook', entityId: id, after: { message, type: again.type } };
        await writeAudit(trx, { at, actor, action: 'resend', ...about });
      });
    },
  };
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;
