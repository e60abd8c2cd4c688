import { SHOP, writeAudit } from '#server/audit/audit.ts';
import type { Background } from '#server/background.ts';
import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import type { SecretBox } from '#server/settings/secret-box.ts';
import { KEPT_MS, PAUSE_AFTER, waitAfter } from '#shop/connect/webhooks.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { type DeliverWebhook, signedHeaders } from './deliver-webhook.ts';
import { pausedMail } from './paused-mail.ts';
import { purposeOf } from './secret.ts';
import * as queries from './webhooks.queries.ts';

const EVERY_MS = 5_000;
/** Messages that one process sends to one webhook at the same time. */
const AT_ONCE = 5;
/** Longer than a delivery may take. */
const LEASE_MS = 2 * 60_000;
/** The receiver wants no more messages, ever. */
const GONE = 410;

export interface SendingDeps {
  deliver: DeliverWebhook;
  secrets: SecretBox;
  shop: () => Promise<ShopSettings>;
  mail: Pick<MailService, 'enqueue' | 'wake'>;
}

/**
 * Sends the messages of the outbox. Each webhook has a run of its own, so that one that hangs holds
 * up neither the others nor the mails.
 */
export function webhookSending(context: ServiceContext, { deliver, secrets, shop, mail }: SendingDeps) {
  const { database, log, now } = context;
  const { db } = database;
  const runs = new Map<string, Promise<void>>();
  let stopping = false;

  /** The status of the answer, or why there was none. */
  async function attempt(hook: queries.WebhookRow, message: queries.MessageRow): Promise<number | string> {
    const at = now();
    const old = hook.old_secret !== null && (hook.old_until ?? 0) > at ? [hook.old_secret] : [];
    const opened = [hook.secret, ...old].map((sealed) => secrets.open(purposeOf(hook.id), sealed));
    const usable = opened.filter((secret) => secret !== null);
    if (usable.length === 0) return 'SECRETS_KEY does not open the secret of this webhook';
    try {
      return await deliver(hook.url, signedHeaders(message, usable, at), message.payload);
    } catch (error) {
      return reasonOf(error);
    }
  }

  async function send(hook: queries.WebhookRow, message: queries.MessageRow): Promise<void> {
    const outcome = await attempt(hook, message);
    const at = now();
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      await queries.settleMessage(db, message, { status: 'sent', sent_at: at, last_error: '' });
      await queries.noteWorking(db, hook.id);
      return;
    }
    log.warn({ webhook: hook.id, message: message.id, tries: message.tries, outcome }, 'webhook message not taken');
    const wait = waitAfter(message.tries);
    const last_error = typeof outcome === 'number' ? `The program answers ${outcome}` : outcome;
    const status = wait === null ? 'failed' : 'queued';
    await queries.settleMessage(db, message, { status, next_try_at: at + (wait ?? 0), last_error });
    const since = (await queries.noteFailing(db, hook.id, at)) ?? at;
    if (outcome === GONE || at - since >= PAUSE_AFTER) await pause(hook);
  }

  /** Pauses a webhook, and tells the owner once. */
  async function pause(hook: queries.WebhookRow): Promise<void> {
    const settings = await shop();
    await transact(context, async ({ trx, afterCommit }) => {
      const at = now();
      if (!(await queries.pauseWebhook(trx, hook.id, at))) return;
      const about = { entity: 'webhook', entityId: hook.id, after: { url: hook.url } };
      await writeAudit(trx, { at, actor: SHOP, action: 'pause', ...about });
      const admins = await queries.adminEmails(trx);
      await mail.enqueue(
        trx,
        admins.map((to) => pausedMail(to, hook.url, settings, context.env.publicUrl)),
      );
      afterCommit(() => mail.wake());
    });
  }

  /** Sends what is due to one webhook, a few messages at a time. */
  async function run(id: string): Promise<void> {
    for (;;) {
      const hook = await queries.readWebhook(db, id);
      if (stopping || !hook || hook.paused_at !== null) return;
      const messages = await queries.claimMessages(db, id, AT_ONCE, now(), now() + LEASE_MS);
      await Promise.all(messages.map((message) => send(hook, message)));
      if (messages.length < AT_ONCE) return;
    }
  }

  /** Begins a run for each webhook that has something to send and no run yet. */
  async function begin(): Promise<void> {
    for (const id of await queries.dueWebhooks(db, now())) {
      if (runs.has(id)) continue;
      const failed = (error: unknown) => log.warn({ err: error, webhook: id }, 'webhook: it goes on later');
      const running = run(id)
        .catch(failed)
        .finally(() => runs.delete(id));
      runs.set(id, running);
    }
  }

  const sweep = () => queries.deleteMessagesBefore(db, now() - KEPT_MS);
  const begins = repeated(begin, EVERY_MS, (error) => log.warn({ err: error }, 'webhooks were not read'));
  const sweeps = repeated(sweep, 3_600_000, (error) => log.warn({ err: error }, 'old webhook messages were kept'));

  const background: Background = {
    start() {
      stopping = false;
      begins.start();
      sweeps.start();
    },
    async stop() {
      stopping = true;
      await Promise.all([begins.stop(), sweeps.stop()]);
      await Promise.all(runs.values());
    },
  };

  return {
    ...background,
    sweep,
    /** Sends all that is due now, and waits for it. */
    async sendDue(): Promise<void> {
      await begin();
      await Promise.all(runs.values());
    },
  };
}

function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  if (code === 'EPRIVATE') return 'The address leads into a private network';
  if (code === 'ENOTFOUND') return 'There is no such server';
  return name === 'AbortError' || name === 'TimeoutError'
    ? 'The program takes too long to answer'
    : 'The program cannot be reached';
}
