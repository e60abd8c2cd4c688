import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';

/** Checks the rules of docs/architecture.md, "Styling", in the stylesheets and components. */

const LINES_LIMIT = 4_600;
const root = path.join(import.meta.dirname, '..');
const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => existsSync(path.join(root, file)) && !/(^|\.test\.tsx?)$/.test(file));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const sheets = listed('*.css');
const modules = listed('web/*.ts', 'web/*.tsx', 'web/**/*.ts', 'web/**/*.tsx');

/** Splits a selector list at commas outside of parentheses. */
function selectorsOf(list: string): string[] {
  return list.split(/,(?![^()]*\))/).map((selector) => selector.trim());
}

/**
 * The class that a selector styles: the first class of its last compound, ignoring :has() and
 * :not().
 */
function subjectOf(selector: string): string | undefined {
  const last = selector
    .replace(/:(has|not)\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .split(/[\s>+~]+/)
    .at(-1);
  return last?.match(/\.(-?[_a-zA-Z][\w-]*)/)?.[1];
}

/** Maps each class to the stylesheets that style it. */
function definitions(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    postcss.parse(read(sheet)).walkRules((rule) => {
      for (const selector of selectorsOf(rule.selector)) {
        const name = subjectOf(selector);
        if (name) found.set(name, (found.get(name) ?? new Set()).add(sheet));
      }
    });
  }
  return found;
}

/** The classes named in the class attributes of a module. */
function usedIn(source: string): Set<string> {
  const attributes = source.matchAll(/(?:className|boxClass)=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g);
  return new Set([...attributes].flatMap(([, text, code]) => (text ?? code ?? '').split(/[\s"'`]+/)));
}

/** The stylesheets that a stylesheet imports, itself included. */
function closure(sheet: string): string[] {
  const imports: string[] = [];
  postcss.parse(read(sheet)).walkAtRules('import', ({ params }) => {
    const name = params.match(/^"(\.[^"]+)"/)?.[1];
    if (name) imports.push(path.join(path.dirname(sheet), name));
  });
  return [sheet, ...imports.flatMap(closure)];
}

test('all stylesheets together stay within the line budget', () => {
  const lines = sheets.reduce((sum, sheet) => sum + read(sheet).split('\n').length - 1, 0);
  expect(lines).toBeLessThanOrEqual(LINES_LIMIT);
});

test('a class is styled by one stylesheet only', () => {
  const twice = [...definitions()].filter(([, files]) => files.size > 1);
  expect(twice.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});

test('every styled class is used by a component', () => {
  // Values may be defined in shop/: badge colours, stock states.
  const words = new Set([...modules, ...listed('shop/**/*.ts')].flatMap((file) => read(file).split(/[^\w-]+/)));
  // Classes such as `btn-${variant}` are composed: the prefix is in the component, the suffix is
  // one of its values.
  const composed = (name: string) => {
    const parts = name.split('-');
    return parts.some(
      (_, at) => at > 0 && words.has(`${parts.slice(0, at).join('-')}-`) && words.has(parts.slice(at).join('-')),
    );
  };
  expect([...definitions().keys()].filter((name) => !words.has(name) && !composed(name))).toEqual([]);
});

test('a component imports the stylesheets of its classes, unless they are on every page', () => {
  const everywhere = new Set(closure('web/app.css'));
  const admin = new Set(closure('web/admin/admin.css'));
  const missing: string[] = [];
  const styled = definitions();
  for (const file of modules) {
    const source = read(file);
    const imported = new Set(
      [...source.matchAll(/^import '((?:#web|\.)[^']+\.css)';/gm)].map(([, name = '']) =>
        name.startsWith('#web/') ? name.slice(1) : path.join(path.dirname(file), name),
      ),
    );
    for (const name of usedIn(source)) {
      const [sheet] = styled.get(name) ?? [];
      if (!sheet || everywhere.has(sheet) || imported.has(sheet)) continue;
      if (!(file.startsWith('web/admin/') && admin.has(sheet))) missing.push(`${file}: ${name} of ${sheet}`);
    }
  }
  expect(missing).toEqual([]);
});

test('component classes are in the components layer, so that utilities override them regardless of import order', () => {
  const outside: string[] = [];
  for (const sheet of sheets) {
    postcss.parse(read(sheet)).walkRules((rule) => {
      if (!selectorsOf(rule.selector).some((selector) => selector.includes('.'))) return;
      let above: postcss.Container | postcss.Document | undefined = rule.parent;
      while (above && !(above instanceof postcss.AtRule && above.name === 'layer')) above = above.parent;
      const layer = above instanceof postcss.AtRule ? above.params : undefined;
      if (layer !== 'components' && layer !== 'base') outside.push(`${sheet}: ${rule.selector}`);
    });
  }
  expect(outside).toEqual([]);
});

test('every url() names a file that is there', () => {
  const missing = sheets.flatMap((sheet) =>
    [...read(sheet).matchAll(/url\("(\.[^"]+)"\)/g)]
      .map(([, name = '']) => path.posix.join(path.posix.dirname(sheet), name))
      .filter((file) => !existsSync(path.join(root, file))),
  );
  expect(missing).toEqual([]);
});
