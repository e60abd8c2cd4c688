import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { DAY, duration, type Finding, fault, reason, warn, well } from './finding.ts';

/**
 * An operator is told so long before the end, ms; of a short-lived certificate, when a sixth of its
 * life is left. Certbot and Caddy renew when a third is left.
 */
const WARNED_MS = 14 * DAY;
const ANSWER_MS = 5_000;

/** How long a certificate is valid, epoch ms. */
interface Validity {
  from: number;
  to: number;
}

/** When the certificate of PUBLIC_URL ends; whether browsers trust it is told by the address itself. */
export async function examineCertificate(publicUrl: string | null, now: number): Promise<Finding> {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url?.protocol !== 'https:') return well('PUBLIC_URL has none.');
  try {
    return judgeCertificate(url.hostname, await readValidity(url), now);
  } catch (error) {
    // Offline, or the address is wrong: its own check says so.
    return well(`It cannot be looked at from this machine: ${reason(error)}.`);
  }
}

/** @param now epoch ms */
export function judgeCertificate(host: string, { from, to }: Validity, now: number): Finding {
  const left = to - now;
  const renew = 'Renew it, for example with certbot renew, and reload the proxy; its log says why it was not renewed.';
  if (left <= 0) return fault(`The certificate of ${host} ended ${duration(-left)} ago.`, renew);
  const text = `The certificate of ${host} ends in ${duration(left)}.`;
  const warned = Math.min(WARNED_MS, (to - from) / 6);
  if (left < warned / 2) return fault(text, renew);
  return left < warned ? warn(text, renew) : well(text);
}

/** @throws Error when the server shows none within five seconds */
async function readValidity({ hostname, port }: URL): Promise<Validity> {
  const host = hostname.replace(/^\[|\]$/g, '');
  // One that has ended is what this looks for.
  const servername = isIP(host) ? '' : host;
  const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWER_MS) });
    const { valid_from, valid_to } = socket.getPeerCertificate();
    return { from: Date.parse(valid_from), to: Date.parse(valid_to) };
  } finally {
    socket.destroy();
  }
}
