import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * One change of a source file; `scripts/mutate.ts` passes it to Vitest in the environment variable
 * MUTANT.
 */
export interface Mutant {
  /** From the root: `shop/money/money.ts`. */
  file: string;
  /** Offsets in the file's text. */
  start: number;
  end: number;
  /** The replacement text. */
  text: string;
}

/** Serves the mutated text of one file to the tests; the file on disk is not changed. */
export function mutant(): Plugin[] {
  if (!process.env.MUTANT) return [];
  const { file, start, end, text } = JSON.parse(process.env.MUTANT) as Mutant;
  const place = path.join(import.meta.dirname, '..', file);
  return [
    {
      name: 'kishmish:mutant',
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === place ? code.slice(0, start) + text + code.slice(end) : undefined),
    },
  ];
}
