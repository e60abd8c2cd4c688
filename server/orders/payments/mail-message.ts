import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { ShopError } from '#shop/errors.ts';
import type { MailHeaders } from '#shop/orders/payments/mail-trust.ts';
import { htmlToLines } from './mail-html.ts';

/** What the header of a mail says. */
export interface MailHead extends MailHeaders {
  /** The first sender's address as the mail shows it; not proven. */
  sender: string | null;
  subject: string;
  /** What the mail says about when it was sent, in ms; null without a valid date. */
  date: number | null;
}

/** An email as far as alerts need it. */
export interface MailMessage extends MailHead {
  /** The text, one line per block, without invisible characters; at most `MAX_TEXT` characters. */
  text: string;
  /** The same without what it quotes or forwards: the sender's own words. */
  own: string;
}

/** Largest mail and largest header in bytes. Alerts have 5 to 100 KB, their headers 3 to 15. */
export const MAX_MAIL = 200 * 1024;
const MAX_HEAD = 64 * 1024;
const MAX_TEXT = 20_000;

/**
 * Reads the header of a mail alone.
 *
 * @throws ShopError `payload_too_large` for a header above 64 KB; `validation` if it cannot be read
 */
export async function readHead(raw: Buffer | string): Promise<MailHead> {
  const head = Buffer.from(raw)
    .subarray(0, MAX_HEAD + 4)
    .toString('latin1');
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length;
  if (end > MAX_HEAD) throw new ShopError('payload_too_large');
  return headOf(await parse(`${head.slice(0, end)}\r\n\r\n`));
}

/**
 * Reads a raw email as IMAP returns it. Mails of strangers are read by `readMailApart`.
 *
 * @throws ShopError `payload_too_large` above `MAX_MAIL`; `validation` if it is nested too deeply
 *   to be read
 */
export async function readMail(raw: Buffer | string): Promise<MailMessage> {
  if (Buffer.byteLength(raw) > MAX_MAIL) throw new ShopError('payload_too_large');
  const mail = await parse(raw);
  const html = mail.html === undefined ? '' : cleanText(htmlToLines(mail.html));
  const plain = cleanText(mail.text ?? '');
  const own = mail.html === undefined ? '' : cleanText(htmlToLines(mail.html, QUOTES));
  // The text part is often only a note such as 'view in HTML', and in tables it has lost which
  // value is which.
  const chosen = /\d/.test(html) || !plain ? { text: html, own } : { text: plain, own: plain };
  return {
    ...headOf(mail),
    text: chosen.text.slice(0, MAX_TEXT),
    own: withoutQuotes(chosen.own).slice(0, MAX_TEXT),
  };
}

async function parse(raw: Buffer | string): Promise<Email> {
  try {
    // An attached message is not what this sender says.
    return await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 20 });
  } catch {
    throw new ShopError('validation', { message: 'This email could not be read.' });
  }
}

function headOf(mail: Email): MailHead {
  const values = (key: string) => mail.headers.filter((header) => header.key === key).map(({ value }) => value);
  const date = Date.parse(mail.date ?? '');
  return {
    from: values('from'),
    to: values('to'),
    authenticationResults: values('authentication-results'),
    dkimSignatures: values('dkim-signature'),
    sender: mail.from?.address?.slice(0, 320) || null,
    subject: cleanText(decodeWords(values('subject')[0] ?? ''), ' ').slice(0, 300),
    date: Number.isNaN(date) ? null : date,
  };
}

/** Elements that hold somebody else's words. */
const QUOTES: ReadonlySet<string> = new Set(['blockquote']);
/** The line above a mail that is quoted or forwarded. */
const QUOTE_HEAD =
  /^(?:-{2,} ?(?:original|forwarded) message ?-{2,}|begin forwarded message:|on .{12,200} wrote:|_{20,})$/i;

/** Drops lines that begin with `>`, and all from the head of a quoted mail on. */
function withoutQuotes(text: string): string {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => QUOTE_HEAD.test(line));
  return lines
    .slice(0, head < 0 ? undefined : head)
    .filter((line) => !line.startsWith('>'))
    .join('\n');
}

/**
 * Spaces of all kinds become one space; zero-width and direction characters, which split amounts,
 * go.
 */
function cleanText(text: string, newline = '\n'): string {
  return text
    .replace(/\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter(Boolean)
    .join(newline);
}
