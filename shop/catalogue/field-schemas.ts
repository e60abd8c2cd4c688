import { z } from 'zod';
import { cleanText, cleanWord, isOneLine, trimmed } from '../text/text.ts';
import { type Field, initialOf, type ListField, type TextField } from './field-kinds.ts';
import {
  PRODUCT_FIELDS,
  TOP_FIELDS,
  type TopField,
  TRANSLATED_FIELDS,
  type TranslatedField,
  type ValueOf,
} from './fields.ts';
import { NUTRIENTS, type NutrientKey } from './nutrients.ts';

/** Zod schemas of the product fields (fields.ts) and nutrients (nutrients.ts). */

/** A text on one line. */
export const line = (most: number, sentence = 'This must be a text') =>
  z
    .string({ error: sentence })
    // As the database stores it: the name of a size is compared with it.
    .overwrite(trimmed)
    .max(most, `At most ${most} characters`)
    .refine(isOneLine, 'This must be on one line');

/** A text on one line that must not be empty. */
export const needed = (what: string, most: number) => line(most, `${what} is required`).min(1, `${what} is required`);

export const paragraph = (most: number, sentence = 'This must be a text') =>
  z.string({ error: sentence }).overwrite(cleanText).max(most, `At most ${most} characters`);

type Fields = typeof PRODUCT_FIELDS;
type Schema<Name extends TopField> = z.ZodType<ValueOf<Name>, ValueOf<Name>>;

type BodySchema<Name extends TopField> = Fields[Name] extends { required: true }
  ? Schema<Name>
  : Fields[Name] extends { fromSettings: true } | { initial: null }
    ? z.ZodOptional<Schema<Name>>
    : z.ZodDefault<Schema<Name>>;

type WireSchema<Name extends TopField> = Fields[Name] extends { kind: 'list' }
  ? z.ZodArray<z.ZodString>
  : Fields[Name] extends { kind: 'flag' }
    ? z.ZodBoolean
    : Fields[Name] extends { kind: 'number' }
      ? Fields[Name] extends { initial: null }
        ? z.ZodNullable<z.ZodNumber>
        : z.ZodNumber
      : z.ZodString;

/** At most `entries` texts of at most `most` characters; empty ones are dropped. */
const list = (entries: number, most: number) =>
  z
    .array(line(most))
    .max(entries, `At most ${entries} entries`)
    .overwrite((texts) => texts.filter(Boolean));

/** The schema of a value as it is sent. */
function valueSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'line': {
      const { pattern, most, label } = field;
      if (pattern)
        return z.string({ error: pattern.sentence }).overwrite(cleanWord).regex(pattern.matches, pattern.sentence);
      return field.required ? needed(label, most) : line(most);
    }
    case 'paragraph': {
      const sentence = `${field.label} is required`;
      return field.required ? paragraph(field.most, sentence).min(1, sentence) : paragraph(field.most);
    }
    case 'list':
      return list(field.entries, field.most);
    case 'flag':
      return z.boolean();
    case 'number': {
      const { sentence, noun = field.label, min, max } = field;
      const number = z.number({ error: sentence ?? `${noun} must be a number` });
      const whole = field.whole ? number.int(sentence ?? `${noun} must be a whole number`) : number;
      return whole
        .min(min, sentence ?? (min === 0 ? `${noun} must not be negative` : `${noun} is too small`))
        .max(max, sentence ?? `${noun} is too large`);
    }
    default:
      throw new Error(`${field.label} is not a plain field`);
  }
}

/** The schema of a field in the body of POST and PUT /products, with its default. */
function bodySchema(field: Field): z.ZodType {
  const value = valueSchema(field);
  if ('required' in field && field.required) return value;
  if ('fromSettings' in field && field.fromSettings) return value.optional();
  const initial = initialOf(field);
  return initial === null ? value.nullish() : value.default(initial);
}

/** A boolean or number of a nested object, as `bodySchema` makes it. */
export const flagSchema = (field: Field) => bodySchema(field) as z.ZodDefault<z.ZodBoolean>;
export const numberSchema = (field: Field) => bodySchema(field) as z.ZodDefault<z.ZodNumber>;

function wireSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'list':
      return z.array(z.string());
    case 'flag':
      return z.boolean();
    case 'number':
      return field.initial === null ? z.number().nullable() : z.number();
    default:
      return z.string();
  }
}

function shapeOf<Shape>(schemaOf: (field: Field) => z.ZodType): Shape {
  return Object.fromEntries(TOP_FIELDS.map((name) => [name, schemaOf(PRODUCT_FIELDS[name])])) as Shape;
}

/** The plain fields as they are sent. */
export const bodyShape = shapeOf<{ [Name in TopField]: BodySchema<Name> }>(bodySchema);

/** The plain fields of a product in responses. */
export const wireShape = shapeOf<{ [Name in TopField]: WireSchema<Name> }>(wireSchema);

/** A translated text as it is sent: with the limits of the English one, but never required. */
function translatedSchema(field: TextField | ListField): z.ZodType {
  if (field.kind === 'list') return list(field.entries, field.most).default([]);
  return (field.kind === 'line' ? line(field.most) : paragraph(field.most)).default('');
}

function textsOf<Shape>(schemaOf: (field: TextField | ListField) => z.ZodType): Shape {
  return Object.fromEntries(TRANSLATED_FIELDS.map((name) => [name, schemaOf(PRODUCT_FIELDS[name])])) as Shape;
}

/** The texts of a product in another language as they are sent; an empty one has no translation. */
export const translatedBody = z.object(
  textsOf<{ [Name in TranslatedField]: z.ZodDefault<Schema<Name>> }>(translatedSchema),
);

/** The texts of a product in another language in responses: those that are filled in. */
export const translatedWire = z.object(
  textsOf<{ [Name in TranslatedField]: z.ZodOptional<Schema<Name>> }>((field) => wireSchema(field).optional()),
);

/** All nutrients with one schema; each may be left out. */
export function nutrientShape(value: z.ZodNumber) {
  return Object.fromEntries(NUTRIENTS.map(({ key }) => [key, value.optional()])) as Record<
    NutrientKey,
    z.ZodOptional<z.ZodNumber>
  >;
}
