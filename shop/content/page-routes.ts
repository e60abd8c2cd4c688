import type { FieldError } from '../errors.ts';
import { routeOf } from '../text/slugs.ts';
import { type ProductPage, type ProductPageInput, RESERVED_ROUTES } from './content.ts';

/** Product pages as an admin makes and changes them (R1.2, R1.3; D9): pure. */

export const NO_ROUTE = 'Please give a route, such as /date-bites: none can be made from this name';
export const RESERVED_ROUTE = 'This route is a page of the shop itself. Please choose another one';

const EMPTY: Omit<ProductPage, 'name' | 'route'> = {
  category: '',
  description: '',
  pageTitle: '',
  metaDescription: '',
  heroImage: '',
  heroImageAlt: '',
  educationalContent: '',
  pageHeader: '',
  pageSubtitle: '',
  benefits: [],
  usageInstructions: '',
  storageInstructions: '',
  nutritionalInfo: '',
  ctaText: '',
  products: [],
};

/**
 * The page that an input makes of a known one (none: a new page). The route is the one that is given; else a new name brings the
 * route that follows from it, and the old name keeps the old route. What is left out stays.
 */
export function withPageInput(before: ProductPage | null, input: ProductPageInput): ProductPage {
  const { route: asked, ...fields } = input;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const route = asked ?? (before && before.name === input.name ? before.route : routeOf(input.name));
  return { ...EMPTY, ...before, ...given, name: input.name, route };
}

/** What is wrong with the route of a page, or nothing. */
export function checkPageRoute(page: Pick<ProductPage, 'route'>): FieldError[] {
  if (page.route === '/') return [{ path: 'route', msg: NO_ROUTE }];
  return RESERVED_ROUTES.has(page.route) ? [{ path: 'route', msg: RESERVED_ROUTE }] : [];
}
