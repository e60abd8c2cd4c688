/**
 * Decides whether an email really comes from a bank, from what the mailbox's own server has checked
 * (RFC 8601). Pure: the headers are read elsewhere, and nothing in the text of the mail plays a
 * part.
 */

/** Domains that a bank sends from, without a leading dot. Subdomains belong to them. */
interface BankDomains {
  bank: string;
  domains: readonly string[];
}

/** Why a mail is not trusted. */
export type MailReason =
  /** The name of the mailbox's own server is not set. */
  | 'no_server'
  /** Not exactly one sender. */
  | 'from'
  /** The sender's domain belongs to no bank. */
  | 'unknown_sender'
  /** The mailbox's own server has not checked this mail. */
  | 'not_checked'
  /** The result of its check does not follow RFC 8601. */
  | 'unreadable'
  /** It says that the sender is forged. */
  | 'dmarc'
  /** No valid signature of the bank. */
  | 'dkim'
  /** The mailbox's own address is not set. */
  | 'no_address'
  /** It is not to the mailbox's own address alone: a genuine mail to somebody else, sent again. */
  | 'to'
  /**
   * A signature of the bank does not cover sender and receiver, or covers only a part of the text.
   */
  | 'signature';

/** Values of all headers of these names, not decoded, from the top of the mail. */
export interface MailHeaders {
  authenticationResults: readonly string[];
  dkimSignatures: readonly string[];
  from: readonly string[];
  to: readonly string[];
}

export interface MailTrust {
  trusted: boolean;
  /**
   * The bank that the sender's address names, also when the mail is not trusted; null for other
   * senders.
   */
  bank: string | null;
  /** Null for a trusted mail. */
  reason: MailReason | null;
}

/**
 * A mail is trusted if the topmost Authentication-Results header was written by the mailbox's own
 * server, shows a valid DKIM signature of a bank's domain and no failed DMARC check, and if the
 * only sender has an address of the same domain. Headers further down, those of other servers and
 * ARC headers may be the sender's own.
 *
 * Anybody can send a bank's genuine mail again. So its only receiver must be the mailbox itself,
 * and every signature of the bank must cover sender and receiver: which of several signatures the
 * server has found valid is not always to be seen.
 *
 * @param config `authservId`: how the mailbox's own server signs its results, such as
 *   `mx.google.com`; `address`: where the bank writes to. Without them no mail is trusted
 */
export function trustedMail(
  headers: MailHeaders,
  config: { authservId: string | null; address: string | null; domains: readonly BankDomains[] },
): MailTrust {
  const sender = headers.from.length === 1 ? domainOfSender(headers.from[0] ?? '') : null;
  const owners = sender === null ? [] : ownersOf(sender, config.domains);
  const bank = owners[0]?.bank ?? null;
  const refused = (reason: MailReason): MailTrust => ({ trusted: false, bank, reason });

  if (!config.authservId) return refused('no_server');
  if (sender === null) return refused('from');
  if (bank === null) return refused('unknown_sender');
  const verdict = checkedBy(headers.authenticationResults[0], config.authservId);
  if (typeof verdict === 'string') return refused(verdict);
  const owner = owners.find(({ domain }) =>
    verdict.some((names) => names.length > 0 && names.every((name) => name !== null && isWithin(name, domain))),
  );
  if (!owner) return refused('dkim');
  if (!config.address) return refused('no_address');
  if (!isOnlyReceiver(headers.to, config.address)) return refused('to');
  if (!coversReceiver(headers.dkimSignatures, owner.domain)) return refused('signature');
  return { trusted: true, bank: owner.bank, reason: null };
}

/**
 * The domain of a sender that ends in `.bank.in`, which only banks can register: `kotak.bank.in`.
 * Null for any other sender.
 */
export function unlistedBank({ from }: Pick<MailHeaders, 'from'>): string | null {
  const sender = from.length === 1 ? domainOfSender(from[0] ?? '') : null;
  return /(?:^|\.)([a-z0-9-]+\.bank\.in)$/.exec(sender ?? '')?.[1] ?? null;
}

/**
 * The domains of each signature that the mailbox's own server has found valid, or why there are
 * none.
 */
function checkedBy(topmost: string | undefined, authservId: string): (string | null)[][] | MailReason {
  if (topmost === undefined) return 'not_checked';
  const results = readAuthenticationResults(topmost);
  if (results === null) return 'unreadable';
  if (results.server !== authservId.trim().toLowerCase()) return 'not_checked';
  if (results.checks.some(({ method, result }) => method === 'dmarc' && result === 'fail')) return 'dmarc';
  return results.checks
    .filter(({ method, result }) => method === 'dkim' && result === 'pass')
    .map(({ properties }) => signingDomains(properties));
}

function isOnlyReceiver(to: readonly string[], address: string): boolean {
  const receiver = to.length === 1 ? addressIn(to[0] ?? '') : null;
  return receiver !== null && receiver === address.trim().toLowerCase();
}

/**
 * Whether there is a signature of the domain, and each of them covers `From`, `To` and the whole
 * text.
 */
function coversReceiver(signatures: readonly string[], domain: string): boolean {
  const tags = signatures.map(readTags);
  const own = tags.filter((each) => each === null || isWithin(each.get('d')?.toLowerCase() ?? '', domain));
  return own.length > 0 && own.every((each) => each !== null && coversAll(each));
}

function coversAll(tags: ReadonlyMap<string, string>): boolean {
  const signed = (tags.get('h') ?? '').toLowerCase().split(':');
  // With `l=`, anybody can add to the end of the text.
  return signed.includes('from') && signed.includes('to') && !tags.has('l');
}

/**
 * The tags of a DKIM-Signature header, without white space; null if it is not a list of different
 * tags (RFC 6376).
 */
