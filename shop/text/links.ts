import { isEmail } from './text.ts';

/**
 * Checks for links and image addresses in page content and products (D46). Does not import Zod,
 * since the storefront loads this file.
 */

/**
 * Checks a link: `https:`, `mailto:`, `tel:` and paths of the shop are safe. Everything else is
 * rejected: other schemes, `//host` and `/\host` (browsers read both as another site), and tabs,
 * line breaks, spaces and control characters, which browsers remove from a link (`java\tscript:`).
 *
 * @returns the trimmed link, or null when it is not safe to render
 */
export function safeLink(link: string): string | null {
  const text = link.trim();
  if (text === '' || text.length > 2000 || !hasPlainCharacters(text)) {
    return null;
  }
  if (text.startsWith('/')) {
    return text[1] === '/' ? null : text;
  }
  const scheme = /^([a-z]+):/i.exec(text)?.[1]?.toLowerCase();
  const rest = text.slice((scheme?.length ?? 0) + 1);
  switch (scheme) {
    case 'https':
      return isWebAddress(text) ? text : null;
    case 'mailto':
      return isEmail(rest.replace(/\?.*$/, '')) && !/%0[ad]/i.test(rest) ? text : null;
    case 'tel':
      return /^\+?[\d().-]{3,20}$/.test(rest) ? text : null;
    default:
      return null;
  }
}

/**
 * Checks the address of an image: a path of the shop, a plain file path such as `site/hero-1.webp`,
 * or a link with `https:` (D17).
 *
 * @returns the trimmed address, or null when it is not allowed
 */
export function imageAddress(address: string): string | null {
  const text = address.trim();
  if (/^[a-z0-9_][\w.-]*(\/[\w.-]+)*$/i.test(text)) {
    return text.split('/').includes('..') ? null : text;
  }
  return text.startsWith('/') || /^https:/i.test(text) ? safeLink(text) : null;
}

/** No spaces, control characters or backslashes; letters of every script are fine. */
function hasPlainCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  return !/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff\\]/.test(text);
}

function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return false;
  }
  // Credentials before the host can disguise a foreign link as one of the shop:
  // 'https://kishmish.example@evil.test'.
  const url = new URL(text);
  return url.hostname !== '' && url.username === '' && url.password === '';
}
