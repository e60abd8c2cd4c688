import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import tls from 'node:tls';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type MailboxAccount, type MailboxPlace, watchMailbox } from '#server/orders/payments/mailbox.ts';
import { ShopError } from '#shop/errors.ts';
import { dovecot, PASSWORD } from './dovecot.ts';

const mail = (subject: string, size = 0) =>
  `From: Bank <alerts@hdfcbank.net>\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@hdfcbank.net>\r\n\r\n${'x'.repeat(size)}\r\n`;
const subjectOf = (raw: Buffer) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1] ?? '';
const DAY = 86_400_000;
const soon = { timeout: 15_000, interval: 20 };

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((watcher) => watcher.stop()));
});

/** A started watcher that remembers what it did. */
function watch(
  account: Partial<MailboxAccount> & { port: number },
  options: {
    place?: MailboxPlace | null;
    pollMs?: number;
    firstWaitMs?: number;
    fail?: (subject: string) => boolean | Error;
    wants?: (subject: string) => boolean;
    onMail?: (subject: string) => Promise<void>;
  } = {},
) {
  const seen: string[] = [];
  const times: number[] = [];
  const logged: string[] = [];
  const heads: string[] = [];
  const state = { place: options.place ?? null, seen, times, logged, heads, reads: 0 };
  const watcher = watchMailbox(
    { host: '127.0.0.1', user: 'owner', password: PASSWORD, plain: true, ...account },
    {
      store: {
        load: async () => state.place,
        save: async (place) => {
          state.place = place;
        },
      },
      wants: async (head) => {
        state.heads.push(head.toString());
        return options.wants?.(subjectOf(head)) ?? true;
      },
      onMail: async (raw, { receivedAt }) => {
        await options.onMail?.(subjectOf(raw));
        const failure = options.fail?.(subjectOf(raw));
        if (failure) throw failure === true ? new Error('not this time') : failure;
        seen.push(subjectOf(raw));
        times.push(receivedAt);
      },
      onRead: () => {
        state.reads += 1;
      },
      log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
      now: Date.now,
      // So long that only the server's own announcement can be in time.
      pollMs: options.pollMs ?? 600_000,
      firstWaitMs: options.firstWaitMs,
    },
  );
  watcher.start();
  open.push(watcher);
  return Object.assign(state, { watcher });
}

