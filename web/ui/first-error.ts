import { flushSync } from 'react-dom';

/**
 * Renders what a failed submit has found, shows the note of the form and moves focus to the first
 * invalid field. The field is scrolled into view last, for screens that are too small for it and
 * the note.
 */
export function showFirstError(form: HTMLElement | null, render: () => void): void {
  flushSync(render);
  const field = form?.querySelector<HTMLElement>('[data-invalid] input, [aria-invalid="true"]');
  form?.querySelector('.note')?.scrollIntoView({ block: 'nearest' });
  field?.focus({ preventScroll: true });
  field?.closest('fieldset, .field')?.scrollIntoView({ block: 'nearest' });
}
