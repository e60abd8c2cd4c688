import type { Language } from '../../language.ts';

/** The language of this build. */
export const LANGUAGE: Language = 'en';
