import { forget, readText, writeText } from '#web/lib/device.ts';

/** The admin without a section. */
const ADMIN = '/admin';

/** Remembers where in the admin this tab is, for the sign-in that has become necessary. */
export function keepPlace(): void {
  writeText('adminPlace', `${window.location.pathname}${window.location.search}`);
}

export function forgetPlace(): void {
  forget('adminPlace');
}

/** Where a sign-in leads: to the remembered place, once; else to the admin's first section. */
export function takePlace(): string {
  const place = placeOf(readText('adminPlace'));
  forgetPlace();
  return place;
}

/**
 * The text when it is an address of the admin on this site (`/admin`, `/admin?section=…`); `/admin`
 * for anything else.
 */
export function placeOf(text: string | null): string {
  return text !== null && /^\/admin(\?[\w.~%!$&'()*+,;=:@/?-]*)?$/.test(text) ? text : ADMIN;
}
