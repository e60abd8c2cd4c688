import m from '#messages/utr';
import { asciiDigits, cleanWord } from '../text/text.ts';
import { type Paise, plainRupees } from './money.ts';

export type UpiPlatform = 'android' | 'ios' | 'desktop';

/**
 * A UPI app (R2.7) with its picture `web/assets/upi-{id}.svg`. No public registry has the schemes: docs/upi.md
 * says how sure each is.
 */
export interface UpiApp {
  id: string;
  name: string;
  /** The part of the app's own link before the '?'. */
  scheme: string;
  androidPackage?: string;
  /** One of the four apps that the payment page shows first. */
  main: boolean;
  /**
   * `main` and `more` apps are offered at checkout; `handled` apps are recognised but not offered.
   */
  group: 'main' | 'more' | 'handled';
}

const GENERIC_SCHEME = 'upi://pay';

type Group = UpiApp['group'];
function app(id: string, name: string, group: Group, own?: string[]): UpiApp {
  const [scheme = GENERIC_SCHEME, androidPackage] = own ?? [];
  const base = { id, name, scheme, main: group === 'main', group };
  return androidPackage ? { ...base, androidPackage } : base;
}

/**
 * Every app id of R2.7, in display order. Apps without their own scheme use the generic chooser.
 */
export const UPI_APPS: readonly UpiApp[] = [
  app('phonepe', 'PhonePe', 'main', ['phonepe://pay', 'com.phonepe.app']),
  app('googlepay', 'Google Pay', 'main', ['gpay://upi/pay', 'com.google.android.apps.nbu.paisa.user']),
  app('paytm', 'Paytm', 'main', ['paytmmp://pay', 'net.one97.paytm']),
  app('other', 'Other UPI Apps', 'main'),
  app('amazonpay', 'Amazon Pay', 'more', ['amazonpay://upi/pay', 'in.amazon.mShop.android.shopping']),
  app('navi', 'Navi', 'more', ['navipay://upi/pay', 'com.navi.navidotcom']),
  app('bharatpe', 'BharatPe', 'more'),
  app('mobikwik', 'MobiKwik', 'more', ['mobikwik://upi/pay', 'com.mobikwik_new']),
  app('freecharge', 'Freecharge', 'more', ['freecharge://upi/pay', 'com.freecharge.android']),
  app('airtel', 'Airtel Payments Bank', 'more'),
  app('jio', 'JioFinance', 'more'),
  app('icici', 'ICICI iMobile', 'more'),
  app('hdfc', 'HDFC Bank', 'more'),
  app('bhim', 'BHIM', 'handled', ['bhim://upi/pay', 'in.org.npci.upiapp']),
  app('whatsapp', 'WhatsApp', 'handled', ['whatsapp://upi/pay', 'com.whatsapp']),
  app('yono', 'YONO SBI', 'handled'),
  app('popupi', 'POP UPI', 'handled'),
];

/**
 * Returns the app with this id. Unknown ids map to `other`, which uses the generic upi scheme
 * (R2.7).
 */
export function upiApp(appId: string): UpiApp {
  return UPI_APPS.find((entry) => entry.id === appId) ?? (UPI_APPS.find((entry) => entry.id === 'other') as UpiApp);
}

export function isUpiApp(appId: unknown): boolean {
  return UPI_APPS.some((entry) => entry.id === appId);
}

export interface UpiLinkParts {
  /** The shop's UPI ID. */
  pa: string;
  /** The payee's name. */
  pn: string;
  /** Amount in paise. */
  am: Paise;
  orderNumber: string;
  /** Absolute URL of the order's page: /payment-success?orderId={id}. */
  returnUrl: string;
  /** Transaction reference; defaults to the order number. */
  tr?: string;
}

/**
 * The UPI string of a payment, `upi://pay?…` (R2.7, docs/upi.md). The QR code shows exactly this
 * string (D27). Spaces are encoded as %20, not +; the @ of the UPI ID is not encoded, since some
 * apps do not decode it.
 *
 * @throws RangeError when the amount is not a whole number of paise, 0 or more
 */
export function upiLink({ orderNumber, tr = orderNumber, returnUrl, ...money }: UpiLinkParts): string {
  if (!Number.isSafeInteger(money.am) || money.am < 0) {
    throw new RangeError('not an amount of money');
  }
  return linkOf(money, `Payment for ${orderNumber}`, [`tr=${encode(tr)}`, `url=${encode(returnUrl)}`]);
}

/**
 * The UPI string that sends a refund to the shopper's UPI ID. `pa` is as the bank has reported it.
 *
 * @throws RangeError when the amount is not a whole number of paise, more than 0
 */