function readTags(header: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>();
  if (header.length > MAX_HEADER) return null;
  for (const part of header.replace(/\s+/g, '').replace(/;$/, '').split(';')) {
    const [, name, value = ''] = /^([a-z][a-z0-9_]*)=(.*)$/i.exec(part) ?? [];
    if (name === undefined || tags.has(name.toLowerCase())) return null;
    tags.set(name.toLowerCase(), value);
  }
  return tags;
}

/** The banks' domains that a host name is equal to or a subdomain of. */
function ownersOf(host: string, banks: readonly BankDomains[]): { bank: string; domain: string }[] {
  return banks.flatMap(({ bank, domains }) =>
    domains
      .map((name) => name.trim().toLowerCase())
      .filter((domain) => HOST.test(domain) && isWithin(host, domain))
      .map((domain) => ({ bank, domain })),
  );
}

/**
 * Compares whole labels: `hdfcbank.net.evil.example` and `xhdfcbank.net` are not within
 * `hdfcbank.net`.
 */
const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** ASCII only, so that look-alike letters never match; at least two labels. */
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Headers of this length are an attack or an accident. */
const MAX_HEADER = 16_000;

const hostOrNull = (text: string | undefined) => {
  const host = text?.toLowerCase() ?? '';
  return host.length <= 253 && HOST.test(host) ? host : null;
};

/**
 * `address`, `<address>` or `name <address>`, and nothing else: no second address, group, comment
 * or route.
 */
const SENDER = /^\s*(?:(?:"(?:[^"\\]|\\.)*"|[^"<>@,;:()\\])*<([^<>\s"(),:;]+)>|([^<>\s"(),:;]+))\s*$/;

/** The only address of a header, in lower case; null for anything else. */
function addressIn(value: string): string | null {
  const match = value.length <= MAX_HEADER ? SENDER.exec(value) : null;
  const [name, host, ...more] = (match?.[1] ?? match?.[2] ?? '').split('@');
  const domain = hostOrNull(host);
  return name && domain !== null && more.length === 0 ? `${name.toLowerCase()}@${domain}` : null;
}

function domainOfSender(value: string): string | null {
  return addressIn(value)?.split('@')[1] ?? null;
}

/** The values of `header.d` and `header.i` of one signature; null for one that is no domain. */
function signingDomains(properties: readonly Pair[]): (string | null)[] {
  return properties.flatMap(({ key, value }) => {
    if (key === 'header.d') return [hostOrNull(value ?? '')];
    if (key === 'header.i') return [hostOrNull((value ?? '').split('@').at(-1))];
    return [];
  });
}

interface Pair {
  /** In lower case. */
  key: string;
  /** Null for a word without `=`. */
  value: string | null;
}

interface AuthenticationResults {
  server: string;
  checks: { method: string; result: string; properties: Pair[] }[];
}

/**
 * Reads the value of an Authentication-Results header.
 *
 * @returns null if it does not follow RFC 8601
 */
function readAuthenticationResults(header: string): AuthenticationResults | null {
  const [first, ...rest] = header.length <= MAX_HEADER ? (partsOf(header) ?? []) : [];
  const [server, version, ...more] = first ?? [];
  if (!server || server.value !== null || more.length > 0) return null;
  if (version && (version.value !== null || version.key !== '1')) return null;
  const checks = rest.flatMap(([check, ...properties]) =>
    check && check.value !== null
      ? [{ method: check.key.replace(/\/1$/, ''), result: check.value.toLowerCase(), properties }]
      : [],
  );
  return { server: server.key, checks };
}

/**
 * Splits a header at its semicolons into pairs `key=value` and single words. Comments are left out,
 * quoted text is kept as one word.
 *
 * @returns null if a comment or a quoted text is not closed or is where none may be
 */
function partsOf(header: string): Pair[][] | null {
  const parts: Pair[][] = [[]];
  let key = '';
  let value: string | null = null;
  /** The key is complete; only `=` may follow before the next word. */
  let closed = false;
  const finish = () => {
    if (key !== '') parts.at(-1)?.push({ key: key.toLowerCase(), value });
    [key, value, closed] = ['', null, false];
  };
  const add = (text: string) => {
    if (value !== null) {
      value += text;
      return;
    }
    if (closed) finish();
    key += text;
  };
  let at = 0;
  while (at < header.length) {
    const char = header.charAt(at);
    if (char === '(') {
      at = endOfComment(header, at);
      if (at < 0) return null;
    } else if (char === ')') {
      return null;
    } else if (char === '"') {
      const quoted = /"((?:[^"\\]|\\.)*)"/sy;
      quoted.lastIndex = at;
      const [all, text = ''] = quoted.exec(header) ?? [];
      // Only the name of the server and values may be quoted.
      if (all === undefined || (value === null && parts.length > 1)) return null;
      add(text.replace(/\\(.)/gs, '$1'));
      at += all.length;
      continue;
    } else if (char === ';') {
      finish();
      parts.push([]);
    } else if (char === '=' && value === null && key !== '') {
      value = '';
    } else if (!/[ \t\r\n]/.test(char)) {
      add(char);
    }
    if (/[ \t\r\n(]/.test(char)) {
      if (value) finish();
      else closed = key !== '';
    }
    at += 1;
  }
  finish();
  return parts;
}

/**
 * Index of the parenthesis that closes a comment, or -1. A quotation mark in a comment counts as an
 * error: in an address that the server copied it could hide a parenthesis, so that the rest of the
 * address would be read as a result.
 */
function endOfComment(header: string, start: number): number {
  let depth = 0;
  for (let at = start; at < header.length; at += 1) {
    const char = header.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === '"') return -1;
    if (depth === 0) return at;
  }
  return -1;
}
