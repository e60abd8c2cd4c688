import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { letter } from '../mail/html.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Message } from '../mail/mail-queue.ts';

/**
 * Sends a test mail to the requesting admin through the outbox, like every other mail of the shop.
 */
export async function sendTestMail(
  context: ServiceContext,
  mail: Pick<MailService, 'enqueue' | 'wake'>,
  { to, subject, text, html }: Pick<Message, 'to' | 'subject' | 'text' | 'html'>,
  actor: Actor,
): Promise<void> {
  await transact(context, async ({ trx, afterCommit }) => {
    await mail.enqueue(trx, [{ kind: 'test', to, subject, text, html }]);
    await writeAudit(trx, {
      at: context.now(),
      actor,
      action: 'mail.test',
      entity: 'settings',
      entityId: 'mail',
    });
    afterCommit(() => mail.wake());
  });
}

/** The mail that shows that mails arrive. */
export function testMail(brand: string, to: string): Message {
  const words = `This is a test email of ${brand}. The shop's emails reach you.`;
  return { kind: 'test', to, ...letter({ subject: `${brand}: test email`, parts: [words], brand }) };
}
