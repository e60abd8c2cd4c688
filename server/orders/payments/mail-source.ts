import type { ServiceContext } from '#server/context.ts';
import type { SettingsService } from '#server/settings/settings.service.ts';
import { isShopError } from '#shop/errors.ts';
import { type MailboxAccount, type MailboxPlace, type MailboxStatus, watchMailbox } from './mailbox.ts';

/**
 * Watches the mailbox of the settings for alerts of the bank. `refresh` starts, replaces or stops the watcher after a change of the
 * settings; the service calls it regularly.
 *
 * @param onMail takes one raw mail; a mail that cannot be read is skipped
 */
export function createMailSource(
  context: ServiceContext,
  settings: Pick<SettingsService, 'proof' | 'mailboxPassword'>,
  onMail: (raw: Buffer, receivedAt: number) => Promise<void>,
) {
  let current: { key: string; watcher: ReturnType<typeof watchMailbox> } | null = null;

  async function account(): Promise<MailboxAccount | null> {
    const { host, port, user } = (await settings.proof()).mailbox;
    const password = context.env.mailboxPassword ?? (await settings.mailboxPassword());
    return host && user && password ? { host, port, user, password } : null;
  }

  return {
    async refresh(): Promise<void> {
      const wanted = await account();
      const key = JSON.stringify(wanted);
      if (current?.key === key || (current === null && wanted === null)) return;
      await current?.watcher.stop();
      current = null;
      if (wanted === null) return;
      const watcher = watchMailbox(wanted, {
        store: placeOf(context, `${wanted.user}@${wanted.host}`),
        onMail: async (raw, { receivedAt }) => {
          await onMail(raw, receivedAt).catch((error) => {
            // A mail that is too large or broken stays unread by the shop.
            if (!isShopError(error) || error.code === 'busy') throw error;
          });
        },
        log: context.log,
        now: context.now,
      });
      watcher.start();
      current = { key, watcher };
    },
    async stop(): Promise<void> {
      await current?.watcher.stop();
      current = null;
    },
    /** Null without a mailbox. */
    status: (): MailboxStatus | null => current?.watcher.status() ?? null,
  };
}

/** The place in the mailbox, kept in the database. */
function placeOf({ database }: ServiceContext, mailbox: string) {
  const name = `mailbox ${mailbox}`;
  return {
    async load(): Promise<MailboxPlace | null> {
      const row = await database.db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
      return row ? (JSON.parse(row.value) as MailboxPlace) : null;
    },
    async save(place: MailboxPlace): Promise<void> {
      const value = JSON.stringify(place);
      await database.db
        .insertInto('meta')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
