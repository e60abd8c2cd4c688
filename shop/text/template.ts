/** Texts with placeholders such as `{name}`, which the owner may rewrite. */

const PLACEHOLDER = /\{([^{}\n]{0,60})\}/g;

/** The placeholders of a template, each once, in the order of the text. */
export function placeholdersOf(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

/** The message for a template with a placeholder that is not `known`; null when there is none. */
export function placeholderFault(template: string, known: readonly string[]): string | null {
  const unknown = placeholdersOf(template).find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  return `{${unknown}} cannot be used in this text. You can use ${known.map((name) => `{${name}}`).join(', ')}.`;
}

/** The values of placeholders; null: there is none. */
export type TemplateValues = Readonly<Record<string, string | null>>;

/**
 * Puts the values into a template. A line in which a placeholder has no value is left out, so that
 * an order without a tracking number has no empty 'Tracking number:'. Braces in a value stay as
 * they are.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template
    .split('\n')
    .filter((line) => placeholdersOf(line).every((name) => typeof values[name] === 'string'))
    .map((line) => line.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
