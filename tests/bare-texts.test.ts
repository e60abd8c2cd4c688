import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/**
 * A browser that translates a page puts each text into elements of its own. React then cannot put
 * anything before that text, and cannot remove it: the page dies. So a text whose siblings come and
 * go is an element, which React can still find.
 */

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}
type Expression = Node & Record<'left' | 'right' | 'expression' | 'consequent' | 'alternate' | 'callee', Node>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Whether this names text; `elements` are names of this file that hold elements. */
function isText(node: Node, elements: ReadonlySet<string>): boolean {
  const { left, right, expression, consequent, alternate, callee } = node as Expression;
  const text = (one: Node) => isText(one, elements);
  switch (node.type) {
    case 'JSXText':
      return String(node.value).trim() !== '';
    case 'JSXExpressionContainer':
      return text(expression);
    case 'Literal':
      return typeof node.value === 'number' || (typeof node.value === 'string' && node.value.trim() !== '');
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return true;
    case 'Identifier':
      return !elements.has(String(node.name));
    case 'MemberExpression':
      return text(node.property as Node);
    case 'CallExpression':
      return !['map', 'flatMap', 'rich', 'createPortal'].includes(nameOf(callee)) && text(callee);
    case 'LogicalExpression':
      return text(right) || (node.operator !== '&&' && text(left));
    case 'ConditionalExpression':
      return text(consequent) || text(alternate);
    default:
      return false;
  }
}

/** Whether this is an element, or a function that makes one. */
function isElement(node: Node): boolean {
  const { right, expression, consequent, alternate } = node as Expression;
  if (node.type === 'ArrowFunctionExpression') return isElement(node.body as Node);
  if (node.type === 'ParenthesizedExpression') return isElement(expression);
  if (node.type === 'LogicalExpression') return isElement(right);
  if (node.type === 'ConditionalExpression') return isElement(consequent) || isElement(alternate);
  return node.type.startsWith('JSX');
}

const nameOf = (callee: Node): string => String((isNode(callee.property) ? callee.property : callee).name);

/** Whether this child is there only at times, or several times. */
function comesAndGoes({ type, expression }: Expression): boolean {
  if (type !== 'JSXExpressionContainer') return false;
  const { operator, consequent, alternate, callee } = expression as Expression;
  switch (expression.type) {
    case 'LogicalExpression':
      return operator === '&&';
    case 'ConditionalExpression':
      return [consequent, alternate].some(
        (one) => one.type.startsWith('JSX') || one.value === null || one.value === '',
      );
    case 'CallExpression':
      return nameOf(callee) === 'map';
    default:
      return false;
  }
}

function everyNode(node: Node): Node[] {
  const below = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return [node, ...below.filter(isNode).flatMap(everyNode)];
}

/** The lines of elements in which a bare text has siblings that come and go. */
function bareTexts(code: string): number[] {
  const nodes = everyNode(parseAst(code, { lang: 'tsx' }) as unknown as Node);
  const made = nodes.filter(({ type, init }) => type === 'VariableDeclarator' && isNode(init) && isElement(init));
  const typed = code.matchAll(/(\w+)\??: (?:\([^)]*\) => )?ReactNode/g);
  const elements = new Set([
    ...made.map(({ id }) => String((id as Node).name)),
    ...[...typed].map(([, name]) => String(name)),
    'children',
  ]);
  return nodes
    .filter(({ type, children }) => type.startsWith('JSX') && Array.isArray(children))
    .filter(({ children }) => {
      const shown = (children as Expression[]).filter((one) => isText(one, elements) || one.type !== 'JSXText');
      return shown.length > 1 && shown.some((one) => isText(one, elements)) && shown.some(comesAndGoes);
    })
    .map(({ start }) => code.slice(0, start).split('\n').length);
}

test.each([
  ['{done && <Icon />} Saved', true],
  ['{label}{note && <small>{note}</small>}', true],
  ['{m.title()} {list.map((one) => <b key={one}>{one}</b>)}', true],
  ['<b>{name}</b>{old && "Old"}', true],
  ['<b>{name}</b>{own ? <i>{own}</i> : other}', true],
  ['{done && <Icon />} <span>Saved</span>', false],
  ['<b>{name}</b> {old && <i>{old}</i>}', false],
  ['{done && "Saved"}', false],
  ['<Icon /> Saved', false],
  ['{children}{old && <i>{old}</i>}', false],
])('%s', (jsx, found) => {
  expect(bareTexts(`const Box = () => <p>${jsx}</p>;`)).toEqual(found ? [1] : []);
});

test('no text has siblings that come and go', () => {
  const files = globSync('web/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'));
  expect(files.length).toBeGreaterThan(100);
  const places = files.flatMap((file) => bareTexts(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`));
  expect(places).toEqual([]);
});
