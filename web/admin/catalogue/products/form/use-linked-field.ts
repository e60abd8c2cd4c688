import { type RefObject, useEffect } from 'react';
import { useSearchParams } from 'react-router';

/** Where the fields stand that have no box of their own name. */
const PLACES: Record<string, string> = {
  sizes: '[aria-label="Sizes and prices"] input',
  images: '[aria-label="Images"] input',
  nutrition: '[name="nutritionBasis"]',
};

/** Moves the focus to the field that a link names: `?section=products&edit=almonds&field=maker`. */
export function useLinkedField(form: RefObject<HTMLFormElement | null>): void {
  const [search] = useSearchParams();
  const field = search.get('field');
  useEffect(() => {
    if (!field) return;
    form.current?.querySelector<HTMLElement>(PLACES[field] ?? `[name="${CSS.escape(field)}"]`)?.focus();
  }, [form, field]);
}
