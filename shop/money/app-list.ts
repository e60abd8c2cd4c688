import { UPI_APPS, type UpiApp } from './upi.ts';

/** Which UPI apps the payment page offers, and in which order: as specified, until the owner says otherwise. */

/** One line of the owner's list. */
export interface AppChoice {
  id: string;
  visible: boolean;
}

/** So many apps stand open; the others are behind 'More UPI Payment Options' (R2.2). */
export const FIRST_APPS = 4;

/** Apps that only come from elsewhere are never offered. */
const OFFERED: readonly UpiApp[] = UPI_APPS.filter(({ group }) => group !== 'handled');
/** The phone's list has an order of its own in the specification. */
const PHONE_FIRST = ['phonepe', 'paytm', 'googlepay', 'other'];

export function isOfferedApp(id: string): boolean {
  return OFFERED.some((app) => app.id === id);
}

/** The whole list: what was saved, in its order, then the apps that it does not name. Unknown and doubled ids are dropped. */
export function appChoices(saved: readonly AppChoice[] = []): AppChoice[] {
  const known = saved.filter(
    ({ id }, index) => isOfferedApp(id) && saved.findIndex((other) => other.id === id) === index,
  );
  const rest = OFFERED.filter(({ id }) => !known.some((choice) => choice.id === id));
  return [...known, ...rest.map(({ id }) => ({ id, visible: true }))];
}

/**
 * The apps of the payment page. A phone lists the first ones only, so the way to any other app is kept among them when the owner
 * shows it at all.
 */
export function appsAtCheckout(
  saved: readonly AppChoice[] | undefined,
  layout: 'phone' | 'desktop',
): { first: UpiApp[]; more: UpiApp[] } {
  const shown = appChoices(saved).flatMap(({ id, visible }) => (visible ? OFFERED.filter((app) => app.id === id) : []));
  if (!saved || saved.length === 0) {
    const first =
      layout === 'phone'
        ? PHONE_FIRST.flatMap((id) => shown.filter((app) => app.id === id))
        : shown.filter(({ main }) => main);
    return { first, more: shown.filter(({ main }) => !main) };
  }
  const first = shown.slice(0, FIRST_APPS);
  const more = shown.slice(FIRST_APPS);
  const other = layout === 'phone' ? more.filter(({ id }) => id === 'other') : [];
  return { first: [...first, ...other], more: more.filter((app) => !other.includes(app)) };
}
