import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail: the raw message and its parsed parts. */
export interface ReceivedMail {
  envelope: { from: string; to: string[] };
  raw: string;
  /**
   * Header names in lower case; encoded words decoded, folded lines joined. A header that occurs
   * twice has two values.
   */
  headers: Record<string, string[]>;
  text: string;
  html: string;
  files: { name: string; type: string; bytes: Buffer }[];
}

/**
 * An SMTP server on loopback. `refuse` may return an error for a recipient; `afterData` may close
 * the connection after DATA.
 */
export async function smtpServer(
  options: {
    port?: number;
    refuse?: (recipient: string) => Error | null;
    /** 'cut': the message was received, but the connection closes before the response. */
    afterData?: (mail: ReceivedMail) => 'accept' | 'cut';
  } = {},
) {
  const mails: ReceivedMail[] = [];
  const settings: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    // A connection pool that a failed test left open must not delay other tests.
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, done) => done(options.refuse?.(address) ?? null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = readMail(Buffer.concat(chunks), {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        });
        mails.push(mail);
        if (options.afterData?.(mail) !== 'cut') return done(null);
        for (const connection of server.connections) {
          (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
        }
      });
    },
  };
  const server = new SMTPServer(settings);
  // Connection errors are part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Parses a mail (RFC 5322, MIME), as far as the tests need it. */
function readMail(raw: Buffer, envelope: ReceivedMail['envelope']): ReceivedMail {
  const whole = raw.toString('latin1');
  const mail: ReceivedMail = { envelope, raw: whole, headers: split(whole).headers, text: '', html: '', files: [] };
  collect(whole, mail);
  return mail;
}

function split(part: string): { headers: Record<string, string[]>; body: string } {
  const end = part.indexOf('\r\n\r\n');
  const head = end === -1 ? part : part.slice(0, end);
  const headers: Record<string, string[]> = {};
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers[name] = [...(headers[name] ?? []), decodedWords(line.slice(colon + 1).trim())];
  }
  return { headers, body: end === -1 ? '' : part.slice(end + 4) };
}

function collect(part: string, mail: ReceivedMail): void {
  const { headers, body } = split(part);
  const type = headers['content-type']?.[0] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary) {
    const inner = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    for (const one of inner) collect(one.replace(/^\r\n/, ''), mail);
    return;
  }
  const bytes = decoded(body, headers['content-transfer-encoding']?.[0] ?? '7bit');
  const name = /filename="?([^";]+)"?/i.exec(headers['content-disposition']?.[0] ?? '')?.[1];
  if (name) mail.files.push({ name, type: type.split(';')[0] ?? '', bytes });
  else if (type.startsWith('text/html')) mail.html += bytes.toString('utf8');
  else mail.text += bytes.toString('utf8');
}

function decoded(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  return /quoted-printable/i.test(encoding) ? unquoted(body.replace(/=\r\n/g, '')) : Buffer.from(body, 'latin1');
}

function unquoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** '=?UTF-8?Q?…?=' and '=?UTF-8?B?…?=' of a header as text. */
function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_match, kind: string, text: string) =>
      (/q/i.test(kind) ? unquoted(text.replaceAll('_', ' ')) : Buffer.from(text, 'base64')).toString('utf8'),
    );
}
