import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ImapFlow } from 'imapflow';
import { databaseFailure } from '#server/database/errors.ts';
import { isShopError } from '#shop/errors.ts';
import { MAX_MAIL } from './mail-message.ts';

/** Where the alerts arrive: an IMAP server with TLS, mostly on port 993. */
export interface MailboxAccount {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Connects without TLS. Only for a server on this machine. */
  plain?: boolean;
}

/** The place in the mailbox up to which mails have been read. */
export interface MailboxPlace {
  uidValidity: string;
  lastUid: number;
  /**
   * The mail that is being read, and how often that was begun: if the process ends meanwhile, the
   * mail may be the reason.
   */
  trying?: { uid: number; count: number } | undefined;
}

/** Mails that were left out since the process has started. */
export interface SkippedMails {
  count: number;
  /** Of the last one: when the mail server received it, in ms, and why it was left out. */
  lastAt: number;
  why: 'too_large' | 'unreadable' | 'crashed' | 'failed';
}

export interface MailboxStatus {
  connected: boolean;
  /** When the mail server received the newest mail that was read, in ms. */
  lastMailAt: number | null;
  /** One sentence for staff without credentials; null while all is well. */
  error: string | null;
  /** When a lost connection is tried again, in ms; null while connected and during a try. */
  nextTryAt: number | null;
  /** Null when none was. */
  skipped: SkippedMails | null;
}

interface MailboxOptions {
  store: { load(): Promise<MailboxPlace | null>; save(place: MailboxPlace): Promise<void> };
  /**
   * Whether the body of a mail is to be fetched, decided by its header.
   *
   * @throws ShopError when the header cannot be read: the mail is left out
   */
  wants(head: Buffer): Promise<boolean>;
  /**
   * Called for one wanted mail after the other, oldest first; `receivedAt` in ms. The same mail can
   * come again, for example after a crash. A ShopError leaves the mail out. If it throws anything
   * else, the mail is tried again later, `MAX_TRIES` times in all; times at which the database
   * cannot take it do not count.
   */
  onMail(raw: Buffer, mail: { receivedAt: number }): Promise<void>;
  /** Called whenever everything new has been read. */
  onRead?: () => void;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now(): number;
  /**
   * Pause between two looks into the mailbox, in ms; new mails that the server announces are read
   * at once.
   */
  pollMs?: number;
  /**
   * Pause before a lost connection is opened again for the first time, in ms; it doubles each time.
   */
  firstWaitMs?: number | undefined;
}

const DAY_MS = 86_400_000;
/** How far back mails are read from a mailbox that has not been read before. */
const LOOK_BACK_MS = 7 * DAY_MS;
/** At most so many of these, the newest. */
const MAX_LOOK_BACK = 2_000;
/** Headers per request; the memory needed is at most this times `MAX_MAIL`. */
const BATCH = 10;
const MAX_TRIES = 5;
/** How often a mail is begun that ends the process. */
const MAX_CRASHES = 2;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const LOCAL = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Reads the inbox of an IMAP account and waits for new mail, until `stop()`. It opens the inbox
 * read-only: no mail is marked, moved or deleted. A lost connection is opened again with growing
 * pauses. Mails above `MAX_MAIL` bytes are skipped.
 *
 * @throws Error for `plain` with a server that is not on this machine
 */
