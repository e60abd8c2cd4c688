import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import { readMeta, writeMeta } from '#server/database/meta.ts';
import type { SettingsService } from '#server/settings/service.ts';
import { type MailboxRead, mailLease } from './mail-lease.ts';
import { type MailboxAccount, type MailboxPlace, type MailboxStatus, watchMailbox } from './mailbox.ts';

/** How often the lease is renewed and the settings are looked at. */
const REFRESH_EVERY_MS = 10_000;

/**
 * Watches the mailbox of the settings for alerts of the bank. Of several processes on one database,
 * one does; another takes over within 40 seconds.
 *
 * @param mails `wants`: whether the body of a mail is to be read, by its header; `onMail` takes one
 *   raw mail
 */
export function createMailSource(
  context: ServiceContext,
  settings: Pick<SettingsService, 'proof' | 'mailboxPassword'>,
  {
    wants,
    onMail,
  }: { wants: (head: Buffer) => Promise<boolean>; onMail: (raw: Buffer, receivedAt: number) => Promise<void> },
  watch: typeof watchMailbox = watchMailbox,
) {
  const lease = mailLease(context);
  /** When this process had read everything new last, epoch ms. */
  let readAt: number | null = null;
  let current: { key: string; watcher: ReturnType<typeof watchMailbox> } | null = null;

  async function account(): Promise<MailboxAccount | null> {
    const { host, port, user } = (await settings.proof()).mailbox;
    const password = context.env.mailboxPassword ?? (await settings.mailboxPassword());
    return host && user && password ? { host, port, user, password } : null;
  }

  async function stopWatching(): Promise<void> {
    await current?.watcher.stop();
    current = null;
  }

  /** Starts, replaces or stops the watcher, after a change of the settings or of the lease. */
  async function refresh(): Promise<void> {
    const wanted = await account();
    if (wanted === null) {
      if (current === null) return;
      await stopWatching();
      await lease.forget();
      return;
    }
    if (!(await lease.take(current?.watcher.status() ?? null, readAt))) {
      await stopWatching();
      return;
    }
    const key = JSON.stringify(wanted);
    if (current?.key === key) return;
    await stopWatching();
    const watcher = watch(wanted, {
      store: placeOf(context, `${wanted.user}@${wanted.host}`),
      wants,
      onMail: (raw, { receivedAt }) => onMail(raw, receivedAt),
      onRead: () => {
        readAt = context.now();
      },
      log: context.log,
      now: context.now,
    });
    watcher.start();
    current = { key, watcher };
  }

  const refreshing = repeated(refresh, REFRESH_EVERY_MS, (error) =>
    context.log.error({ err: error }, 'credits: the mailbox could not be looked after'),
  );

  return {
    refresh,
    start: refreshing.start,
    /** Ends the watcher and leaves the mailbox to another process. */
    async stop(): Promise<void> {
      await refreshing.stop();
      if (current === null) return;
      await stopWatching();
      await lease.release();
    },
    /** For the doctor: when the mailbox was read last and why not since. Null when none is set. */
    async lastRead(): Promise<MailboxRead | null> {
      const { host, user } = (await settings.proof()).mailbox;
      if (!host || !user) return null;
      if (!(await account())) return { readAt: null, error: 'There is no password that the shop can open.' };
      return (await lease.lastRead()) ?? { readAt: null, error: null };
    },
    /** Of this process or of the one that watches. Null without a mailbox. */
    status: async (): Promise<MailboxStatus | null> => {
      const told = current?.watcher.status() ?? (await lease.status());
      // A process of an earlier version tells nothing of them.
      return told && { ...told, skipped: told.skipped ?? null };
    },
  };
}

/** The place in the mailbox, kept in the database. */
function placeOf({ database }: ServiceContext, mailbox: string) {
  const name = `mailbox ${mailbox}`;
  return {
    async load(): Promise<MailboxPlace | null> {
      const value = await readMeta(database.db, name);
      return value === null ? null : (JSON.parse(value) as MailboxPlace);
    },
    save: (place: MailboxPlace): Promise<void> => writeMeta(database.db, name, JSON.stringify(place)),
  };
}
