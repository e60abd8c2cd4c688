import type { Env } from '../env.ts';
import { count, type Finding, fault, warn, well } from './finding.ts';

/**
 * Whether TRUST_PROXY is the number of proxies in front of the shop.
 *
 * @param usual over how many proxies requests usually come; `own`: this one; null where that is not
 *   known
 */
export function judgeProxies(
  { trustProxy, publicUrl, host }: Pick<Env, 'trustProxy' | 'publicUrl' | 'host'>,
  usual: number | null,
  own: number | null,
): Finding {
  if (trustProxy === 0 && (publicUrl?.startsWith('https://') || (own ?? 0) > 0)) {
    return fault(
      'A proxy is in front, but TRUST_PROXY is not set: all shoppers share one address and its limits.',
      'Set TRUST_PROXY to the number of your proxies.',
    );
  }
  if (trustProxy === 0 && (usual ?? 0) > 0) {
    return warn(
      'Most requests have X-Forwarded-For, but TRUST_PROXY is not set: behind a proxy, all shoppers share its address and its limits.',
      'Only if you have a proxy: set TRUST_PROXY to the number of your proxies. Without one, a client forges the header in vain.',
    );
  }
  if (trustProxy === 0) return well('No proxy is trusted, and none is in front.');
  if (own && own < trustProxy) return fewer(trustProxy, `this request came over ${proxies(own)}`);
  if (usual !== null && usual !== trustProxy) return otherHops(trustProxy, usual);
  if (usual === null && own !== null && own !== trustProxy) {
    return warn(
      `TRUST_PROXY is ${trustProxy}, but this request came ${own === 0 ? 'without X-Forwarded-For' : `over ${proxies(own)}`}.`,
      own === 0
        ? 'If shoppers come the same way, set the header in the proxy, or remove TRUST_PROXY if there is none.'
        : 'If you have no proxy of your own, set TRUST_PROXY to the number of proxies in front of the shop.',
    );
  }
  if (!/^(127\.|localhost$|::1$)/.test(host)) {
    return warn(
      `The shop listens on ${host} and trusts X-Forwarded-For.`,
      'Make sure that only the proxy can reach its port.',
    );
  }
  const trusted = `${proxies(trustProxy)} in front ${trustProxy === 1 ? 'is' : 'are'} trusted`;
  if (usual === null && own === null) return well(`${trusted}; too few requests have come to tell if that is right.`);
  return well(`${trusted}.`);
}

/** Most requests come over more or fewer proxies than are trusted. */
function otherHops(trustProxy: number, usual: number): Finding {
  if (usual === 0) {
    return fault(
      `TRUST_PROXY is ${trustProxy}, but most requests come without X-Forwarded-For: all shoppers share the address of the proxy and its limits, or there is no proxy, and clients can forge their address.`,
      'Set the header in the proxy, as in deploy/. Without a proxy, remove TRUST_PROXY.',
    );
  }
  if (usual < trustProxy) return fewer(trustProxy, `most requests come over ${proxies(usual)}`);
  return fault(
    `TRUST_PROXY is ${trustProxy}, but most requests come over ${proxies(usual)}: shoppers share the address of an outer proxy and its limits.`,
    'With a CDN in front, name its networks in your proxy (docs/operations.md, Proxy). Otherwise set TRUST_PROXY to the number of your proxies.',
  );
}

const fewer = (trustProxy: number, what: string) =>
  fault(
    `TRUST_PROXY is ${trustProxy}, but ${what}.`,
    'Set TRUST_PROXY to the number of your proxies, or clients can forge their address.',
  );

const proxies = (number: number) => count(number, 'proxy', 'proxies');