export function refundLink({ orderNumber, ...money }: Pick<UpiLinkParts, 'pa' | 'pn' | 'am' | 'orderNumber'>): string {
  if (!Number.isSafeInteger(money.am) || money.am <= 0) throw new RangeError('not an amount of money');
  return linkOf(money, `Refund for ${orderNumber}`, []);
}

/** @param rest further fields, encoded */
function linkOf({ pa, pn, am }: Pick<UpiLinkParts, 'pa' | 'pn' | 'am'>, note: string, rest: string[]): string {
  const query = [
    `pa=${encode(pa.trim()).replaceAll('%40', '@')}`,
    `pn=${encode(pn.trim())}`,
    `am=${plainRupees(am)}`,
    'cu=INR',
    `tn=${encode(note)}`,
    ...rest,
  ];
  return `${GENERIC_SCHEME}?${query.join('&')}`;
}

function encode(text: string): string {
  // encodeURIComponent does not encode ', which would end a single-quoted HTML attribute.
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');
}

/**
 * Returns the link that opens an app with a UPI string, or null on desktop (QR only, D27). Use it
 * in a real anchor: browsers block opening an app from a timer.
 *
 * @param fallbackUrl page that Android opens when the app is not installed. Defaults to the payment
 *   page at the origin of the return link, not /payment-success, because nothing has been paid yet.
 */
export function appLink(
  appId: string,
  upiUri: string,
  platform: UpiPlatform,
  fallbackUrl: string | null = paymentPageOf(upiUri),
): string | null {
  if (platform === 'desktop') {
    return null;
  }
  const entry = upiApp(appId);
  const query = upiUri.slice(upiUri.indexOf('?') + 1);
  if (platform === 'ios') {
    return `${entry.scheme}?${query}`;
  }
  if (!entry.androidPackage) {
    return `${GENERIC_SCHEME}?${query}`;
  }
  const fallback = fallbackUrl ? `S.browser_fallback_url=${encode(fallbackUrl)};` : '';
  return `intent://pay?${query}#Intent;scheme=upi;package=${entry.androidPackage};${fallback}end`;
}

function paymentPageOf(upiUri: string): string | null {
  const url = new URLSearchParams(upiUri.slice(upiUri.indexOf('?') + 1)).get('url');
  return url && URL.canParse(url) ? new URL('/payment', url).href : null;
}

/**
 * Detects the platform from the user agent. iPads that identify as a Mac are recognised by their
 * touch points.
 */
export function platformOf(userAgent: string, maxTouchPoints = 0): UpiPlatform {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  return /macintosh/i.test(userAgent) && maxTouchPoints > 1 ? 'ios' : 'desktop';
}

export const UTR_MAX = 20;
export const UTR_MIN_DIGITS = 10;

/**
 * The label before a 12-digit reference that shoppers copy along with it: 'UPI Ref No.
 * 632400000001'.
 */
const UTR_LABEL = /^(?:UTR|UPI|RRN|REF(?:ERENCE)?|TXN|TRANSACTION|ID|NO|NUMBER)+(?=0*\d{12}$)/;

/**
 * A UTR as it is typed: letters and digits only, upper case, ASCII digits, without the app's label.
 */
export function cleanUtr(text: string): string {
  return asciiDigits(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, '')
    .replace(UTR_LABEL, '');
}

/**
 * The UTR for storage and comparison. One of digits alone has 12 and no further leading zeros, as
 * in bank credits: a payment cannot be used twice by writing its reference in two ways (I4). An
 * invalid one is only cleaned.
 */
export function canonicalUtr(text: string): string {
  const utr = cleanUtr(text);
  return /^\d+$/.test(utr) && checkUtr(utr) === null ? utr.replace(/^0+/, '').padStart(12, '0') : utr;
}

/**
 * The UTR as it was typed, for the column beside the canonical form; null when both are the same.
 */
export function typedUtr(text: string): string | null {
  const utr = cleanUtr(text);
  return utr === canonicalUtr(utr) ? null : utr;
}

/** The UTR that people see: as it was typed, unless another has replaced it since (R2.3). */
export function shownUtr({ utr, utr_typed }: { utr: string | null; utr_typed: string | null }): string | null {
  return utr_typed !== null && canonicalUtr(utr_typed) === utr ? utr_typed : utr;
}

