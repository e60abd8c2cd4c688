import type { Translation } from '../language.ts';
import * as hi from './hi/index.ts';

/** The words of each language into which the shop is translated. */
export const WORDS: Record<Translation, typeof hi> = { hi };
