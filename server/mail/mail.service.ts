import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import type { Deliver } from './delivery.ts';
import { forgetFiles, mailFolder } from './mail-files.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';
import type { PushService } from './push.service.ts';
import { failedCount, resend, resendFailed } from './resend.ts';
import { type Attach, sendBatch } from './send-batch.ts';
import { createSendLoop } from './send-loop.ts';
import { senderOf } from './sender.ts';

const SAVED_AS_FILE = 'The email is only saved as a file: the shop has no mail server (SMTP_URL).';

export type MailService = ReturnType<typeof createMailService>;

/**
 * The outbox (D35): messages are written in the same transaction as the change they report, and
 * sent afterwards with retries. Without SMTP_URL they are written as `.eml` files to the data
 * folder.
 */
export function createMailService(
  context: ServiceContext,
  options: {
    queue?: MailQueue;
    deliver?: Deliver;
    attach?: Attach;
    shop?: () => Promise<{ brandName: string }>;
    push?: Pick<PushService, 'sendDue'>;
    /** Joins messages of both outboxes that wait for each other, before any is sent. */
    join?: () => Promise<void>;
  } = {},
) {
  const { env, log } = context;
  const queue = options.queue ?? createMailQueue(context);
  let open: Deliver | null = options.deliver ?? null;
  const isFile = open === null && env.smtpUrl === null;
  let stopping = false;

  async function deliver(): Promise<Deliver> {
    if (open) return open;
    const { smtpDelivery, fileDelivery } = await import('./delivery.ts');
    open = env.smtpUrl
      ? smtpDelivery(env.smtpUrl)
      : fileDelivery(mailFolder(env), (file) => log.info({ file }, 'mail written'));
    return open;
  }

  const from = async () => senderOf(env.mailFrom, (await options.shop?.())?.brandName ?? '');
  const sending = { deliver, from, attach: options.attach, isFile, isStopping: () => stopping };
  const sendDue = () => sendBatch(context, sending);

  /**
   * Mails and the messages of Web Push, which share this loop. If one of them fails, the other is
   * still sent.
   */
  async function sendAll(): Promise<number> {
    await options.join?.().catch((error) => log.warn({ err: error }, 'alerts were not joined'));
    const counts = await Promise.allSettled([sendDue(), options.push?.sendDue() ?? 0]);
    for (const result of counts) if (result.status === 'rejected') throw result.reason;
    return Math.max(...counts.map((result) => (result.status === 'fulfilled' ? result.value : 0)));
  }

  const { wake, ...loop } = createSendLoop(sendAll, (error) =>
    log.warn({ err: error }, 'mail: sending failed, it goes on later'),
  );

  return {
    /**
     * `sentence`, which tells of a mail that is queued; without a mail server it says that it
     * reaches nobody.
     */
    onItsWay: (sentence: string): string => (isFile ? SAVED_AS_FILE : sentence),

    ...queue,
    wake,
    sendDue,
    resend: (orderNumber: string, id: string, actor: Actor) => resend(context, wake, orderNumber, id, actor),
    failedCount: () => failedCount(context),
    resendFailed: (actor: Actor) => resendFailed(context, wake, actor),
    forgetFiles: () => forgetFiles(context),

    start(): void {
      // A process may have ended before it could.
      forgetFiles(context);
      loop.start();
    },
    /** Waits for the mail that is being sent. */
    async stop(): Promise<void> {
      stopping = true;
      await loop.stop();
      stopping = false;
      open?.close?.();
      open = options.deliver ?? null;
    },
  };
}