describe('a mailbox on Dovecot', () => {
  test('reads the mails of the last seven days, then each new one within seconds', async () => {
    await using server = await dovecot();
    const received = Date.now() - 2 * DAY;
    server.deliver(mail('old'), Date.now() - 9 * DAY);
    server.deliver(mail('recent'), received);
    const box = watch(server);
    await vi.waitFor(() => expect(box.seen).toEqual(['recent']), soon);
    expect(Math.abs((box.times[0] ?? 0) - received)).toBeLessThan(1_000);
    expect(box.watcher.status()).toEqual({
      connected: true,
      lastMailAt: box.times[0],
      error: null,
      nextTryAt: null,
      skipped: null,
    });

    await vi.waitFor(() => expect(box.reads).toBe(1), soon);
    const before = Date.now();
    server.deliver(mail('new'));
    await vi.waitFor(() => expect(box.seen).toEqual(['recent', 'new']), soon);
    expect(Date.now() - before).toBeLessThan(5_000);
    server.deliver(mail('another'));
    await vi.waitFor(() => expect(box.seen).toEqual(['recent', 'new', 'another']), soon);
    expect(box.logged.join('')).not.toMatch(/recent|hdfcbank|owner|password/);
  });

  test('marks, moves and deletes nothing', async () => {
    await using server = await dovecot();
    server.deliver(mail('one'));
    server.deliver(mail('two'));
    const box = watch(server);
    await vi.waitFor(() => expect(box.seen).toEqual(['one', 'two']), soon);
    await box.watcher.stop();
    expect(await server.flags()).toEqual([['\\Recent'], ['\\Recent']]);
  });

  test('goes on where it stopped', async () => {
    await using server = await dovecot();
    server.deliver(mail('one'));
    const first = watch(server);
    await vi.waitFor(() => expect(first.place?.lastUid).toBe(1), soon);
    await first.watcher.stop();
    server.deliver(mail('two'), Date.now() - 30 * DAY);
    const second = watch(server, { place: first.place });
    await vi.waitFor(() => expect(second.seen).toEqual(['two']), soon);
  });

  test('an empty mailbox, and one whose mails are too old, are looked through once', async () => {
    await using server = await dovecot();
    server.deliver(mail('old'), Date.now() - 9 * DAY);
    const box = watch(server);
    await vi.waitFor(() => expect(box.place?.lastUid).toBe(1), soon);
    server.deliver(mail('new, but with an old date'), Date.now() - 9 * DAY);
    await vi.waitFor(() => expect(box.seen).toEqual(['new, but with an old date']), soon);
  });

  test('connects again after the server was gone', async () => {
    await using server = await dovecot();
    const box = watch(server);
    await vi.waitFor(() => expect(box.watcher.status().connected).toBe(true), soon);
    await server.stop();
    await vi.waitFor(
      () => expect(box.watcher.status()).toMatchObject({ connected: false, error: expect.any(String) }),
      soon,
    );
    server.deliver(mail('meanwhile'));
    await server.start();
    await vi.waitFor(() => expect(box.seen).toEqual(['meanwhile']), soon);
    expect(box.watcher.status()).toMatchObject({ connected: true, error: null });
  });

  test('begins again with the last days when the mails have new numbers', async () => {
    await using server = await dovecot();
    server.deliver(mail('old'), Date.now() - 9 * DAY);
    server.deliver(mail('one'));
    const box = watch(server);
    await vi.waitFor(() => expect(box.seen).toEqual(['one']), soon);
    const before = box.place;
    await server.stop();
    server.renumber();
    server.deliver(mail('two'));
    await server.start();
    await vi.waitFor(() => expect([...box.seen].sort()).toEqual(['one', 'one', 'two']), soon);
    expect(box.place?.uidValidity).not.toBe(before?.uidValidity);
  });

  test('looks into the mailbox again even if the server announces nothing', async () => {
    await using server = await dovecot({ idle: false });
    const box = watch(server, { pollMs: 200 });
    await vi.waitFor(() => expect(box.place?.lastUid).toBe(0), soon);
    server.deliver(mail('new'));
    await vi.waitFor(() => expect(box.seen).toEqual(['new']), soon);
    server.deliver(mail('another'));
    await vi.waitFor(() => expect(box.seen.at(-1)).toBe('another'), soon);
    expect(box.seen).toEqual(['new', 'another']);
  });

  test('tries a mail again that could not be handled', async () => {
    await using server = await dovecot();
    let failures = 2;
    const box = watch(server, { fail: (subject) => subject === 'one' && failures-- > 0 });
    server.deliver(mail('one'));
    await vi.waitFor(
      () => expect(box.watcher.status().error).toBe('A mail could not be processed. The shop tries it again.'),
      soon,
    );
    await vi.waitFor(() => expect(box.seen).toEqual(['one']), soon);
    server.deliver(mail('two'));
    await vi.waitFor(() => expect(box.seen).toEqual(['one', 'two']), soon);
  });

  test.each([
    ['tries a mail again for as long as the database is busy', new ShopError('busy'), ['broken', 'good']],
    ['leaves a mail out that has failed five times', new Error('cannot be read'), ['good']],
  ])('%s', async (_name, error, seen) => {
    await using server = await dovecot();
    let failures = 7;
    server.deliver(mail('broken'));
    server.deliver(mail('good'));
    const fail = (subject: string) => (subject === 'broken' && failures-- > 0 ? error : false);
    const box = watch(server, { fail, firstWaitMs: 1 });
    await vi.waitFor(() => expect(box.seen).toEqual(seen), soon);
  });

  test('leaves a mail above 200 KB and one that cannot be read out, and says so', async () => {
    await using server = await dovecot();
    server.deliver(mail('large', 210_000));
    server.deliver(mail('small', 150_000));
    server.deliver(mail('broken'));
    const fail = (subject: string) => (subject === 'broken' ? new ShopError('validation') : false);
    const box = watch(server, { fail });
    await vi.waitFor(() => expect(box.place?.lastUid).toBe(3), soon);
    expect(box.seen).toEqual(['small']);
    expect(box.watcher.status().skipped).toMatchObject({ count: 2, why: 'unreadable' });
    expect(box.logged.filter((line) => line.includes('left out'))).toHaveLength(2);
  });

  test('fetches the text only of a mail whose header is wanted', async () => {
    await using server = await dovecot();
    server.deliver(mail('unwanted', 50_000));
    server.deliver(mail('wanted', 50_000));
    const box = watch(server, { wants: (subject) => subject === 'wanted' });
    await vi.waitFor(() => expect(box.seen).toEqual(['wanted']), soon);
    expect(box.heads.map((head) => [head.includes('Subject:'), head.includes('xxxx')])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  test('leaves a mail out that has ended the process twice', async () => {
    await using server = await dovecot();
    server.deliver(mail('deadly'));
    server.deliver(mail('good'));
    let place: MailboxPlace | null = null;
    const begun: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      // The process ends while it reads: nothing after this is stored.
      const ended = new Promise<never>(() => {});
      const onMail = async (subject: string) => {
        begun.push(subject);
        if (subject === 'deadly') await ended;
      };
      const box = watch(server, { place, onMail });
      await vi.waitFor(() => expect([begun.length > round, box.seen.length > 0]).toContain(true), soon);
      place = structuredClone(box.place);
      if (round < 2) expect(place).toMatchObject({ lastUid: 0, trying: { uid: 1, count: round + 1 } });
      else expect(box.watcher.status().skipped).toMatchObject({ count: 1, why: 'crashed' });
      if (round < 2) open.splice(open.indexOf(box.watcher), 1);
    }
    expect(begun).toEqual(['deadly', 'deadly', 'good']);
  });
});

describe('what is wrong is said in one sentence without credentials', () => {
  test('a wrong password, which is not repeated quickly', async () => {
    await using server = await dovecot();
    const box = watch({ port: server.port, password: 'wrong-password' });
    await vi.waitFor(
      () =>
        expect(box.watcher.status()).toEqual({
          connected: false,
          lastMailAt: null,
          error: 'The mail server refuses the user name or the password.',
          nextTryAt: expect.any(Number),
          skipped: null,
        }),
      soon,
    );
    expect((box.watcher.status().nextTryAt ?? 0) - Date.now()).toBeGreaterThan(4 * 60_000);
    expect(box.logged).toEqual([]);
  });

  test.each([
    ['a port where nothing answers', { port: 1 }, 'The mail server does not answer on this port.'],
    ['an unknown name', { port: 993, host: 'mail.invalid', plain: false }, 'There is no mail server of this name.'],
  ])('%s', async (_name, account, sentence) => {
    const box = watch(account);
    await vi.waitFor(() => expect(box.watcher.status().error).toBe(sentence), soon);
    expect((box.watcher.status().nextTryAt ?? 0) - Date.now()).toBeLessThan(60_000);
  });

  test('a server without TLS on the TLS port', async () => {
    await using server = await dovecot();
    const box = watch({ port: server.port, plain: false });
    await vi.waitFor(
      () =>
        expect(box.watcher.status().error).toBe('The mail server does not offer an encrypted connection on this port.'),
      soon,
    );
  });
});

describe('TLS', () => {
  const known = tls.getCACertificates('default');
  beforeAll(() => () => tls.setDefaultCACertificates(known));

  test('a certificate that nobody vouches for is refused, one that is known is accepted', async () => {
    await using server = await dovecot();
    server.deliver(mail('one'));
    const account = { port: server.tlsPort, plain: false };
    const refused = watch(account);
    await vi.waitFor(
      () => expect(refused.watcher.status().error).toBe('The certificate of the mail server is not valid.'),
      soon,
    );
    await refused.watcher.stop();
    expect(refused.seen).toEqual([]);

    tls.setDefaultCACertificates([...known, server.certificate]);
    const accepted = watch(account);
    await vi.waitFor(() => expect(accepted.seen).toEqual(['one']), soon);
  });

  test('stops while a server says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const box = watch({ port: (silent.address() as AddressInfo).port });
    const [socket] = (await once(silent, 'connection')) as [Socket];
    await box.watcher.stop();
    expect(box.watcher.status()).toEqual({
      connected: false,
      lastMailAt: null,
      error: null,
      nextTryAt: null,
      skipped: null,
    });
    socket.destroy();
    silent.close();
  });

  test('without TLS only a server on this machine is used', () => {
    expect(() => watch({ port: 143, host: 'mail.example' })).toThrow('A mailbox without TLS must be on this machine.');
  });
});
