import { type Grammar, lowerCase, type OpaqueSlot, type Part } from './grammar.ts';
import { type BankSlot, isName, isOpaque, takeAt } from './slots.ts';

/** What one way to read the whole text says. `null`: the text shows no value. */
export interface Parse {
  bank: Partial<Record<BankSlot, string | number | null>>;
  payer: string | null;
  vpa: string | null;
  note: string | null;
}

/** Parses that reached a place in the text, by the values of the bank. */
type Reached = Map<number, Map<string, Parse>>;

/** A part that is to be believed is shorter. */
const LONGEST_PART = 320;
/** Above it, nothing is read: a text with so many ways to read it is made to confuse. */
const MOST_STATES = 20_000;

class TooManyWays extends Error {}

interface Source {
  text: string;
  lower: string;
  receivedDay: string;
  /**
   * False: every part that a payer writes may hold anything, so that all ways to read the text are
   * seen.
   */
  strict: boolean;
}

/**
 * Every way in which the template reads the whole text, one for each set of the bank's values.
 * `strict` accepts only what looks like a payer, a VPA and so on; without it, opaque parts may hold
 * anything. `'confusing'`: there are too many ways.
 */
export function parsesOf(
  grammar: Grammar,
  message: { text: string; subject: string },
  receivedDay: string,
  strict: boolean,
): Parse[] | 'confusing' {
  try {
    const start = new Map([['{}', { bank: {}, payer: null, vpa: null, note: null }]]);
    const text = sourceOf(message.text, receivedDay, strict);
    if (!grammar.words.every((word) => text.lower.includes(word))) return [];
    const subject = sourceOf(message.subject, receivedDay, strict);
    const entered = grammar.subject ? complete(grammar.subject, subject, start) : start;
    return [...complete(grammar.text, text, entered).values()];
  } catch (error) {
    if (error instanceof TooManyWays) return 'confusing';
    throw error;
  }
}

const sourceOf = (text: string, receivedDay: string, strict: boolean): Source => ({
  text,
  lower: lowerCase(text),
  receivedDay,
  strict,
});

function complete(parts: readonly Part[], source: Source, start: Map<string, Parse>): Map<string, Parse> {
  return walk(parts, source, new Map([[0, start]])).get(source.text.length) ?? new Map();
}

function walk(parts: readonly Part[], source: Source, from: Reached): Reached {
  let reached = from;
  for (const part of parts) {
    reached =
      part.type === 'optional' ? merged(reached, walk(part.parts, source, reached)) : step(part, source, reached);
  }
  return reached;
}

function merged(one: Reached, other: Reached): Reached {
  const all: Reached = new Map([...one].map(([place, parses]) => [place, new Map(parses)]));
  for (const [place, parses] of other) for (const [key, parse] of parses) add(all, place, key, parse);
  return all;
}

/**
 * Of parses with the same values of the bank, the one with the shortest payer stays: a title or a
 * path is no part of the name.
 */
function add(reached: Reached, place: number, key: string, parse: Parse): void {
  const parses = reached.get(place) ?? new Map<string, Parse>();
  const known = parses.get(key);
  if (!known || (parse.payer ?? '').length < (known.payer ?? '').length) parses.set(key, parse);
  reached.set(place, parses);
}

function step(part: Exclude<Part, { type: 'optional' }>, source: Source, from: Reached): Reached {
  const next: Reached = new Map();
  let states = 0;
  const put = (place: number, key: string, parse: Parse) => {
    states += 1;
    if (states > MOST_STATES) throw new TooManyWays();
    add(next, place, key, parse);
  };
  for (const place of [...from.keys()].sort((a, b) => a - b)) {
    const parses = from.get(place) ?? new Map<string, Parse>();
    const start = source.text[place] === ' ' ? place + 1 : place;
    const closed = part.gap === 'must' && start === place && place > 0 && place < source.text.length;
    if (part.type === 'opaque') {
      const ends = closed ? [] : endsOf(part.name, source, start);
      for (const [key, parse] of parses) {
        for (const end of ends) put(end, key, filled(parse, part.name, source.text.slice(start, end)));
        if (part.name === 'note') put(place, key, parse);
      }
    } else if (part.type === 'literal') {
      if (closed || !source.lower.startsWith(part.text, start)) continue;
      if (isCut(part.text, source.text, start)) continue;
      for (const [key, parse] of parses) put(start + part.text.length, key, parse);
    } else {
      const taken = takeAt(part.name, source.text, start, source.receivedDay);
      if (!taken) continue;
      for (const parse of parses.values()) {
        const after = withValue(parse, part.name, taken.value);
        if (after) put(taken.end, JSON.stringify(after.bank), after);
      }
    }
  }
  return next;
}

/**
 * A word of the template must not end in the middle of one of the text, as `Rev` in `Revathi`; a
 * number may follow it.
 */
function isCut(word: string, text: string, start: number): boolean {
  const end = start + word.length;
  return /\p{L}$/u.test(word) && /^\p{L}/u.test(text.charAt(end)) && !/^x/i.test(text.charAt(end));
}

function endsOf(name: OpaqueSlot, { text, strict }: Source, start: number): number[] {
  if (name === 'any') return strict && !isOpaque('any', text.slice(start), { isLast: true }) ? [] : [text.length];
  const ends: number[] = [];
  const last = strict || name === 'name' ? Math.min(text.length, start + LONGEST_PART) : text.length;
  const wordsEnd = text.replace(/[\s.,;!]+$/u, '').length;
  for (let end = start + 1; end <= last; end += 1) {
    if (text[end - 1] === ' ') continue;
    const value = text.slice(start, end);
    if (
      name === 'name'
        ? isName(value)
        : !strict || isOpaque(name, value, { isFirst: start === 0, isLast: end >= wordsEnd })
    )
      ends.push(end);
  }
  return ends;
}

/** The first slot of a name counts; later ones are further parts of a path. */
function filled(parse: Parse, name: OpaqueSlot, value: string): Parse {
  if (name === 'any' || name === 'name' || parse[name] !== null) return parse;
  return { ...parse, [name]: value };
}

/** Null if the text says two different things. */
function withValue(parse: Parse, name: BankSlot, value: string | number | null): Parse | null {
  const known = parse.bank[name];
  if (value === null || known === value) return parse;
  if (known !== undefined) return null;
  return { ...parse, bank: { ...parse.bank, [name]: value } };
}
