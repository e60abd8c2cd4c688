import { UPI_APPS, type UpiApp } from './upi.ts';

/**
 * Which UPI apps the payment page offers, and in which order. Without a list in the settings, the
 * order of the specification applies.
 */

/** One entry of the list in the payment settings. */
export interface AppChoice {
  id: string;
  visible: boolean;
}

/** Number of apps shown at first; the others are under 'More UPI Payment Options' (R2.2). */
export const FIRST_APPS = 4;

const OFFERED: readonly UpiApp[] = UPI_APPS.filter(({ group }) => group !== 'handled');
/** Default order on phones, as specified. */
const PHONE_FIRST = ['phonepe', 'paytm', 'googlepay', 'other'];

export function isOfferedApp(id: string): boolean {
  return OFFERED.some((app) => app.id === id);
}

/**
 * The complete list: the saved entries in their order, then the apps missing from them. Unknown and
 * duplicate ids are dropped.
 */
export function appChoices(saved: readonly AppChoice[] = []): AppChoice[] {
  const known = saved.filter(
    ({ id }, index) => isOfferedApp(id) && saved.findIndex((other) => other.id === id) === index,
  );
  const rest = OFFERED.filter(({ id }) => !known.some((choice) => choice.id === id));
  return [...known, ...rest.map(({ id }) => ({ id, visible: true }))];
}

/**
 * The apps of the payment page. Phones list only the first apps, so 'Other UPI Apps' is added to
 * them unless the settings hide it.
 */
export function appsAtCheckout(
  saved: readonly AppChoice[] | undefined,
  layout: 'phone' | 'desktop',
): { first: UpiApp[]; more: UpiApp[] } {
  const visibleApps = appChoices(saved).flatMap(({ id, visible }) =>
    visible ? OFFERED.filter((app) => app.id === id) : [],
  );
  if (!saved || saved.length === 0) {
    const first =
      layout === 'phone'
        ? PHONE_FIRST.flatMap((id) => visibleApps.filter((app) => app.id === id))
        : visibleApps.filter(({ main }) => main);
    return { first, more: visibleApps.filter(({ main }) => !main) };
  }
  const first = visibleApps.slice(0, FIRST_APPS);
  const more = visibleApps.slice(FIRST_APPS);
  const other = layout === 'phone' ? more.filter(({ id }) => id === 'other') : [];
  return { first: [...first, ...other], more: more.filter((app) => !other.includes(app)) };
}
