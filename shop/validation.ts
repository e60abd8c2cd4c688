import { z } from 'zod';

/**
 * Default messages for values that do not match a schema. Messages set on a schema take precedence.
 * Zod's own defaults are about types ('Invalid input: expected object, received undefined'), which
 * does not help users of a form.
 */

type Issue = z.core.$ZodRawIssue;

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'empty',
};

/**
 * @returns a user-facing message that names the field, such as 'Quantity must be a whole number'
 */
function sentenceFor(issue: Issue): string {
  const label = labelOf(issue.path ?? []);
  const missing = issue.input === undefined || issue.input === null || issue.input === '';
  switch (issue.code) {
    case 'invalid_type':
      if (!label) return 'Please send the fields as a JSON object';
      return missing ? `${label} is required` : `${label} must be ${TYPES[String(issue.expected)] ?? 'another value'}`;
    case 'invalid_value':
      if (missing) return `${label || 'A value'} is required`;
      return `${label || 'The value'} must be ${anyOf((issue.values as unknown[]).map(String))}`;
    case 'too_small':
      if (missing && issue.origin === 'string') return `${label || 'A text'} is required`;
      return `${label || 'The value'} must ${boundary(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `${label || 'The value'} must ${boundary(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'not_multiple_of':
      return `${label || 'The value'} must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `${(issue.keys as string[]).join(', ')} cannot be set here`;
    default:
      return missing ? `${label || 'A value'} is required` : `${label || 'The value'} is not valid`;
  }
}

/**
 * Installs these messages as the default of every schema. Called once, where requests are validated
 * (server/http/implement.ts).
 */
export function installSentences(): void {
  z.config({ customError: sentenceFor });
}

function boundary(origin: unknown, bound: 'at least' | 'at most', limit: number): string {
  if (origin === 'string') return `have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `be ${bound} ${limit}`;
}

function anyOf(values: string[]): string {
  return values.length === 1 ? `${values[0]}` : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/**
 * A label for the last segment of a path: `items.0.unitPrice` → 'Unit price'. List entries are
 * numbered: `tags.0` → 'Tags, entry 1'.
 */
function labelOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return '';
  if (typeof last === 'number') {
    const list = labelOf(path.slice(0, -1));
    return list ? `${list}, entry ${last + 1},` : `Entry ${last + 1}`;
  }
  const words = String(last)
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
