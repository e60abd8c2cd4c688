import type { PageId } from '#shop/content/content.ts';

/**
 * Describes the fields of a part of the content, for the form that edits it. The validation is in
 * shop/content/content.ts.
 */

/** A part of the page content that is edited in one form. */
export interface Part {
  /** As in the URL: `/admin?section=page-content&part=hero`. */
  id: string;
  title: string;
  pageId: PageId;
  /** The path of the fields in the page's content. */
  at: readonly string[];
  fields: readonly FieldSpec[];
}

interface Base {
  /** The key of the field; '' for the value itself. */
  name: string;
  label: string;
  hint?: string;
}

/**
 * One line, longer text, a link, a number, a colour, a switch. An `optional` field is removed when
 * empty.
 */
interface Plain extends Base {
  kind: 'line' | 'text' | 'link' | 'number' | 'color' | 'switch';
  optional?: boolean;
}

/** A list of texts in one box, separated by line breaks or empty lines. */
interface Texts extends Base {
  kind: 'lines' | 'paragraphs';
}

interface Picture extends Base {
  kind: 'image';
  /** The header x-upload-type. */
  upload: 'logo' | 'content';
}

interface Group extends Base {
  kind: 'group';
  fields: readonly FieldSpec[];
}

export interface ListSpec extends Base {
  kind: 'list';
  /** The noun for one item: 'slide'. */
  one: string;
  fields: readonly FieldSpec[];
  /** The key of the item's title. */
  titleKey: string;
  most: number;
  /** Returns a new item. */
  fresh: () => unknown;
  /** Allows plain text items too, such as a fact 'Title: description'. */
  texts?: { label: string; fresh: string; hint: string };
}

export type FieldSpec = Plain | Texts | Picture | Group | ListSpec;

export const line = (name: string, label: string, hint?: string): FieldSpec => ({ kind: 'line', name, label, hint });
export const text = (name: string, label: string, hint?: string): FieldSpec => ({ kind: 'text', name, label, hint });
export const link = (name: string, label: string): FieldSpec => ({ kind: 'link', name, label });
export const picture = (name: string, label: string): FieldSpec => ({ kind: 'image', name, label, upload: 'content' });
/** An id that is unique in the list. */
export const newItemId = (kind: string): string => `${kind}-${Date.now().toString(36)}`;
