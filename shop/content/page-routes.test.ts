import { expect, test } from 'vitest';
import type { ProductPage } from './content.ts';
import { checkPageRoute, NO_ROUTE, RESERVED_ROUTE, withPageInput } from './page-routes.ts';

const KNOWN: ProductPage = {
  ...withPageInput(null, { name: 'Fitness Mix' }),
  description: 'Roasted',
  products: ['fitness-mix-classic'],
};

test('the route of a new page is derived from its name: lower case, spaces to hyphens (R1.2)', () => {
  expect(withPageInput(null, { name: 'Date Bites' })).toMatchObject({
    route: '/date-bites',
    products: [],
    ctaText: '',
  });
  expect(withPageInput(null, { name: 'Date Bites', route: '/bites', benefits: ['Soft'] })).toMatchObject({
    route: '/bites',
    benefits: ['Soft'],
  });
});

test('omitted fields stay; a new name changes the route, unless one is given', () => {
  expect(withPageInput(KNOWN, { name: 'Fitness Mix', ctaText: 'Shop' })).toEqual({ ...KNOWN, ctaText: 'Shop' });
  expect(withPageInput(KNOWN, { name: 'Gym Mix' })).toEqual({ ...KNOWN, name: 'Gym Mix', route: '/gym-mix' });
  expect(withPageInput(KNOWN, { name: 'Gym Mix', route: '/fitness-mix' }).route).toBe('/fitness-mix');
});

test.each<[string, string[]]>([
  ['/date-bites', []],
  ['/', [NO_ROUTE]],
  ['/cart', [RESERVED_ROUTE]],
  ['/admin', [RESERVED_ROUTE]],
  ['/about', [RESERVED_ROUTE]],
  ['/carts', []],
])('route %s', (route, messages) => {
  expect(checkPageRoute({ route }).map(({ msg }) => msg)).toEqual(messages);
});
