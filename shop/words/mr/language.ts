/** Without the type of English, which does not know Marathi yet. */
export const LANGUAGE = 'mr-IN';
