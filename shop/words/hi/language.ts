import type * as English from '../en/language.ts';

export const LANGUAGE: typeof English.LANGUAGE = 'hi-IN';
