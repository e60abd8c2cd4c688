import { asciiDigits } from '../text/text.ts';

/**
 * What somebody types into the search box, in its parts: 'kaju 1 kilo' is the word 'kaju' and a
 * pack of 1000 g, 'sugar free almonds' the word 'almonds' and no added sugar.
 */
export interface SearchParts {
  /** What is left without the other parts and without words like 'and' or 'price'. */
  words: string;
  /** Net grams of the pack, if the query names one. */
  grams: number | null;
  noAddedSugar: boolean;
}

const PLAIN = /^[\w\s.,%-]*$/;

/**
 * Lower case, without compatibility forms, invisible characters, Latin accents and the dots and
 * moons of Devanagari that people leave out: 'Café' and 'cafe', 'पिस्ता' and 'पिस्‍ता' are the same.
 */
export function normalise(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower)
    ? lower
    : asciiDigits(lower)
        .normalize('NFKD')
        .replace(/[\u0300-\u036f\u093c\u200b-\u200f\u2060\ufeff]/g, '')
        .replace(/\u0901/g, '\u0902')
        .normalize('NFC')
        .toLowerCase();
}

/** Not within a word. */
const alone = (pattern: string) => `(?<![\\p{L}\\p{M}\\p{N}])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}])`;

const KILOS = 'kgs?|kilos?|kilograms?|किलो|किलोग्राम|किलोग्रॅम|किग्रा';
const GRAMS = 'g|gr|gms?|grams?|ग्राम|ग्रॅम|ग्रा';
/** Shares of a kilo in words. */
const SPOKEN: readonly (readonly [kilos: number, words: string])[] = [
  [0.25, 'quarter|pav|paav|pao|पाव'],
  [0.5, 'half|aadha|adha|ardha|आधा|अर्धा'],
  [1, 'one|ek|एक'],
  [1.5, 'dedh|did|डेढ|दीड'],
  [2, 'two|do|don|दो|दोन'],
];
const DIGITS = new RegExp(
  `(?<![\\d.])(?:(\\d{1,2}) ?[x×*] ?)?(\\d{1,4}(?:\\.\\d{1,3})?)[ -]?(?:(${KILOS})|${GRAMS})(?![\\p{L}\\p{M}\\p{N}])`,
  'gu',
);
const IN_WORDS = SPOKEN.map(([kilos, words]) => ({
  kilos,
  pattern: new RegExp(alone(`(?:${words}) (?:a )?(?:${KILOS})`), 'u'),
}));

const SUGAR = 'sugar|chini|cheeni|cheenee|shakkar|shakar|sakhar|शुगर|चीनी|शक्कर|साखर';
const NO_ADDED_SUGAR = new RegExp(
  alone(
    [
      'sugar ?-?less|unsweetened|no ?-?added ?-?sugars?|free (?:of|from) sugar',
      `(?:${SUGAR})[ -]?(?:free|rahit|mukta?|patients?|फ्री|रहित|मुक्त|विरहित)`,
      `(?:no|zero|without|bina|vina|बिना|विना) (?:added )?(?:${SUGAR})`,
      'diabetic(?:[ -]friendly| patients?)?|diabetics|diabetes|madhumeh|मधुमेह|मधुमेही|डायबिटीज|डायबिटिक|साखरेशिवाय',
    ].join('|'),
  ),
  'gu',
);

/** Words that people put around what they look for. */
const FILLERS = new RegExp(
  alone(
    'and|or|with|of|for|the|buy|online|price|rate|aur|ya|ke|ka|ki|liye|wala|wale|wali|chahiye|ani|' +
      'और|या|के|का|की|लिए|वाला|वाले|वाली|चाहिए|कीमत|दाम|भाव|व|आणि|किंमत',
  ),
  'gu',
);

/** @param query normalised */
export function readSearch(query: string): SearchParts {
  let grams: number | null = null;
  let rest = query.replace(DIGITS, (_, packs = '1', amount = '', kilos) => {
    grams ??= Math.round(Number(packs) * Number(amount) * (kilos ? 1000 : 1));
    return ' ';
  });
  const spoken = IN_WORDS.find(({ pattern }) => pattern.test(rest));
  if (grams === null && spoken) {
    grams = spoken.kilos * 1000;
    rest = rest.replace(spoken.pattern, ' ');
  }
  const sweet = rest.replace(NO_ADDED_SUGAR, ' ');
  const noAddedSugar = sweet !== rest;
  const left = plainWords(sweet.replace(FILLERS, ' '));
  // Of 'sugar free?' only the mark is left.
  const words = /[\p{L}\p{N}]/u.test(left) ? left : '';
  // 'Online' alone is what somebody looks for.
  const isFilled = words !== '' || grams !== null || noAddedSugar;
  return { words: isFilled ? words : plainWords(query), grams, noAddedSugar };
}

/** 'kaju+badam' are two words. */
function plainWords(text: string): string {
  return text.replace(/[\p{S}\s]+/gu, ' ').trim();
}
