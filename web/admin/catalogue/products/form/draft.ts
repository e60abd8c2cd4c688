import { hasTypedFields, type ProductForm } from '#shop/catalogue/product-form.ts';
import { forget, readJson, writeJson } from '#web/lib/device.ts';

/**
 * Unsaved input of a product form, stored in this tab until it is saved or discarded. `id` is
 * 'new', the product's id, or `copy` and the id of the product it is a copy of.
 */
interface Draft {
  id: string;
  form: ProductForm;
  /** The form as it was opened, to detect changes. */
  initial: ProductForm;
  /**
   * The key of the next save, and the forms that were sent with it before: one of them may be
   * stored.
   */
  once?: string;
  sent?: ProductForm[];
  /** Email of the admin who typed it. The draft is not restored for other admins. */
  by: string;
}

/** Maximum number of drafts, latest first, because browser storage is small. */
const MOST = 10;

export function readDraft(id: string): Draft | null {
  return readDrafts().find((draft) => draft.id === id && draft.by === draftAuthor()) ?? null;
}

export function keepDraft(draft: Draft): void {
  const others = readDrafts().filter(({ id }) => id !== draft.id);
  writeJson('productDraft', [draft, ...others].slice(0, MOST));
}

export function dropDraft(id: string): void {
  const drafts = readDrafts();
  const others = drafts.filter((draft) => draft.id !== id);
  if (others.length === 0) forget('productDraft');
  else if (others.length < drafts.length) writeJson('productDraft', others);
}

function readDrafts(): Draft[] {
  return readJson('productDraft', (value) => (Array.isArray(value) ? value.filter(isDraft) : null)) ?? [];
}

/** Email of the signed-in admin; empty when nobody is signed in. */
export function draftAuthor(): string {
  const email = readJson('adminUser', (user) => (user as { email?: unknown } | null)?.email ?? null);
  return typeof email === 'string' ? email : '';
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null | undefined;
  return (
    typeof draft?.id === 'string' &&
    typeof draft.by === 'string' &&
    isForm(draft.form) &&
    isForm(draft.initial) &&
    (draft.sent ?? []).every(isForm)
  );
}

/**
 * Checks the shape just enough that the form does not throw, because an older version may have
 * written the draft.
 */
function isForm(value: unknown): value is ProductForm {
  const form = value as Partial<ProductForm> | null | undefined;
  return (
    typeof form?.name === 'string' &&
    hasTypedFields(form) &&
    typeof form.ticks === 'object' &&
    typeof form.nutrients === 'object' &&
    typeof form.single === 'object' &&
    [form.images, form.sizes, form.badges, form.reviews, form.removedReviews].every(Array.isArray)
  );
}
