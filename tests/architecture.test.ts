import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Checks the import rules of docs/architecture.md. Failures list the file and the import. */

const ROOT = path.join(import.meta.dirname, '..');
const FOLDERS = ['shop', 'server', 'web', 'scripts', 'tests'];
/** 'Over ~400 lines' of docs/architecture.md, with room for a table of types. */
const MAX_LINES = 450;

interface Import {
  /** The importing file, from the root: `web/ui/button.tsx`. */
  file: string;
  /** The import specifier: `#shop/money/money.ts`. */
  text: string;
  /** Path of the imported file from the root, or the package specifier. */
  target: string;
  typeOnly: boolean;
}

function filesUnder(folder: string, ending: RegExp): string[] {
  const full = path.join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('node_modules/'));
}

const STATIC = /^(?:import|export)\s+(type\s+)?(?:([^'"`;]*?)\s*from\s*)?['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\s*\(\s*['"]([^'"]+)['"]/g;

function importsOf(file: string, code: string): Import[] {
  const found: Import[] = [];
  for (const [, type, names = '', text = ''] of code.matchAll(STATIC)) {
    // `import { type A, type B }` imports nothing at run time either.
    const listed =
      /^\{([\s\S]*)\}$/
        .exec(names.trim())?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? [];
    const typeOnly = type !== undefined || (listed.length > 0 && listed.every((name) => name.startsWith('type ')));
    found.push({ file, text, target: targetOf(file, text), typeOnly });
  }
  for (const [, text = ''] of code.matchAll(DYNAMIC)) {
    found.push({ file, text, target: targetOf(file, text), typeOnly: false });
  }
  return found;
}

function targetOf(file: string, text: string): string {
  if (text.startsWith('#words/')) return text.replace('#words', 'shop/words/en');
  if (text.startsWith('#')) return text.slice(1);
  return text.startsWith('.') ? path.posix.join(path.posix.dirname(file), text) : text;
}

const files = FOLDERS.flatMap((folder) => filesUnder(folder, /\.(ts|tsx)$/));
const imports = files.flatMap((file) => importsOf(file, readFileSync(path.join(ROOT, file), 'utf8')));

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');
const within = (target: string, folder: string) => target.startsWith(`${folder}/`);
const isPackage = (target: string, ...names: string[]) =>
  names.some((name) => target === name || target.startsWith(`${name}/`));
const asText = (found: Import[]) => found.map(({ file, text }) => `${file} imports ${text}`);

/** shop/ modules that only format values; web/ui may import them at run time. */
const FORMATTING = new Set([
  'shop/money/money.ts',
  'shop/india/dates.ts',
  'shop/text/text.ts',
  'shop/catalogue/stock.ts',
  'shop/media/pictures.ts',
]);

describe('import rules', () => {
  it('reads the imports of every folder', () => {
    expect(
      importsOf(
        'web/ui/a.tsx',
        "import { type A, type B } from '../lib/b.ts';\nexport * from '#shop/money/money.ts';\nconst c = await import('kysely');",
      ),
    ).toEqual([
      { file: 'web/ui/a.tsx', text: '../lib/b.ts', target: 'web/lib/b.ts', typeOnly: true },
      { file: 'web/ui/a.tsx', text: '#shop/money/money.ts', target: 'shop/money/money.ts', typeOnly: false },
      { file: 'web/ui/a.tsx', text: 'kysely', target: 'kysely', typeOnly: false },
    ]);
    for (const folder of ['shop', 'server', 'web']) {
      expect(imports.some(({ file }) => within(file, folder))).toBe(true);
    }
  });

  it('shop imports zod and itself only', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        within(file, 'shop') &&
        !within(target, 'shop') &&
        !isPackage(target, 'zod') &&
        !(isTest(file) && isPackage(target, 'vitest', 'fast-check', 'node:fs')),
    );
    expect(asText(wrong)).toEqual([]);
  });

  it('shop has no clock, no randomness and no input or output of its own', () => {
    const wrong = files
      .filter((file) => within(file, 'shop') && !isTest(file))
      .filter((file) =>
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.|\bfetch\(|\bconsole\./.test(withoutComments(file)),
      );
    expect(wrong).toEqual([]);
  });

  it('server never imports web', () => {
    expect(asText(imports.filter(({ file, target }) => within(file, 'server') && within(target, 'web')))).toEqual([]);
  });

  it('web reaches server through one door, and for types only', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        within(file, 'web') &&
        within(target, 'server') &&
        !isTest(file) &&
        !(file === 'web/services.server.ts' && typeOnly),
    );
    expect(asText(wrong)).toEqual([]);
  });

  it('web imports no server-only packages', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        within(file, 'web') &&
        !isTest(file) &&
        !/(^|[./])server\.tsx?$/.test(file) &&
        !typeOnly &&
        (target.startsWith('node:') ||
          isPackage(target, 'kysely', 'pg', 'fastify', 'pino', 'sharp', 'nodemailer', 'pdfkit', 'minisearch')),
    );
    expect(asText(wrong)).toEqual([]);
  });

  it('web/ui imports only React, icons, formatting, messages and itself', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        within(file, 'web/ui') &&
        !isTest(file) &&
        !within(target, 'web/ui') &&
        !within(target, 'web/assets') &&
        !within(target, 'messages') &&
        // `react-router` only for its Link.
        !isPackage(target, 'react', 'react-dom', 'react-router') &&
        !(within(target, 'shop') && (typeOnly || FORMATTING.has(target))),
    );
    expect(asText(wrong)).toEqual([]);
  });

  it('queries never import routes, services or HTTP', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        file.endsWith('.queries.ts') &&
        (/\.routes\.ts$/.test(target) || within(target, 'server/http') || (/\.service\.ts$/.test(target) && !typeOnly)),
    );
    expect(asText(wrong)).toEqual([]);
  });
});

