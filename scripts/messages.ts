import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/lib/compile-module.js';
import { parse, type Token } from '@messageformat/parser';
import type { Plugin } from 'vite';
import { LANGUAGE_CODES, type Language } from '#shop/language.ts';

/**
 * Compiles the message catalogues: `messages/{language}/{name}.json` becomes a module of functions
 * in `.messages/{language}/{name}.js`. All code imports `#messages/{name}`, `.messages/{name}.js`,
 * whose functions answer in the current language (shop/language.ts).
 */

/** What a visit begins with, and what only later pages say: two files in each language. */
const PACKS = ['first', 'later'] as const;
type Pack = (typeof PACKS)[number];
const FIRST = ['dates', 'frame', 'home', 'not-loaded', 'packs', 'stale', 'stock', 'ui', 'unfinished'];
/** What pages do not say: mails, the service worker, and the server without pages. */
const NOT_ON_PAGES = ['mail-texts', 'mails', 'notes', 'offline', 'plain'];
const packOf = (name: string): Pack => (FIRST.includes(name) ? 'first' : 'later');

type Catalogue = Record<string, string>;
/** The names of a message's values, each with its TypeScript type. */
type Values = Map<string, string>;

/**
 * Compiles all catalogues below `root`.
 *
 * @throws Error that names each missing or unknown key and each message whose values differ between
 *   the languages
 */
export function compileMessages(root: string): void {
  const source = path.join(root, 'messages');
  const target = path.join(root, '.messages');
  const names = readdirSync(path.join(source, 'en')).map((file) => path.basename(file, '.json'));
  const faults: string[] = [];
  for (const folder of ['browser', 'packs']) mkdirSync(path.join(target, folder), { recursive: true });
  for (const language of LANGUAGE_CODES) {
    const from = path.join(source, language);
    const to = path.join(target, language);
    mkdirSync(to, { recursive: true });
    const strays = readdirSync(from).filter((file) => !names.includes(path.basename(file, '.json')));
    faults.push(...strays.map((file) => `${language}/${file}: there is no such catalogue in English`));
    for (const name of names) {
      const en = read(path.join(source, 'en', `${name}.json`));
      const messages = read(path.join(from, `${name}.json`));
      faults.push(...differences(`${language}/${name}.json`, en, messages));
      write(path.join(to, `${name}.js`), compileModule(new MessageFormat(language), messages));
    }
    deleteOthers(to, names);
  }
  for (const name of names) {
    const en = read(path.join(source, 'en', `${name}.json`));
    write(path.join(target, `${name}.js`), inCurrentLanguage(name, Object.keys(en)));
    write(path.join(target, `${name}.d.ts`), declarations(en));
  }
  deleteOthers(target, names);
  const shown = names.filter((name) => !NOT_ON_PAGES.includes(name));
  for (const name of shown) write(path.join(target, 'browser', `${name}.js`), fromPack(name));
  for (const pack of PACKS) {
    const own = shown.filter((name) => packOf(name) === pack);
    for (const language of LANGUAGE_CODES)
      write(path.join(target, 'packs', `${language}-${pack}.js`), packed(own, language));
  }
  if (faults.length > 0) {
    throw new Error(`The messages of the shop are not complete:\n${faults.join('\n')}`);
  }
}

/**
 * Messages of a catalogue (`file`) that are missing, unknown, or differ from the English ones in
 * values or elements.
 */
export function differences(file: string, en: Catalogue, own: Catalogue): string[] {
  const faults = Object.keys(own).flatMap((key) => (key in en ? [] : [`${file}: ${key} is not in English`]));
  for (const [key, message] of Object.entries(en)) {
    const translated = own[key];
    if (!translated?.trim()) {
      faults.push(`${file}: ${key} is missing`);
      continue;
    }
    const [wanted, found] = [valuesOf(message), valuesOf(translated)].map((values) =>
      [...values.keys()].sort().join(', '),
    );
    if (wanted !== found) faults.push(`${file}: ${key} has the values (${found}) instead of (${wanted})`);
    const [tags, foundTags] = [message, translated].map(tagsOf);
    if (tags !== foundTags) faults.push(`${file}: ${key} has the tags (${foundTags}) instead of (${tags})`);
  }
  return faults;
}

function read(file: string): Catalogue {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** The values that a message needs. */
function valuesOf(message: string): Values {
  const values: Values = new Map();
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'content' || token.type === 'octothorpe') continue;
      values.set(token.arg, typeOf(token));
      if ('cases' in token) for (const { tokens: inner } of token.cases) visit(inner);
    }
  };
  visit(parse(message));
  return values;
}

