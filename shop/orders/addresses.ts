import { isEmail } from '../text/text.ts';

/** Which links and image addresses page content and products may hold (D46). No Zod in here. */

/**
 * A link that is safe to render, or null: `https:`, `mailto:`, `tel:` or a path of the shop. Refused: every other scheme,
 * `//host` and `/\host` (browsers read both as another site), and tabs, line breaks, spaces and control characters, which
 * browsers drop out of addresses (`java\tscript:`).
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
 * An image's address, or null: uploaded or brought along (a path of the shop, or a plain file path such as
 * `site/hero-1.webp`), or linked by `https:` (D17).
 */
export function imageAddress(address: string): string | null {
  const text = address.trim();
  if (/^[a-z0-9_][\w.-]*(\/[\w.-]+)*$/i.test(text)) {
    return text.split('/').includes('..') ? null : text;
  }
  return text.startsWith('/') || /^https:/i.test(text) ? safeLink(text) : null;
}

/** Neither spaces nor control characters nor backslashes; letters of any script are fine. */
function hasPlainCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  return !/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff\\]/.test(text);
}

function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return false;
  }
  // A name before the host is how 'https://kishmish.example@evil.test' deceives the reader.
  const url = new URL(text);
  return url.hostname !== '' && url.username === '' && url.password === '';
}