export function watchMailbox(account: MailboxAccount, options: MailboxOptions) {
  if (account.plain && !LOCAL.has(account.host)) throw new Error('A mailbox without TLS must be on this machine.');
  const { store, wants, onMail, log, now, pollMs = 60_000, firstWaitMs = FIRST_WAIT_MS } = options;
  const status: MailboxStatus = { connected: false, lastMailAt: null, error: null, nextTryAt: null, skipped: null };
  const stopping = new AbortController();
  /** Failed tries of the mail that is next. */
  const tries = { uid: 0, count: 0 };
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    let wait = firstWaitMs;
    while (!stopping.signal.aborted) {
      try {
        await session(() => {
          wait = firstWaitMs;
          options.onRead?.();
        });
      } catch (error) {
        status.error = stopping.signal.aborted ? null : sentenceFor(error);
        // Repeated wrong passwords lock accounts.
        if (isRefusedLogin(error)) wait = LONGEST_WAIT_MS;
      }
      status.connected = false;
      if (stopping.signal.aborted) return;
      status.nextTryAt = now() + wait;
      await pause(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      status.nextTryAt = null;
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  /**
   * One connection, until it is lost or `stop()` is called. `onWell` is called whenever everything
   * new has been read.
   */
  async function session(onWell: () => void): Promise<void> {
    const { host, port, user, password, plain = false } = account;
    const imap = await import('imapflow');
    if (stopping.signal.aborted) return;
    const client = new imap.ImapFlow({
      host,
      port,
      auth: { user, pass: password },
      secure: !plain,
      doSTARTTLS: false,
      logger: false,
      autoIdleDelay: 50,
      connectionTimeout: 20_000,
      // Larger answers than the mails of one request are not expected.
      maxLiteralSize: 2 * MAX_MAIL,
      maxResponseSize: 4 * MAX_MAIL,
      clientInfo: { name: 'Kishmish' },
    });
    const end = new AbortController();
    let lost: unknown = null;
    let news = new AbortController();
    client.on('error', (error) => {
      lost ??= error;
    });
    client.on('close', () => end.abort());
    client.on('exists', () => news.abort());
    const close = () => client.close();
    stopping.signal.addEventListener('abort', close);
    try {
      await client.connect();
      const box = await client.mailboxOpen('INBOX', { readOnly: true });
      const uidValidity = String(box.uidValidity);
      status.connected = true;
      status.error = null;
      let place = await store.load();
      if (place?.uidValidity !== uidValidity) place = null;
      while (!end.signal.aborted) {
        news = new AbortController();
        place = await readNew(client, uidValidity, place);
        onWell();
        await pause(pollMs, undefined, { signal: AbortSignal.any([news.signal, end.signal]), ref: false }).catch(
          () => {},
        );
      }
      throw lost ?? new Error('closed');
    } finally {
      stopping.signal.removeEventListener('abort', close);
      client.close();
    }
  }

  /**
   * Reads the mails after `place`, or those of the last days. Returns the new place, which is
   * already saved.
   */
  async function readNew(client: ImapFlow, uidValidity: string, place: MailboxPlace | null): Promise<MailboxPlace> {
    const before = client.mailbox ? client.mailbox.uidNext - 1 : 0;
    const query = place ? { uid: `${place.lastUid + 1}:*` } : { since: new Date(now() - LOOK_BACK_MS) };
    const found = await client.search(query, { uid: true });
    if (!found) throw new Error('search failed');
    // The range `n:*` also returns the last mail if its number is below n.
    const fresh = found.filter((uid) => uid > (place?.lastUid ?? 0)).sort((a, b) => a - b);
    const uids = place ? fresh : fresh.slice(-MAX_LOOK_BACK);
    let reached: MailboxPlace = place ?? { uidValidity, lastUid: 0 };
    const reach = async (lastUid: number) => {
      reached = { uidValidity, lastUid };
      await store.save(reached);
    };
    let skipped = 0;
    for (let at = 0; at < uids.length; at += BATCH) {
      const batch = uids.slice(at, at + BATCH);
      for (const mail of await heads(client, batch)) {
        if (stopping.signal.aborted) return reached;
        const why = await readOne(client, mail, reached);
        if (why !== null) {
          skipped += 1;
          status.skipped = { count: (status.skipped?.count ?? 0) + 1, lastAt: mail.receivedAt, why };
          log.warn({ uid: mail.uid, why }, 'mailbox: a mail is left out');
        }
        status.lastMailAt = Math.max(status.lastMailAt ?? 0, mail.receivedAt);
        await reach(mail.uid);
      }
      await reach(batch.at(-1) ?? reached.lastUid);
    }
    if (!place && reached.lastUid <= before) await reach(before);
    if (uids.length > 0) log.info({ mails: uids.length, skipped }, 'mailbox read');
    return reached;
  }

  /** The headers of mails, oldest first; null for a mail above `MAX_MAIL`. */
  async function heads(client: ImapFlow, uids: readonly number[]): Promise<Head[]> {
    const query = { uid: true, size: true, internalDate: true };
    const sizes = await client.fetchAll(uids.join(','), query, { uid: true });
    const small = sizes.filter(({ size }) => (size ?? 0) <= MAX_MAIL).map(({ uid }) => uid);
    const fetched =
      small.length === 0 ? [] : await client.fetchAll(small.join(','), { uid: true, headers: true }, { uid: true });
    const byUid = new Map(fetched.map(({ uid, headers }) => [uid, headers ?? null]));
    return sizes
      .map(({ uid, internalDate }) => {
        const receivedAt = Number(new Date(internalDate ?? now()));
        return { uid, receivedAt, head: byUid.get(uid) ?? null, isLarge: !small.includes(uid) };
      })
      .sort((a, b) => a.uid - b.uid);
  }

  /**
   * Reads one mail. Its body is fetched only after its header was judged and the try was stored.
   *
   * @returns why it is left out, or null
   */
  async function readOne(client: ImapFlow, mail: Head, place: MailboxPlace): Promise<SkippedMails['why'] | null> {
    if (mail.isLarge) return 'too_large';
    if (mail.head === null) return null;
    const begun = place.trying?.uid === mail.uid ? place.trying.count : 0;
    if (begun >= MAX_CRASHES) return 'crashed';
    const trying = { uid: mail.uid, count: begun + 1 };
    const { head, uid, receivedAt } = mail;
    return handled(uid, async () => {
      if (!(await wants(head))) return;
      await store.save({ ...place, trying });
      const found = await client.fetchOne(String(uid), { source: true }, { uid: true });
      const source = found ? found.source : undefined;
      if (source) await onMail(source, { receivedAt });
    }).catch(async (error) => {
      // It has not ended the process.
      await store.save({ ...place, trying: undefined }).catch(() => {});
      throw error;
    });
  }

  /** Null if the mail was read, or why it is left out; throws if it is to be tried again. */
  async function handled(uid: number, read: () => Promise<void>): Promise<SkippedMails['why'] | null> {
    try {
      await read();
      return null;
    } catch (error) {
      if (isDatabaseBusy(error)) throw new UnhandledMail('mail not handled', { cause: error });
      if (isShopError(error)) return error.code === 'payload_too_large' ? 'too_large' : 'unreadable';
      tries.count = tries.uid === uid ? tries.count + 1 : 1;
      tries.uid = uid;
      if (tries.count < MAX_TRIES) throw new UnhandledMail('mail not handled', { cause: error });
      return 'failed';
    }
  }

  return {
    /** Returns at once; what happens is in `status()`. */
    start(): void {
      running ??= run();
    },
    /** Waits for the mail that is being handled. A stopped watcher cannot be started again. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
    status: (): MailboxStatus => ({ ...status }),
  };
}

interface Head {
  uid: number;
  receivedAt: number;
  head: Buffer | null;
  isLarge: boolean;
}

class UnhandledMail extends Error {}

const isDatabaseBusy = (error: unknown) =>
  isShopError(error) ? error.code === 'busy' : /^(busy|full)$/.test(databaseFailure(error));

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
const isRefusedLogin = (error: unknown) =>
  typeof error === 'object' && error !== null && 'authenticationFailed' in error && error.authenticationFailed === true;

/**
 * Never contains parts of the error's own message, which may hold the user name or a line of a
 * mail.
 */
function sentenceFor(error: unknown): string {
  if (error instanceof UnhandledMail) return 'A mail could not be processed. The shop tries it again.';
  if (isRefusedLogin(error)) return 'The mail server refuses the user name or the password.';
  const code = codeOf(error);
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'There is no mail server of this name.';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT)$/.test(code)) {
    return 'The mail server does not answer on this port.';
  }
  if (/CERT|ALTNAME|UNABLE_TO_VERIFY|ISSUER/.test(code)) return 'The certificate of the mail server is not valid.';
  if (/SSL|EPROTO|TLS/.test(code)) return 'The mail server does not offer an encrypted connection on this port.';
  return 'The connection to the mail server was lost. The shop tries it again.';
}
