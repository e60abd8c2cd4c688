import data from './senders.json' with { type: 'json' };

/**
 * Whose messages can be believed: per bank or payment app its registered SMS headers, app packages
 * and mail domains. The list is only the default; the owner can edit it in the settings.
 *
 * Its headers are those that the telecom regulator's register, a widely used app or real messages
 * name; one that only looks like a bank's may be registered by anyone. Its domains are those seen
 * in public sources, with the `.bank.in` domains that only banks can register. Google Pay has no
 * mail domain: through Google's services anybody can send mails of google.com with a text of their
 * own.
 */
export interface Sender {
  /** Short name, as in `Reading.bank`. */
  bank: string;
  /** Registered SMS headers without operator, circle and suffix: `HDFCBK`. */
  headers: readonly string[];
  /**
   * Android packages, for notifications that a forwarder app passes on: of banks and of apps for
   * shops. An app for everybody also shows chats, requests and offers, in which strangers write
   * what they like.
   */
  packages: readonly string[];
  /** Mail domains; subdomains belong to them. */
  domains: readonly string[];
}

/** A bank or payment app that the shop knows. */
export interface KnownSender extends Sender {
  /** As people call it. */
  name: string;
  /** A payment app. */
  app?: boolean;
}

export const SENDERS: readonly KnownSender[] = data.senders;

/** Operator and circle, two letters, with or without a dash. */
const PREFIX = /^[A-Z]{2}-?(?=[A-Z])/;

/**
 * The bank whose SMS header or app package `address` is, and whether its messages count. A header
 * counts only as a whole, with the two letters of operator and circle before it or without, and
 * with `-S`, `-T`, `-G` or no suffix; `-P` is an offer and names the bank but is not listed. Phone
 * numbers and numeric IDs are nobody's.
 */
export function senderOf(
  address: string,
  lists: readonly Sender[] = SENDERS,
): { bank: string | null; listed: boolean } {
  const plain = address.trim();
  // Some foreign letters become A to Z in capitals.
  if (!/^[\x20-\x7e]*$/.test(plain)) return { bank: null, listed: false };
  if (plain.includes('.')) {
    const found = lists.find((entry) => entry.packages.includes(plain));
    return { bank: found?.bank ?? null, listed: found !== undefined };
  }
  const [, label = '', suffix = ''] = /^(.*?)(?:-([A-Z]))?$/.exec(plain.toUpperCase()) ?? [];
  if (!/^[A-Z][A-Z-]*$/.test(label)) return { bank: null, listed: false };
  const names = [label, label.replace(PREFIX, '')];
  const found = lists.find((entry) => entry.headers.some((header) => names.includes(header.toUpperCase())));
  return { bank: found?.bank ?? null, listed: found !== undefined && ['', 'S', 'T', 'G'].includes(suffix) };
}

/**
 * The known bank that an owner means by `words`, such as 'Bank of Baroda' or 'Kotak 811'; the
 * longest name counts.
 */
export function bankNamed(words: string): string | null {
  const plain = ` ${words
    .toLowerCase()
    .replace(/[^a-z0-9&]+/g, ' ')
    .trim()} `;
  const named = SENDERS.flatMap(({ bank, name }) => [bank, name].map((each) => ({ bank, name: each.toLowerCase() })))
    .filter(({ name }) => plain.includes(` ${name} `))
    .sort((one, other) => other.name.length - one.name.length);
  return named[0]?.bank ?? null;
}
