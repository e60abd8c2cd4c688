import type { FieldError } from '../errors.ts';
import { routeOf } from '../text/slugs.ts';
import { type ProductPage, type ProductPageInput, RESERVED_ROUTES } from './content.ts';

/** Pure functions for creating and updating product pages (R1.2, R1.3; D9). */

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
 * Applies an input to a page, or creates one if `before` is null. Without a route in the input, a
 * new name changes the route and an unchanged name keeps it. Omitted fields keep their values.
 */
export function withPageInput(before: ProductPage | null, input: ProductPageInput): ProductPage {
  const { route: newRoute, ...fields } = input;
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const route = newRoute ?? (before && before.name === input.name ? before.route : routeOf(input.name));
  return { ...EMPTY, ...before, ...changes, name: input.name, route };
}

/** Validates the route of a page; returns an empty array if it is valid. */
export function checkPageRoute(page: Pick<ProductPage, 'route'>): FieldError[] {
  if (page.route === '/') return [{ path: 'route', msg: NO_ROUTE }];
  return RESERVED_ROUTES.has(page.route) ? [{ path: 'route', msg: RESERVED_ROUTE }] : [];
}
