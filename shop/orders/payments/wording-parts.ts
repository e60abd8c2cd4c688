import type { Template } from '../../bank/template.ts';

/** A piece of a wording: fixed words (`slot` null), or a slot with what stands in it. */
export interface WordingPart {
  slot: string | null;
  text: string;
}

/**
 * The pieces of a wording; its slots are empty, and parts that may be missing stand there without
 * their brackets.
 */
export function partsOf({ text }: Pick<Template, 'text'>): WordingPart[] {
  return text
    .split(/(\{[a-z]+\})/)
    .map((piece) =>
      piece.startsWith('{')
        ? { slot: piece.slice(1, -1), text: '' }
        : { slot: null, text: piece.replace(/[[\]]/g, '') },
    )
    .filter((piece) => piece.slot !== null || piece.text !== '');
}

/**
 * A message as a learned wording reads it, to show it to a person. The whole text is one piece if
 * it cannot be divided. It decides nothing: `readMessage` has read the text before.
 */
export function partsIn({ text: wording }: Pick<Template, 'text'>, message: string): WordingPart[] {
  const parts: WordingPart[] = [];
  let slot: string | null = null;
  let at = 0;
  for (const piece of wording.split(/(\{[a-z]+\})/).filter(Boolean)) {
    if (piece.startsWith('{')) {
      slot = piece.slice(1, -1);
      continue;
    }
    const words = wordsOf(piece);
    words.lastIndex = slot === null ? at : at + 1;
    const found = words.exec(message);
    if (!found) return [{ slot: null, text: message }];
    // The spaces around a slot belong to the words.
    const start = slot === null ? at : at + message.slice(at, found.index).trimEnd().length;
    if (slot !== null) parts.push({ slot, text: message.slice(at, start) });
    const end = found.index + found[0].length;
    const spaces = /^\s*/.exec(message.slice(end))?.[0] ?? '';
    parts.push({ slot: null, text: message.slice(start, end) + spaces });
    at = end + spaces.length;
    slot = null;
  }
  const rest = message.slice(at);
  if (rest.trim() !== '') parts.push({ slot, text: rest });
  return parts;
}

/** Fixed words, with any white space between them. */
function wordsOf(piece: string): RegExp {
  const tokens = piece.match(/[\p{L}\p{M}\d]+|[^\s\p{L}\p{M}\d]/gu) ?? [];
  const escaped = tokens.map((token) => token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(escaped.join('\\s*'), 'gi');
}
