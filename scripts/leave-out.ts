import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import {
  ADVICE,
  LEFT_OUT,
  NOT_TO_IMPORT,
  READ_FOR_VERSIONS,
  REPLACED,
  THROWS,
  WITHOUT_CONSTANTS,
  WITHOUT_METHODS,
} from './left-out.ts';

/** A node of the parsed module (ESTree). */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * Takes what scripts/left-out.ts lists out of the browser's bundle: the body of each named function is replaced, and the minifier drops
 * what nothing asks for any more. Fails the build when a library has another version, when a listed name is not there exactly once,
 * and when a module of the shop imports something that is left out. Development and the server run the libraries whole.
 */
export function leaveOut(root: string): Plugin[] {
  const found = new Set<string>();
  return [
    {
      name: 'shop:leave-out',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      buildStart() {
        for (const [name, version] of Object.entries(READ_FOR_VERSIONS)) {
          const file = path.join(root, 'node_modules', name, 'package.json');
          const installed = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
          if (installed !== version) {
            this.error(`${name} is ${installed}, and scripts/left-out.ts was read for ${version}: read it again`);
          }
        }
      },
      transform: {
        filter: { id: /node_modules\/(react-router|react-dom|lucide-react)\/.*\.m?js$/ },
        handler(code, id) {
          const file = id.slice(id.lastIndexOf('/node_modules/') + '/node_modules/'.length);
          const ours = REPLACED[file];
          if (ours) {
            found.add(file);
            return { code: `export { default } from ${JSON.stringify(path.join(root, ours))};`, map: null };
          }
          const functions = LEFT_OUT[file] ?? {};
          const edits: Edit[] = [];
          const constants = WITHOUT_CONSTANTS[file] ?? [];
          const seen = new Map<string, number>();
          visit(this.parse(code), (node) => {
            const edit =
              bodyOf(node, functions) ??
              constantOf(node, constants) ??
              methodOf(node, WITHOUT_METHODS[file] ?? []) ??
              adviceOf(node, id);
            if (!edit) return true;
            edits.push(edit);
            if (edit.name) seen.set(edit.name, (seen.get(edit.name) ?? 0) + 1);
            return false;
          });
          for (const name of [...Object.keys(functions), ...constants]) {
            if (seen.get(name) !== 1)
              this.error(`scripts/left-out.ts: ${name} is ${seen.get(name) ?? 0} times in ${file}`);
          }
          if (file in LEFT_OUT || file in WITHOUT_CONSTANTS) found.add(file);
          return edits.length === 0 ? null : { code: apply(code, edits), map: null };
        },
      },
      buildEnd(error) {
        const missing = Object.keys({ ...LEFT_OUT, ...WITHOUT_CONSTANTS, ...REPLACED }).filter(
          (file) => !found.has(file),
        );
        if (!error && missing.length > 0) this.error(`scripts/left-out.ts: not in the bundle: ${missing.join(', ')}`);
      },
    },
    {
      name: 'shop:left-out-imports',
      transform: {
        filter: { id: /\/web\/.*\.tsx?$/ },
        handler(code, id) {
          for (const [, names = '', library = ''] of code.matchAll(
            /import\s*\{([^}]*)\}\s*from\s*'(react(?:-router|-dom)?)'/g,
          )) {
            const asked = names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? '');
            const gone = asked.filter((name) => NOT_TO_IMPORT[library]?.includes(name));
            if (gone.length > 0)
              this.error(`${id} imports ${gone.join(', ')}: left out of the bundle (scripts/left-out.ts)`);
          }
          return null;
        },
      },
    },
  ];
}

/** Calls `look` for a node and, while it answers true, for what is inside. */
function visit(value: unknown, look: (node: Node) => boolean): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, look);
  } else if (isNode(value) && look(value)) {
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, look);
  }
}

function bodyOf(node: Node, functions: Readonly<Record<string, string>>): (Edit & { name: string }) | null {
  if (node.type !== 'FunctionDeclaration' || !isNode(node.id) || !isNode(node.body)) return null;
  const name = String(node.id.name);
  const end = functions[name];
  if (end === undefined) return null;
  const text = end === THROWS ? `{ throw Error('left out: ${name}'); }` : end;
  return { start: node.body.start, end: node.body.end, text, name };
}

/** `const Name = …` */
function constantOf(node: Node, constants: readonly string[]): (Edit & { name: string }) | null {
  if (node.type !== 'VariableDeclarator' || !isNode(node.id) || !isNode(node.init)) return null;
  const name = String(node.id.name);
  // A function, because the library goes on to set properties on it.
  const text = `() => { throw Error('left out: ${name}'); }`;
  return constants.includes(name) ? { start: node.init.start, end: node.init.end, text, name } : null;
}

/** `Name.prototype.method = …;` */
function methodOf(node: Node, classes: readonly string[]): (Edit & { name?: string }) | null {
  if (node.type !== 'ExpressionStatement' || !isNode(node.expression)) return null;
  const { type, left } = node.expression;
  if (type !== 'AssignmentExpression' || !isNode(left) || !isNode(left.object)) return null;
  const { object, property } = left.object as { object?: unknown; property?: unknown };
  if (!isNode(object) || !isNode(property) || property.name !== 'prototype') return null;
  return classes.includes(String(object.name)) ? { start: node.start, end: node.end, text: ';' } : null;
}

function adviceOf(node: Node, id: string): (Edit & { name?: string }) | null {
  if (node.type !== 'ExpressionStatement' || !ADVICE.inside.test(id)) return null;
  const { expression } = node;
  if (!isNode(expression) || expression.type !== 'CallExpression' || !isNode(expression.callee)) return null;
  const called = String(expression.callee.name);
  return ADVICE.calls.some((name) => name === called) ? { start: node.start, end: node.end, text: ';' } : null;
}

function apply(code: string, edits: Edit[]): string {
  let text = code;
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  }
  return text;
}
