/** A fact of the Do You Know block. */
export interface Fact {
  id: string;
  icon: string;
  title: string;
  description: string;
  source?: string | undefined;
}

/**
 * Converts a fact to an object. A text is parsed as 'Title: description'; without a colon it is the
 * title (R1.3).
 */
export function parseFact(fact: Fact | string, index: number): Fact {
  if (typeof fact !== 'string') {
    return fact;
  }
  const colon = fact.indexOf(':');
  const title = colon === -1 ? fact : fact.slice(0, colon);
  const description = colon === -1 ? '' : fact.slice(colon + 1);
  return { id: `fact-${index + 1}`, icon: '', title: title.trim(), description: description.trim() };
}
