import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Checks that `npm ci` works on any platform: npm leaves packages out of the lock if the registry
 * lacks them.
 */

interface Entry {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};

/**
 * The places where Node looks for a package that the package in `from` needs, the nearest first.
 */
function placesOf(name: string, from: string): string[] {
  const places = [`${from === '' ? '' : `${from}/`}node_modules/${name}`];
  for (let rest = from; rest !== ''; ) {
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf('/node_modules/')));
    places.push(`${rest === '' ? '' : `${rest}/`}node_modules/${name}`);
  }
  return places;
}

test('package-lock.json has an entry for each optional dependency, such as the packages of each platform', () => {
  const wanted = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ name, from })),
  );
  expect(wanted.length).toBeGreaterThan(50);
  const missing = wanted.filter(({ name, from }) => !placesOf(name, from).some((place) => place in packages));
  expect(missing).toEqual([]);
});

test('package-lock.json names no registry', () => {
  expect(Object.keys(packages).filter((name) => packages[name]?.resolved)).toEqual([]);
});
