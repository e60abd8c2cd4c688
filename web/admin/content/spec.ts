import type { PageId } from '#shop/content/content.ts';

/** What a part of the content is made of, for the form that edits it. The rules themselves are those of shop/content/content.ts. */

/** A part of the page content that is edited at once. */
export interface Part {
  /** As in the address: `/admin?section=page-content&part=hero`. */
  id: string;
  title: string;
  pageId: PageId;
  /** Where in the content of the page the fields stand. */
  at: readonly string[];
  fields: readonly FieldSpec[];
}

interface Base {
  /** Key in the value that the field stands in; '' is that value itself. */
  name: string;
  label: string;
  hint?: string;
}

/** One line, longer text, a link, a number, a colour, a switch. `optional`: taken away when it is empty. */
interface Plain extends Base {
  kind: 'line' | 'text' | 'link' | 'number' | 'color' | 'switch';
  optional?: boolean;
}

/** A list of texts in one box: a text on each line, or with an empty line between them. */
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
  /** One of them: 'slide'. */
  one: string;
  fields: readonly FieldSpec[];
  /** The key that says which one it is. */
  titleKey: string;
  most: number;
  /** A new one; called when the button is pressed. */
  fresh: () => unknown;
  /** An item may also be one text, such as a fact 'Title: description'. */
  texts?: { label: string; fresh: string; hint: string };
}

export type FieldSpec = Plain | Texts | Picture | Group | ListSpec;

export const line = (name: string, label: string, hint?: string): FieldSpec => ({ kind: 'line', name, label, hint });
export const text = (name: string, label: string, hint?: string): FieldSpec => ({ kind: 'text', name, label, hint });
export const link = (name: string, label: string): FieldSpec => ({ kind: 'link', name, label });
export const picture = (name: string, label: string): FieldSpec => ({ kind: 'image', name, label, upload: 'content' });
/** An id that no other item of the list has. */
export const newItemId = (kind: string): string => `${kind}-${Date.now().toString(36)}`;
