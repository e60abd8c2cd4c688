/** The language of this build, as an HTML `lang`. */
export const LANGUAGE: 'en-IN' | 'hi-IN' = 'en-IN';
