import type { ProductForm } from '#shop/product-form.ts';
import { forget, readJson, writeJson } from '#web/lib/device.ts';

/** The form of a product as typed, kept in this tab until it is saved or closed. `id` is 'new' or the product's. */
interface Draft {
  id: string;
  form: ProductForm;
  /** What the form began with: whether anything was changed is told by comparing. */
  initial: ProductForm;
}

export function readDraft(id: string): Draft | null {
  return readJson('productDraft', (value) => {
    const draft = value as Partial<Draft> | null;
    return draft?.id === id && isForm(draft.form) && isForm(draft.initial) ? (draft as Draft) : null;
  });
}

export function keepDraft(draft: Draft): void {
  writeJson('productDraft', draft);
}

export function dropDraft(): void {
  forget('productDraft');
}

/** Enough of a shape that nothing of the form throws: an older version may have written it. */
function isForm(value: unknown): value is ProductForm {
  const form = value as Partial<ProductForm> | null | undefined;
  return (
    typeof form?.name === 'string' &&
    typeof form.ticks === 'object' &&
    typeof form.nutrients === 'object' &&
    typeof form.single === 'object' &&
    [form.images, form.sizes, form.badges, form.reviews, form.removedReviews].every(Array.isArray)
  );
}
