import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Checks the tables in docs/ that list the tests of each requirement, invariant, fault and security
 * check: every row has a test, and every test exists. A test is cited as `file › beginning of its
 * title`, which only one title of the file has, or as a file if all of its tests apply.
 */
const root = path.join(import.meta.dirname, '..');
const REQUIREMENTS = readdirSync(path.join(root, 'docs/requirements'))
  .filter((name) => /^\d/.test(name))
  .map((name) => `docs/requirements/${name}`);

interface Row {
  id: string;
  text: string;
  proof: string;
}

function rowsOf(page: string): Row[] {
  return readFileSync(path.join(root, page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Id|Fault) \|/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
    .map((cells) => ({ id: cells[0] ?? '', text: cells.slice(1, -1).join(' '), proof: cells.at(-1) ?? '' }));
}

const texts = new Map<string, string>();

/** @returns why a cited test is invalid, or null */
function fault(named: string): string | null {
  const [file = '', title] = named.split(' › ');
  if (!/\.(test|spec)\.tsx?$/.test(file) && file !== 'tests/lighthouse.ts') return `${named}: not a test file`;
  const full = path.join(root, file);
  if (!existsSync(full)) return `${named}: no such file`;
  const text = texts.get(file) ?? readFileSync(full, 'utf8').replaceAll("\\'", "'");
  texts.set(file, text);
  if (title === undefined) return null;
  const titles = ["'", '"', '`'].flatMap((quote) => text.split(`${quote}${title}`).slice(1));
  if (titles.length === 0) return `${named}: no such test`;
  const whole = titles.every((rest) => /^['"`]/.test(rest));
  return whole || titles.length === 1 ? null : `${named}: the beginning of several tests`;
}

const proofs = ({ proof }: Row) => [...proof.matchAll(/`([^`]+)`/g)].map(([, named = '']) => named);

describe.each([...REQUIREMENTS, 'docs/invariants.md', 'docs/security.md'])('%s', (page) => {
  const rows = rowsOf(page);

  test('every row has a unique id and a text', () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ id, text }) => !/^([RS]\d+(\.\d+)+|I\d|\d+)$/.test(id) || text === '')).toEqual([]);
  });

  test('every row cites a test', () => {
    expect(rows.filter((row) => proofs(row).length === 0)).toEqual([]);
  });

  test('every cited test exists', () => {
    expect(rows.flatMap((row) => proofs(row).map(fault)).filter((text) => text !== null)).toEqual([]);
  });
});

test('the requirements are four documents', () => {
  expect(REQUIREMENTS).toHaveLength(4);
});
