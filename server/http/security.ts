import { createHash } from 'node:crypto';

const commonHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/**
 * Headers of every response, pages, files, errors and API alike (docs/security.md, S3).
 *
 * @param publicUrl PUBLIC_URL: HSTS is sent only when it is https
 */
export function securityHeaders(publicUrl: string | null): Record<string, string> {
  const secure = publicUrl?.startsWith('https://') ?? false;
  return {
    ...commonHeaders,
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The API serves only data, no documents. */
export const API_CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** For the API docs page (D5). Swagger UI adds inline styles at run time. */
export const DOCS_CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

/**
 * The Content-Security-Policy of a rendered page. Inline scripts and styles are allowed by hash,
 * since a nonce cannot be cached. Data blocks (JSON-LD) do not run and need no hash.
 * `style-src-attr` allows inline styles because React writes style attributes.
 */
export function pageCsp(page: Buffer): string {
  // As bytes, not as UTF-8, in which one ₹ would double the memory of the text. The names of tags
  // and attributes are ASCII.
  const html = page.toString('latin1');
  const scripts = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(inlineScript)) {
    if (!/type="application\/(ld\+)?json"/.test(attributes)) scripts.add(hashOf(code));
  }
  const styles = new Set([...html.matchAll(inlineStyle)].map(([, css = '']) => hashOf(css)));
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}'`;
}