function typeOf(token: Exclude<Token, { type: 'content' | 'octothorpe' }>): string {
  if (token.type === 'argument') return 'string | number';
  if (token.type === 'select') {
    const keys = token.cases.map(({ key }) => key);
    // Without 'other' in use, the cases are all there are.
    return keys.map((key) => (key === 'other' ? 'string' : `'${key}'`)).join(' | ');
  }
  return 'number';
}

/** The names of the elements in a message (web/ui/rich.tsx), sorted. */
function tagsOf(message: string): string {
  return [...message.matchAll(/<(\w+)>/g)]
    .map(([, tag]) => tag)
    .sort()
    .join(', ');
}

/** The module of a catalogue: each of its functions answers in the language of the moment. */
function inCurrentLanguage(name: string, keys: readonly string[]): string {
  return [
    "import { currentLanguage } from '../shop/language.ts';",
    ...LANGUAGE_CODES.map((language) => `import ${language} from './${language}/${name}.js';`),
    '',
    `const words = { ${LANGUAGE_CODES.join(', ')} };`,
    'const own = () => words[currentLanguage()];',
    'export default {',
    ...keys.map((key) => `  ${JSON.stringify(key)}: (values) => own()[${JSON.stringify(key)}](values),`),
    '};',
    '',
  ].join('\n');
}

/** The module of a catalogue in the built scripts of the browser. */
function fromPack(name: string): string {
  return `export { ${variable(name)} as default } from 'words/${packOf(name)}';\n`;
}

/** The catalogues of a pack in one language. */
function packed(names: readonly string[], language: Language): string {
  return names.map((name) => `export { default as ${variable(name)} } from '../${language}/${name}.js';\n`).join('');
}

/** 'order-status' as a name in JavaScript: 'orderStatus'. */
function variable(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Deletes what was compiled from catalogues that are gone. */
function deleteOthers(folder: string, names: readonly string[]): void {
  for (const file of readdirSync(folder)) {
    const [, name] = /^(.+)\.(?:js|d\.ts)$/.exec(file) ?? [];
    if (name && !names.includes(name)) rmSync(path.join(folder, file));
  }
}

function declarations(messages: Catalogue): string {
  const lines = Object.entries(messages).map(([key, message]) => {
    const values = [...valuesOf(message)].map(([name, type]) => `${name}: ${type}`);
    return `  ${JSON.stringify(key)}(${values.length > 0 ? `values: { ${values.join('; ')} }` : ''}): string;`;
  });
  return `declare const messages: {\n${lines.join('\n')}\n};\nexport default messages;\n`;
}

function write(file: string, text: string): void {
  let current: string | undefined;
  try {
    current = readFileSync(file, 'utf8');
  } catch {
    // Not compiled yet.
  }
  // An unchanged file keeps its time, so that nothing that watches it starts again.
  if (current !== text) writeFileSync(file, text);
}

/**
 * The words in the built scripts of the browser: they import `words/first` and `words/later`, which
 * are files of their own in each language. The import map of a page says which.
 */
export function packs(root: string): Plugin {
  return {
    name: 'packs',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      for (const language of LANGUAGE_CODES) {
        for (const pack of PACKS) {
          const id = path.join(root, '.messages', 'packs', `${language}-${pack}.js`);
          this.emitFile({ type: 'chunk', id, name: `words-${language}-${pack}`, preserveSignature: 'strict' });
        }
      }
    },
    resolveId: {
      order: 'pre',
      handler(source) {
        if (source.startsWith('words/')) return { id: source, external: true };
        const [, name] = /^#messages\/(.+)$/.exec(source) ?? [];
        return name ? path.join(root, '.messages', 'browser', `${name}.js`) : null;
      },
    },
  };
}

/** Compiles the catalogues again when one is edited while `npm run dev` runs. */
export function messages(root: string): Plugin {
  return {
    name: 'messages',
    configureServer({ watcher, config }) {
      watcher.on('change', (file) => {
        if (!file.startsWith(path.join(root, 'messages'))) return;
        try {
          compileMessages(root);
        } catch (error) {
          config.logger.error(error instanceof Error ? error.message : String(error));
        }
      });
    },
  };
}

if (import.meta.main) compileMessages(path.join(import.meta.dirname, '..'));
