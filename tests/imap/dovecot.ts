import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';

/**
 * From Debian's package dovecot-imapd; vitest.config.ts runs these tests only where it is
 * installed.
 */
const DOVECOT = '/usr/sbin/dovecot';

export const PASSWORD = 'a-long-password';
/** Dovecot delivers no mail to root, so that it runs as `nobody` when the tests run as root. */
const USER = process.getuid?.() === 0 ? { name: 'nobody', group: 'nogroup', uid: 65_534, gid: 65_534 } : null;

/**
 * A Dovecot of its own with one empty mailbox for any user, in a temporary folder on free ports of
 * 127.0.0.1.
 *
 * @param options `idle: false`: the server cannot announce new mails
 */
export async function dovecot(options: { idle?: boolean } = {}) {
  const version = execFileSync(DOVECOT, ['--version'], { encoding: 'utf8' });
  if (!version.startsWith('2.3.')) throw new Error(`This configuration is for Dovecot 2.3, found ${version}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-imap-'));
  const inbox = path.join(folder, 'mail');
  const [port, tlsPort] = [await freePort(), await freePort()];
  for (const each of ['', 'run', 'mail', 'mail/cur', 'mail/new', 'mail/tmp']) own(path.join(folder, each), true);
  makeCertificate(folder);
  const owner = USER ?? {
    name: execFileSync('id', ['-un'], { encoding: 'utf8' }).trim(),
    group: execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim(),
  };
  writeFileSync(
    path.join(folder, 'dovecot.conf'),
    `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = ${owner.name}
default_internal_group = ${owner.group}
default_login_user = ${owner.name}
mail_location = maildir:${inbox}
first_valid_uid = 1
disable_plaintext_auth = no
auth_failure_delay = 0
${options.idle === false ? 'imap_capability = IMAP4rev1' : ''}
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${owner.name} gid=${owner.group} home=${folder}
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`,
  );
  let server: ChildProcess | null = null;
  let delivered = 0;

  /** A second client, to look and to change what a mail program would change. */
  async function withClient<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      doSTARTTLS: false,
      auth: { user: 'owner', pass: PASSWORD },
      logger: false,
    });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  const self = {
    port,
    tlsPort,
    certificate: readFileSync(path.join(folder, 'cert.pem'), 'utf8'),
    async start(): Promise<void> {
      server = spawn(DOVECOT, ['-F', '-c', path.join(folder, 'dovecot.conf')], {
        ...(USER ? { uid: USER.uid, gid: USER.gid } : {}),
        stdio: 'ignore',
        // A process group of its own, so that `stop` reaches the processes of the connections.
        detached: true,
      });
      for (let tries = 0; ; tries += 1) {
        try {
          return await withClient(async () => {});
        } catch (error) {
          if (tries > 100) {
            throw new Error(`Dovecot did not start: ${readFileSync(path.join(folder, 'log'), 'utf8')}`, {
              cause: error,
            });
          }
          await pause(50);
        }
      }
    },
    /** Ends the server and its connections, as a crash would. */
    async stop(): Promise<void> {
      if (!server?.pid) return;
      const ended = new Promise((resolve) => server?.once('exit', resolve));
      process.kill(-server.pid, 'SIGKILL');
      await ended;
      server = null;
    },
    /** Delivers as a mail server would. `at`: when it received the mail, in ms. */
    deliver(raw: Buffer | string, at = Date.now()): void {
      delivered += 1;
      const name = `${Math.floor(Date.now() / 1000)}.${delivered}.kishmish`;
      const file = path.join(inbox, 'tmp', name);
      writeFileSync(file, raw);
      own(file);
      utimesSync(file, at / 1000, at / 1000);
      renameSync(file, path.join(inbox, 'new', name));
    },
    /**
     * Gives the mailbox another UIDVALIDITY and all mails new numbers. Only while the server is
     * stopped.
     */
    renumber(): void {
      const list = readFileSync(path.join(inbox, 'dovecot-uidlist'), 'utf8');
      const [, validity = '0'] = /^3 V(\d+)/.exec(list) ?? [];
      for (const file of readdirSync(inbox).filter((name) => name.startsWith('dovecot'))) {
        rmSync(path.join(inbox, file), { recursive: true });
      }
      writeFileSync(path.join(inbox, 'dovecot-uidlist'), `3 V${Number(validity) + 1000} N1\n`);
      own(path.join(inbox, 'dovecot-uidlist'));
    },
    withClient,
    /**
     * The flags of each mail, as another mail program sees them. `\Recent`: no mail program has
     * opened it for changes.
     */
    flags: () =>
      withClient(async (client) =>
        (await client.fetchAll('1:*', { flags: true })).map(({ flags }) => [...(flags ?? [])]),
      ),
    async [Symbol.asyncDispose]() {
      await self.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await self.start();
  return self;
}

function own(file: string, isFolder = false): void {
  if (isFolder) mkdirSync(file, { recursive: true });
  if (USER) chownSync(file, USER.uid, USER.gid);
}

/** A certificate for 127.0.0.1 that only those trust who are told to. */
function makeCertificate(folder: string): void {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      '/CN=kishmish test',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ],
    { stdio: 'ignore' },
  );
  own(key);
  own(cert);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
