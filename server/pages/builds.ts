import path from 'node:path';
import type { Language } from '#shop/language.ts';
import { ROOT } from '../root.ts';

const BUILD = path.join(ROOT, 'build');

/** What `npm run build` writes for a language: the folders `client` and `server`. */
export const buildOf = (language: Language) => (language === 'en' ? BUILD : path.join(BUILD, language));
