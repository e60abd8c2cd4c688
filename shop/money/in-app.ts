/** Browsers inside other apps, from which UPI apps do not open. */

/** The app in whose browser a page is open, by the user agent; null in a browser of its own. */
export function inAppBrowser(userAgent: string): 'Instagram' | 'Facebook' | null {
  if (/\bInstagram\b/.test(userAgent)) return 'Instagram';
  return /\bFB(?:AN|AV|_IAB)\b/.test(userAgent) ? 'Facebook' : null;
}

/** The link that opens an http(s) address in Chrome on Android. */
export function chromeLink(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};package=com.android.chrome;end`;
}