/** What UPI apps and banks write before the UTR. Google Pay calls it 'UPI transaction ID'. */
const BEFORE_UTR = /\b(?:UTR|RRN|UPI[ -]*(?:REF(?:ERENCE)?|TRANSACTION|TXN))\b(?:[ .:#-]|\b(?:NO|NUMBER|ID|IS)\b)*/gi;
/** 12 digits, alone or in groups, that are no part of a longer number or of a UPI ID. */
const TWELVE = /(?<![\w+]|[\d+][ -])\d(?:[ -]?\d){11}(?![ -]?\d|[A-Za-z]|\.?[\w-]*@)/g;
const WORD = /^[0-9A-Za-z]*\d[0-9A-Za-z]*/;

/**
 * Finds the UTR in a text copied from a UPI app: the number after 'UTR', 'RRN' or 'UPI Ref No.',
 * else those of 12 digits, else the first word with ten digits, else the whole text.
 *
 * @returns several where only the shopper can tell which is the UTR; never none
 */
export function utrsFromPaste(text: string): string[] {
  const plain = asciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ');
  const after = [...plain.matchAll(BEFORE_UTR)].map(({ 0: label, index }) =>
    numberAt(plain.slice(index + label.length)),
  );
  const named = after.filter((utr) => isUtrReady(utr));
  const found = named.length > 0 ? named : (plain.match(TWELVE) ?? []);
  const word = plain.split(/[^0-9A-Za-z@]+/).find((part) => !part.includes('@') && digitsOf(part) >= UTR_MIN_DIGITS);
  const all = found.length > 0 ? found : [word ?? /\d(?:[ -]?\d){9,}/.exec(plain)?.[0] ?? plain];
  return [...new Set(all.map((utr) => cleanUtr(utr).slice(0, UTR_MAX)))];
}

/** The number with which a text begins: 12 digits in groups, or one word. */
function numberAt(text: string): string {
  const [twelve] = text.match(TWELVE) ?? [];
  return cleanUtr(twelve && text.startsWith(twelve) ? twelve : (WORD.exec(text)?.[0] ?? ''));
}

const digitsOf = (text: string) => text.replace(/\D+/g, '').length;

/** Returns the error message for an invalid UTR (R2.5), or null. */
export function checkUtr(text: string): string | null {
  const utr = cleanUtr(text);
  if (utr === '') {
    return m.missing();
  }
  if (digitsOf(utr) < UTR_MIN_DIGITS) {
    return m.short();
  }
  return utr.length > UTR_MAX ? m.long() : null;
}

/** Whether the UTR is valid, so that the submit button turns green (R2.5). */
export function isUtrReady(text: string): boolean {
  return checkUtr(text) === null;
}

/**
 * Whether the text is a UPI reference number (RRN) of 12 digits. Use it for a hint, not to reject
 * input (docs/upi.md).
 */
export function looksLikeRrn(text: string): boolean {
  return /^\d{12}$/.test(cleanUtr(text));
}

const UPI_ID = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/;
const UPI_ID_MAX = 255;

/** Returns the error message for an invalid UPI ID (R2.5), or null. */
export function checkUpiId(text: string): string | null {
  const id = cleanWord(text);
  return id.length <= UPI_ID_MAX && UPI_ID.test(id) ? null : 'Please enter a valid UPI ID (e.g., yourname@paytm)';
}

/** The five sample handles offered in the payment settings (R2.9). */
export const UPI_HANDLES = ['@paytm', '@ybl', '@okaxis', '@ibl', '@upi'] as const;

/**
 * A sample handle as a chip. `id`: the name typed so far with this handle; null while no name is
 * typed.
 */
export interface UpiIdSuggestion {
  label: string;
  id: string | null;
}

/**
 * The sample handles for the name typed so far. A handle alone is no ID: a placeholder must not be
 * saved.
 */
export function suggestUpiIds(typed: string): UpiIdSuggestion[] {
  const name = /^[A-Za-z0-9._-]+/.exec(cleanWord(typed))?.[0];
  return UPI_HANDLES.map((handle) => ({ label: `${name ?? '…'}${handle}`, id: name ? `${name}${handle}` : null }));
}

/** That of demo/settings.json. */
export const DEMO_UPI_ID = 'kishmish@upi';

/** Names of examples. */
const SAMPLE_NAMES = ['yourname', 'your.name', 'your-name', 'your_name', 'example', 'name'];

/** Why a UPI ID is nobody's, or null. @param demo the ID of the demo shop, when this one is none */
export function checkSampleUpiId(text: string, demo: string | null): string | null {
  const id = cleanWord(text).toLowerCase();
  const isSample = SAMPLE_NAMES.includes(id.split('@')[0] ?? '') || id === demo?.toLowerCase();
  return isSample ? 'This is an example. Please enter your own UPI ID: shoppers pay to it.' : null;
}

/** Steps to find the UTR in an app (R2.2, overlay 3); general steps for apps without their own. */
export function utrHelp(appId: string): string[] {
  switch (appId) {
    case 'phonepe':
    case 'googlepay':
    case 'paytm':
    case 'bhim':
      return [m[`${appId}_1`](), m[`${appId}_2`](), m[`${appId}_3`]()];
    default:
      return [m.any_1(), m.any_2(), m.any_3()];
  }
}
