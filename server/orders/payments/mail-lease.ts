import type { ServiceContext } from '#server/context.ts';
import { readMeta, replaceMeta } from '#server/database/meta.ts';
import { newId } from '#server/ids.ts';
import type { MailboxStatus } from './mailbox.ts';

/** How long a process may watch the mailbox without a sign of life. */
const LEASE_MS = 30_000;
const NAME = 'mailbox lease';

export interface MailboxRead {
  /** Epoch ms; null when nobody has ever watched. */
  readAt: number | null;
  error: string | null;
  /** The process that watched has ended, and no other one has taken over yet. */
  left?: true;
  /** Nobody has read it yet: `readAt` is when the first process began to watch. */
  unread?: true;
}

interface Lease {
  holder: string;
  /** Epoch ms; 0 once the holder has left. */
  until: number;
  status: MailboxStatus | null;
  /**
   * When everything new in the mailbox had been read last, or when the first process began to watch
   * it; epoch ms.
   */
  readAt?: number;
  /** Only true while nobody has read it. */
  unread?: true;
}

/**
 * Which one of several processes on one database watches the mailbox: a row that its holder renews,
 * and that another process takes when it has run out. The clocks of the machines may differ by some
 * seconds. Two watchers for a moment do no harm, because a mail that both read is one report.
 */
export function mailLease({ database, now }: Pick<ServiceContext, 'database' | 'now'>) {
  const { db } = database;
  const holder = newId('proc');

  async function stored(): Promise<{ text: string; lease: Lease } | null> {
    const text = await readMeta(db, NAME);
    return text === null ? null : { text, lease: JSON.parse(text) as Lease };
  }

  /**
   * Not when it ends later than any clock's lease can: its holder's clock was ahead and may be
   * right by now.
   */
  const isHeld = (until: number) => until > now() && until < now() + 2 * LEASE_MS;

  return {
    /**
     * Takes or renews the lease, and tells the other processes how the mailbox is.
     *
     * @param readAt when this process had read everything new last; null if it never has
     * @returns false while another process holds it
     */
    async take(status: MailboxStatus | null, readAt: number | null): Promise<boolean> {
      const known = await stored();
      if (known && known.lease.holder !== holder && isHeld(known.lease.until)) return false;
      // Of one process after the other: restarts must not hide that the mailbox is not read. A
      // clock that was ahead must not hide it either: from a time that has not come, the count
      // starts now, and only once.
      const at = now();
      const own = readAt !== null && readAt <= at ? readAt : 0;
      const last = Math.max(Math.min(known?.lease.readAt ?? at, at), own);
      const unread = readAt === null && (known === null || known.lease.unread === true);
      const lease: Lease = { holder, until: at + LEASE_MS, status, readAt: last, ...(unread && { unread: true }) };
      const value = JSON.stringify(lease);
      return replaceMeta(db, NAME, known?.text ?? null, value);
    },

    /**
     * Lets another process take over at once, which counts on from the last read. Changes nothing
     * when another one holds the lease.
     */
    async release(): Promise<void> {
      const known = await stored();
      if (known?.lease.holder !== holder) return;
      await replaceMeta(db, NAME, known.text, JSON.stringify({ ...known.lease, until: 0, status: null }));
    },

    /** There is no mailbox any more: one that is set later counts from then. */
    async forget(): Promise<void> {
      const known = await stored();
      if (known?.lease.holder !== holder) return;
      await db.deleteFrom('meta').where('name', '=', NAME).where('value', '=', known.text).execute();
    },

    /**
     * When the mailbox had been read last by any process, and why not since; null when nobody has
     * ever watched.
     */
    async lastRead(): Promise<MailboxRead | null> {
      const lease = (await stored())?.lease;
      if (lease?.readAt === undefined) return null;
      const { readAt, status, until, unread } = lease;
      return {
        readAt: Math.min(readAt, now()),
        error: status?.error ?? null,
        ...(until === 0 && { left: true }),
        ...(unread && { unread }),
      };
    },

    /**
     * What the holder has told last; not connected when its lease has run out. Null when nobody
     * watches.
     */
    async status(): Promise<MailboxStatus | null> {
      const { status, until } = (await stored())?.lease ?? { status: null, until: 0 };
      return status && !isHeld(until) ? { ...status, connected: false, nextTryAt: null } : status;
    },
  };
}
