import { BANK_SLOTS, type BankSlot } from './slots.ts';
import { OPAQUE, type Template } from './template.ts';
import { plainText } from './text.ts';

/**
 * A template's text as parts in order. `gap` tells whether a space stands before the part: it must,
 * or it may.
 */
export type Part =
  | { type: 'literal'; text: string; gap: Gap }
  | { type: 'bank'; name: BankSlot; gap: Gap }
  | { type: 'opaque'; name: OpaqueSlot; gap: Gap }
  | { type: 'optional'; parts: Part[] };
type Gap = 'must' | 'may';
export type OpaqueSlot = (typeof OPAQUE)[number] | 'name';

/**
 * Letters and digits stay together; every other character stands alone, and spaces around it do not
 * matter.
 */
const PIECE = /\{[a-z]+\}|[[\]]|[\p{L}\p{M}\d]+|[^\s\p{L}\p{M}\d]/gu;
const isWord = (piece: string) => /^[\p{L}\p{M}\d]/u.test(piece);
const isMark = (piece: string) => !isWord(piece) && !/^[{[\]]/.test(piece);

/**
 * Reads the text of a template.
 *
 * @throws Error when it has an unknown slot, a bracket without its other half, or a slot where it
 *   must not stand
 */
export function parseTemplate(text: string): Part[] {
  const plain = lowerCase(plainText(text));
  const stack: Part[][] = [[]];
  let end = 0;
  let previous = '';
  let spaced = false;
  for (const match of plain.matchAll(PIECE)) {
    const piece = match[0];
    spaced ||= match.index > end;
    end = match.index + piece.length;
    const parts = stack.at(-1) ?? [];
    if (piece === '[') {
      const group: Part[] = [];
      parts.push({ type: 'optional', parts: group });
      stack.push(group);
    } else if (piece === ']') {
      if (stack.length === 1) throw new Error('A ] has no [ before it.');
      stack.pop();
    } else {
      parts.push(partOf(piece, spaced && !isMark(piece) && !isMark(previous) ? 'must' : 'may'));
      previous = piece;
      spaced = false;
    }
  }
  if (stack.length > 1) throw new Error('A [ has no ] behind it.');
  checkOrder(flat(stack[0] ?? []));
  return stack[0] ?? [];
}

function partOf(piece: string, gap: Gap): Part {
  if (!piece.startsWith('{')) return { type: 'literal', text: piece, gap };
  const name = piece.slice(1, -1);
  const bank = BANK_SLOTS.find((each) => each === name);
  if (bank) return { type: 'bank', name: bank, gap: 'may' };
  const opaque = ([...OPAQUE, 'name'] as const).find((each) => each === name);
  if (!opaque) throw new Error(`There is no slot ${piece}.`);
  return { type: 'opaque', name: opaque, gap };
}

const flat = (parts: readonly Part[]): Exclude<Part, { type: 'optional' }>[] =>
  parts.flatMap((part) => (part.type === 'optional' ? flat(part.parts) : [part]));

/** What a payer may write must not come first, and `{any}` must come last. */
function checkOrder(parts: ReturnType<typeof flat>): void {
  const any = parts.findIndex((part) => part.type === 'opaque' && part.name === 'any');
  if (any >= 0 && any < parts.length - 1) throw new Error('{any} must be the last part.');
  const [first] = parts;
  if (first?.type === 'opaque' && first.name !== 'payer' && first.name !== 'name')
    throw new Error(`A template must not begin with {${first.name}}.`);
}

/** ASCII only, so that no character changes its length. */
export const lowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export interface Grammar {
  subject: Part[] | null;
  text: Part[];
  /** Words that its text always has: most templates are ruled out by them. */
  words: string[];
}

const grammars = new WeakMap<Template, Grammar>();

/**
 * A template that is ready to be matched; it is made ready once.
 *
 * @throws Error that names the template when its text is not well formed
 */
export function grammarOf(template: Template): Grammar {
  const grammar = grammars.get(template) ?? makeGrammar(template);
  grammars.set(template, grammar);
  return grammar;
}

function makeGrammar(template: Template): Grammar {
  try {
    const text = parseTemplate(template.text);
    const subject = template.subject === undefined ? null : parseTemplate(template.subject);
    const all = [...flat(subject ?? []), ...flat(text)];
    if (!all.some((part) => part.type === 'bank' && part.name === 'amount')) throw new Error('It has no {amount}.');
    const words = all.filter((part) => part.type === 'literal' && isWord(part.text));
    if (words.length < 2) throw new Error('It has too few words of its own.');
    const always = text.flatMap((part) => (part.type === 'literal' && isWord(part.text) ? [part.text] : []));
    return { subject, text, words: [...new Set(always)] };
  } catch (error) {
    throw new Error(`Template ${template.id}: ${(error as Error).message}`);
  }
}
