import { currentLanguage, TRANSLATIONS } from '#shop/language.ts';
import type { DeviceKey } from './lib/device.ts';

/**
 * Runs inline in the head, before the page is painted, and cannot reference anything outside
 * itself. A page in English opens in the remembered language. The press on a link to another
 * language is remembered here and not in React, so that it counts before hydration too: otherwise
 * the page in English would go back to the remembered language.
 *
 * @param others the codes of the languages to go to; none on a page that is in one of them
 */
function keepLanguage(key: string, others: readonly string[]): void {
  const remember = ({ target }: Event) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[hreflang]');
    if (!link) return;
    // The cached page does not know every parameter of its address.
    link.search = location.search;
    try {
      localStorage.setItem(key, link.hreflang.slice(0, 2));
    } catch {
      // Not remembered in this browser.
    }
  };
  // The middle button opens a new tab without a click event.
  for (const type of ['click', 'auxclick']) addEventListener(type, remember, true);
  try {
    const { pathname, search, hash } = location;
    const language = localStorage.getItem(key);
    if (!language || !others.includes(language) || /^\/(admin|kingadminlogin)/.test(pathname)) return;
    if (others.includes(pathname.split('/')[1] ?? '')) return;
    document.documentElement.style.visibility = 'hidden';
    location.replace(`/${language}${pathname === '/' ? '' : pathname}${search}${hash}`);
  } catch {
    // The page stays in English.
  }
}

export const languageScript = () =>
  `(${keepLanguage})(${JSON.stringify('language' satisfies DeviceKey)},${JSON.stringify(currentLanguage() === 'en' ? TRANSLATIONS : [])})`;
