/** The kinds of product fields, and what the table in fields.ts tells of one. */

interface Common {
  /** Name in notices and, without a `prompt`, on the form. */
  label: string;
  /** The label on the form, if it is longer. */
  prompt?: string;
  hint?: string;
  /**
   * Path of the value in a product and in its body. Default: the name of the field, at the top
   * level.
   */
  path?: readonly string[];
  /**
   * Name of the CSV column if it differs from the field name; false for a field without a column.
   */
  csv?: string | false;
  /** The part of the form that lists the field. A field without one is placed separately. */
  panel?: 'words' | 'label';
  /** Sent to the product page (web/storefront/product/page-product.ts). */
  page?: true;
  /** Name of the empty field in the completeness meter. Without it, the field is not counted. */
  missing?: string;
}

/** `most` counts characters. */
export interface TextField extends Common {
  kind: 'line' | 'paragraph';
  most: number;
  required?: true;
  /** Shown as "(optional)" on the form. */
  optional?: true;
  /** A body without the field gets the default of the shop's settings. */
  fromSettings?: true;
  initial?: string;
  /** Replaces the check of the length. */
  pattern?: { matches: RegExp; sentence: string };
  /** A code of so many digits: an import gives it back the zero that a spreadsheet takes away. */
  digits?: readonly number[];
  /** What the form offers; anything else may be typed too. */
  choices?: readonly { value: string; label: string }[];
  /** Rows of a paragraph's box. */
  rows?: number;
}

/** At most `entries` lines of at most `most` characters each. */
export interface ListField extends Common {
  kind: 'list';
  entries: number;
  most: number;
}

export interface FlagField extends Common {
  kind: 'flag';
  initial?: true;
  /** One of the form's `ticks`, which depend on each other (R1.4). */
  tick?: true;
}

/** `digits` is the length of its box. With an initial null the field may be empty. */
export interface NumberField extends Common {
  kind: 'number';
  min: number;
  max: number;
  whole?: true;
  initial: number | null;
  digits: number;
  /** The subject of its error messages, if it is not the label. */
  noun?: string;
  /** The error message for every invalid number. */
  sentence?: string;
}

/** A field that is not a plain value; form and schemas handle each of them separately. */
export interface SpecialField extends Common {
  kind: 'category' | 'status' | 'badges' | 'images' | 'moment';
  required?: true;
}

export type Field = TextField | ListField | FlagField | NumberField | SpecialField;

/** The initial value of a field. */
export function initialOf(field: Field): unknown {
  switch (field.kind) {
    case 'list':
    case 'badges':
    case 'images':
      return [];
    case 'flag':
      return field.initial ?? false;
    case 'number':
      return field.initial;
    case 'moment':
      return null;
    case 'status':
      return 'Active';
    case 'category':
      return '';
    default:
      return field.initial ?? '';
  }
}
