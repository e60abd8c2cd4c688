/**
 * After a failed submit: shows the note of the form and moves focus to the first invalid field,
 * once React has rendered both. The field is scrolled into view last, for screens that are too
 * small for it and the note.
 */
export function showFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[data-invalid] input, [aria-invalid="true"]');
    form?.querySelector('.note')?.scrollIntoView({ block: 'nearest' });
    field?.focus({ preventScroll: true });
    field?.closest('fieldset, .field')?.scrollIntoView({ block: 'nearest' });
  });
}
