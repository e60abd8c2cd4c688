import { expect, test } from 'vitest';
import { placeOf } from './return-to.ts';

test.each([
  '/admin',
  '/admin?section=products&edit=california-almonds',
  '/admin?section=products&q=a%20b&page=2',
  '/admin?section=orders&order=ORD1763700000000123',
])('%s is a place of the admin', (place) => expect(placeOf(place)).toBe(place));

test.each([
  null,
  '',
  'https://evil.example/admin',
  '//evil.example/admin',
  '/\\evil.example',
  '/admin/../cart',
  '/admin/login',
  '/admin/reset-password?token=x',
  '/administrator',
  '/cart',
  'javascript:alert(1)',
  '/admin?section=orders#x',
  '/admin?a=\nb',
  ' /admin',
])('%s is none', (place) => expect(placeOf(place)).toBe('/admin'));
