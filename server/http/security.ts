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

/**
 * Takes the marks off a rendered page and returns its Content-Security-Policy, which allows the
 * marked inline scripts by hash: a nonce cannot be cached. Data blocks (JSON-LD) are not marked, and
 * do not run.
 *
 * @param own the text of the page's own styles, and what only this rendering knew: a script that came
 *   with the data has no mark
 */
export function withPolicy(page: Buffer, own: { css: string; nonce: string }): { html: Buffer; csp: string } {
  // As bytes, not as UTF-8, in which one ₹ would double the memory of the text. The names of tags
  // and attributes are ASCII.
  const text = page.toString('latin1');
  const mark = ` nonce="${own.nonce}"`;
  const marked = new RegExp(`<script(?=[^>]*${mark})(?![^>]* src=)[^>]*>([\\s\\S]*?)</script>`, 'g');
  const scripts = new Set([...text.matchAll(marked)].map(([, code = '']) => hashOf(Buffer.from(code, 'latin1'))));
  const styles = own.css === '' ? [] : [hashOf(own.css)];
  return { html: Buffer.from(text.replaceAll(mark, ''), 'latin1'), csp: pageCsp([...scripts], styles) };
}

/**
 * The Content-Security-Policy of a page. `style-src-attr` allows inline styles because React writes
 * style attributes.
 */
export function pageCsp(scripts: readonly string[] = [], styles: readonly string[] = []): string {
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

function hashOf(text: string | Buffer): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
