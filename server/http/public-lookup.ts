import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** The global unicast addresses; what lies beside them leads back into networks of their own. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address belongs to the internet and not to a private network or this machine. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

type LookupDone = (error: NodeJS.ErrnoException | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Resolves a name for a connection, unless one of its addresses is private: a name that comes from a
 * browser or a file must not lead into the network of the server. The connection uses the addresses
 * that were checked.
 */
export function publicLookup(
  name: string,
  options: LookupOptions,
  done: LookupDone,
  resolve: (
    name: string,
    options: LookupOptions & { all: true },
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void = dnsLookup,
): void {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) done(error ?? notPublic(name));
    else if (!addresses.every(({ address }) => isPublicAddress(address))) done(notPublic(name));
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}

export function notPublic(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no public address`), { code: 'EPRIVATE' });
}
