/**
 * `npm run mutate [-- folder…] [--sample=150] [--seed=1]`: mutation testing of the rules. Prints
 * the mutants that no test detects, and a score for each folder. Fails if a score is below the
 * minimum.
 *
 * A custom script, because it runs only the tests that import the changed file, and does not change
 * files on disk.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import type { Mutant } from './mutant.ts';

const ROOT = path.join(import.meta.dirname, '..');
const BAR = 85;
const PARALLEL = 2;
/**
 * Timeout for mutants that cause an endless loop: this many times the run without a mutant, at
 * least a minute.
 */
const PATIENCE = 3;
const DEFAULT = ['shop/money', 'shop/orders', 'shop/catalogue/stock.ts'];

const args = process.argv.slice(2);
const option = (name: string, otherwise: number) =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const sample = option('sample', 150);
const seed = option('seed', 1);
const targets = args.filter((arg) => !arg.startsWith('--'));

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const OPERATORS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};

/** All mutants of a file, from its syntax tree. */
function mutantsOf(file: string): Mutant[] {
  const code = readFileSync(path.join(ROOT, file), 'utf8');
  const found: Mutant[] = [];
  const add = (start: number, end: number, text: string) => found.push({ file, start, end, text });
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
  const visit = (node: Node): void => {
    // Skip types: they have no effect at run time.
    if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
    const { left, right, operator } = node as Node & { left?: Node; right?: Node; operator?: string };
    if (/^(Binary|Logical)Expression$/.test(node.type) && left && right && operator) {
      const text = OPERATORS[operator];
      const at = code.indexOf(operator, left.end);
      // `+` on strings has no arithmetic mutant.
      const joins = operator === '+' && [left, right].some((side) => /['"`]/.test(code.slice(side.start, side.end)));
      if (text && !joins && at >= left.end && at < right.start) add(at, at + operator.length, text);
    }
    if (node.type === 'Literal' && typeof node.value === 'boolean') add(node.start, node.end, String(!node.value));
    if (node.type === 'UnaryExpression' && operator === '!') add(node.start, node.start + 1, '');
    if ((node.type === 'IfStatement' || node.type === 'ConditionalExpression') && isNode(node.test)) {
      add(node.test.start, node.test.end, 'true');
      add(node.test.start, node.test.end, 'false');
    }
    if (node.type === 'ReturnStatement' && isNode(node.argument))
      add(node.argument.start, node.argument.end, 'undefined');
    if (node.type === 'ExpressionStatement' && isNode(node.expression) && !('directive' in node && node.directive)) {
      add(node.start, node.end, ';');
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node);
  return found;
}

/** A seeded random number generator (mulberry32). */
function random(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(all: T[], count: number): T[] {
  const next = random(seed);
  return all
    .map((one) => ({ one, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ one }) => one);
}

const sources = globSync('{shop,server,tests}/**/*.ts', { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/'));
const imports = new Map(
  sources.map((file) => {
    const texts = readFileSync(path.join(ROOT, file), 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*['"]([#.][^'"]+)['"]/g,
    );
    return [
      file,
      [...texts].map(([, text = '']) =>
        text.startsWith('#') ? text.slice(1) : path.posix.join(path.posix.dirname(file), text),
      ),
    ] as const;
  }),
);

/**
 * The tests that import a file, directly or not; those of its folder first. Rules are tested in
 * shop/; server code in its own area, also through tests/app.ts.
 */
function testsOf(file: string): string[] {
  const [layer = '', area = ''] = file.split('/');
  const found = new Set([file]);
  for (const known of found) {
    for (const [importer, targets] of imports) {
      const allowed = importer.startsWith(`${layer}/`) || (layer === 'server' && importer.startsWith('tests/'));
      if (allowed && targets.includes(known)) found.add(importer);
    }
  }
  const near = (test: string) => (path.dirname(test) === path.dirname(file) ? 0 : 1);
  const scope = layer === 'server' ? `server/${area}/` : `${layer}/`;
  return [...found]
    .filter((one) => one.endsWith('.test.ts') && one.startsWith(scope))
    .sort((a, b) => near(a) - near(b));
}

/**
 * @param patience ms before the run is stopped
 * @returns true if a test fails or the run is stopped
 */
function notices(mutant: Mutant, tests: string[], patience?: number): Promise<boolean> {
  const project = mutant.file.startsWith('shop/') ? 'shop' : 'sqlite';
  const vitest = path.join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  return new Promise((resolve) => {
    // Vitest's cache is keyed by the file on disk, so it would serve the mutant of the previous
    // run.
    const options = [`--project=${project}`, '--bail=1', '--reporter=dot', '--no-isolate', '--no-fsModuleCache'];
    const child: ChildProcess = spawn(process.execPath, [vitest, 'run', ...options, ...tests], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...process.env, MUTANT: JSON.stringify(mutant) },
    });
    const timer = patience === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), patience);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}

function describe({ file, start, end, text }: Mutant): string {
  const code = readFileSync(path.join(ROOT, file), 'utf8');
  const line = code.slice(0, start).split('\n').length;
  const was = code.slice(start, end).replace(/\s+/g, ' ').slice(0, 60);
  return `  ${file}:${line}  ${was} → ${text || '(nothing)'}`;
}

let low = false;
for (const target of targets.length > 0 ? targets : DEFAULT) {
  const place = path.join(ROOT, target);
  if (!existsSync(place)) throw new Error(`There is no ${target}.`);
  const files = statSync(place).isDirectory()
    ? sources.filter((file) => file.startsWith(`${target}/`) && !file.endsWith('.test.ts'))
    : [target];
  const tested = new Map(files.map((file) => [file, testsOf(file)]));
  const all = [...new Set([...tested.values()].flat())];
  const started = Date.now();
  if (files[0] && (await notices({ file: files[0], start: 0, end: 0, text: '' }, all))) {
    throw new Error(`The tests of ${target} fail without a mutant already.`);
  }
  const patience = Math.max(60_000, PATIENCE * (Date.now() - started));
  const queue = pick(files.flatMap(mutantsOf), sample);
  const survivors: Mutant[] = [];
  const count = queue.length;
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const tests = tested.get(next.file) ?? [];
      if (tests.length === 0 || !(await notices(next, tests, patience))) survivors.push(next);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const score = count === 0 ? 100 : (100 * (count - survivors.length)) / count;
  low ||= score < BAR;
  console.log(`${target}: ${score.toFixed(1)} % of ${count} mutants noticed (at least ${BAR} %)`);
  for (const text of survivors.map(describe).sort()) console.log(text);
}
if (low) process.exitCode = 1;