/** The area of a file, such as `server/orders`. Each folder of web/admin is an area; so is a file directly in a layer. */
function areaOf(file: string): string {
  const parts = file.split('/');
  if (parts.length === 2) return file;
  return parts[0] === 'web' && parts[1] === 'admin' && parts.length > 3
    ? parts.slice(0, 3).join('/')
    : parts.slice(0, 2).join('/');
}

const PLATFORM = new Set(['http', 'database', 'audit', 'mail', 'pages'].map((room) => `server/${room}`));
const TOP = ['server/main.ts', 'server/app.ts', 'server/services.ts'];

/** The layer of an area of the server; imports point down. Files directly in server/, except the top three, belong to the platform. */
function heightOf(area: string): number {
  const top = TOP.indexOf(area);
  if (top >= 0) return TOP.length + 2 - top;
  return PLATFORM.has(area) || area.endsWith('.ts') ? 1 : 2;
}

/** Import cycles between areas (Tarjan's strongly connected components with more than one member). */
function circles(graph: Map<string, Set<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (area: string) => {
    order.set(area, order.size);
    low.set(area, order.get(area) as number);
    stack.push(area);
    for (const next of graph.get(area) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(area, Math.min(low.get(area) as number, low.get(next) as number));
    }
    if (low.get(area) === order.get(area)) {
      const group = stack.splice(stack.indexOf(area));
      if (group.length > 1) found.push(group.sort());
    }
  };
  for (const area of graph.keys()) if (!order.has(area)) visit(area);
  return found;
}

describe('the areas', () => {
  /** From area to area, types included, with the imports behind each arrow. */
  const arrows = new Map<string, string[]>();
  const graph = new Map<string, Set<string>>();
  for (const { file, text, target } of imports) {
    const [from, to] = [areaOf(file), areaOf(target)];
    if (isTest(file) || from === to || ![file, target].every((each) => /^(shop|server|web)\//.test(each))) continue;
    if (!files.includes(target)) continue;
    arrows.set(`${from} → ${to}`, [...(arrows.get(`${from} → ${to}`) ?? []), `${file} imports ${text}`]);
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }

  it('finds a circle where there is one', () => {
    const graphOf = (pairs: [string, string][]) =>
      pairs.reduce(
        (all, [from, to]) => all.set(from, (all.get(from) ?? new Set()).add(to)),
        new Map<string, Set<string>>(),
      );
    expect(
      circles(
        graphOf([
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'b'],
          ['c', 'd'],
        ]),
      ),
    ).toEqual([['b', 'c']]);
    expect(
      circles(
        graphOf([
          ['a', 'b'],
          ['a', 'c'],
          ['b', 'c'],
        ]),
      ),
    ).toEqual([]);
  });

  it('do not import each other in a circle', () => {
    expect(circles(graph)).toEqual([]);
  });

  it('of the server import downwards only', () => {
    const upward = [...arrows].filter(([arrow]) => {
      const [from = '', to = ''] = arrow.split(' → ');
      return from.startsWith('server/') && to.startsWith('server/') && heightOf(from) < heightOf(to);
    });
    expect(upward).toEqual([]);
  });

  it('of the server are joined by at most 100 arrows', () => {
    const rooms = [...arrows.keys()].filter(
      (arrow) => /^server\/.* → server\//.test(arrow) && !TOP.some((top) => arrow.startsWith(`${top} `)),
    );
    expect(rooms.length).toBeGreaterThan(30);
    expect(rooms.length).toBeLessThanOrEqual(100);
  });
});

describe('file rules', () => {
  it(`no file is longer than ${MAX_LINES} lines`, () => {
    const long = files
      .filter((file) => !isTest(file))
      .map((file) => ({ file, lines: readFileSync(path.join(ROOT, file), 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it.each(['en', 'hi'])('shop/words/%s/index.ts names all files of English words', (language) => {
    const words = readdirSync(path.join(ROOT, 'shop', 'words', 'en'));
    const index = readFileSync(path.join(ROOT, 'shop', 'words', language, 'index.ts'), 'utf8');
    const named = [...index.matchAll(/'\.\/(.+\.ts)'/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(words.filter((name) => name !== 'index.ts' && !isTest(name)).toSorted());
  });

  it('no file has a catch-all name', () => {
    expect(files.filter((file) => /(^|\/)(utils?|misc|helpers?|common)(\.|\/)/.test(file))).toEqual([]);
  });
});

function withoutComments(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
