import type { Translation } from '../language.ts';
import * as hi from './hi/index.ts';
import * as mr from './mr/index.ts';

/** The words of each language into which the shop is translated. */
export const WORDS = { hi, mr } satisfies Record<Translation, typeof hi>;
