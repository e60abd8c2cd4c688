import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Checks that everything cited in comments, test titles and docs/ exists in docs/, and that nothing
 * outside the repository is cited. docs/requirements/README.md explains the citation formats.
 */
const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const FOLDERS = ['shop', 'server', 'web', 'scripts', 'tests', 'docs', 'demo'];
const SELF = 'tests/citations.test.ts';

const files = [
  ...readdirSync(root).filter((name) => /\.(ts|js|md)$/.test(name)),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|css|js|md)$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  ),
].filter((file) => file !== SELF);
const texts = new Map(files.map((file) => [file, read(file)]));
const pages = files.filter((file) => file.startsWith('docs/'));

const all = (page: string, pattern: RegExp) => [...(texts.get(page) ?? '').matchAll(pattern)].map(([, id = '']) => id);
const requirements = pages.filter((page) => /^docs\/requirements\/\d/.test(page));

/** Valid citation targets: headings and first table cells of the pages. */
const known = new Set([
  ...requirements.flatMap((page) => [...all(page, /^# Requirements (\d)/gm)].map((number) => `R${number}`)),
  ...requirements.flatMap((page) => all(page, /^(?:## |\| )(R\d\.\d+(?:\.\d+)?) /gm)),
  ...all('docs/decisions/owner.md', /^## (D\d+) /gm),
  ...all('docs/invariants.md', /^\| (I\d) /gm),
  ...all('docs/invariants.md', /^\| (\d+) /gm).map((number) => `fault ${number}`),
  ...all('docs/security.md', /^(?:## |\| )(S\d(?:\.\d+)?) /gm),
  ...all('docs/design.md', /^## (G\d+) /gm),
]);

/**
 * Comments and test titles of code files; the full text of docs/ pages and the README, without code
 * blocks.
 */
function prose(file: string): string {
  const text = texts.get(file) ?? '';
  if (file.endsWith('.md')) return text.replace(/^```[\s\S]*?^```/gm, '');
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g) ?? [];
  const titles = /\.(test|spec)\.tsx?$/.test(file)
    ? (text.match(/\b(?:test|it|describe)\b[\w.]*\(\s*(['"`])[^\n]*?\1,/g) ?? [])
    : [];
  return [...comments, ...titles].join('\n').replace(/\n\s*(?:\*|\/\/) /g, ' ');
}

/** Numbered decision records (`ADR 18`) are no more: one that is still cited leads nowhere. */
function citationsIn(text: string): string[] {
  const ids =
    text.match(/\b(?:R[1-4](?:\.\d+){0,2}|S\d\.\d+|D\d{1,2}|I[1-7]|ADR \d+)\b|(?<=[( ])G\d{1,2}(?=[),;:. ])/g) ?? [];
  const faults = [...text.matchAll(/\bfaults? (\d+(?:(?:, | and | to |–)\d+)*)/gi)].flatMap(([, list = '']) =>
    (list.match(/\d+/g) ?? []).map((number) => `fault ${number}`),
  );
  return [...ids, ...faults];
}

/** GitHub's anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function leadsTo(target: string): boolean {
  const [file = '', fragment] = target.split('#');
  if (!existsSync(path.join(root, file))) return false;
  return (
    fragment === undefined ||
    all(file, /^#+ (.+)$/gm)
      .map(anchor)
      .includes(fragment)
  );
}

test('the docs contain citation targets', () => {
  const of = (pattern: RegExp) => [...known].filter((id) => pattern.test(id)).length;
  expect(of(/^R\d\.\d+$/)).toBeGreaterThanOrEqual(30);
  expect(of(/^R\d\.\d+\.\d+$/)).toBeGreaterThan(300);
  expect(of(/^D/)).toBeGreaterThanOrEqual(60);
  expect([of(/^I/), of(/^fault/)]).toEqual([7, 20]);
  expect(of(/^S\d\.\d+$/)).toBeGreaterThan(40);
});

test('every citation has a heading, a row or a record in docs', () => {
  const found = files.map((file) => ({ file, ids: citationsIn(prose(file)) }));
  expect(found.reduce((sum, { ids }) => sum + ids.length, 0)).toBeGreaterThan(500);
  expect(found.flatMap(({ file, ids }) => ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`))).toEqual(
    [],
  );
});

test('every page reference and link resolves', () => {
  const named = files.flatMap((file) =>
    [...prose(file).matchAll(/(?<![\w/.-])docs\/[\w./-]+\.(?:md|webp)(?:#[\w-]+)?/g)].map(([target]) => ({
      file,
      target,
    })),
  );
  const linked = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...prose(file).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => ({
        file,
        target: target.startsWith('#') ? `${file}${target}` : path.posix.join(path.posix.dirname(file), target),
      })),
    );
  expect(named.length + linked.length).toBeGreaterThan(40);
  expect(
    [...named, ...linked].filter(({ target }) => !leadsTo(target)).map(({ file, target }) => `${file}: ${target}`),
  ).toEqual([]);
});

test('nothing outside the repository is cited', () => {
  const outside =
    /\b[Ss]pec(?:ification)? [12]\b(?!\.\d)|\b[Ii]ssues? #?\d+\b|\bGUIDE\b|(?<![\w.-])\/work\/|\bshared\/(?:spec|reference|design)\b|(?<![\w/])reference\/[\w-]+\.md/;
  const wrong = files.flatMap((file) => {
    const hit = outside.exec(texts.get(file) ?? '');
    return hit ? [`${file}: ${hit[0]}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('the decision index lists every record', () => {
  const index = texts.get('docs/decisions/README.md') ?? '';
  const records = pages.filter((page) => page.startsWith('docs/decisions/') && !page.endsWith('/README.md'));
  expect(records.filter((page) => !index.includes(`](${path.posix.basename(page)})`))).toEqual([]);
});
