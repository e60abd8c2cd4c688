import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

type ModalOptions = {
  open: boolean;
  onClose: () => void;
  /**
   * When false, Escape, the back gesture and the backdrop do nothing (G5: a payment is in
   * progress).
   */
  dismissable: boolean;
  /**
   * When this changes while open, the first heading receives focus again: the dialog has moved to
   * another step.
   */
  step?: string | number;
};

/** The open dialogs, the upper ones last. */
const opened: HTMLDialogElement[] = [];

/** Shows a dialog again that the browser has closed, below those that were opened above it. */
function reopen(dialog: HTMLDialogElement): void {
  for (const above of opened.slice(opened.indexOf(dialog))) {
    above.close();
    above.showModal();
  }
}

/**
 * Opens and closes a native modal `<dialog>` with `open`. The browser makes the rest of the page
 * inert, so focus cannot leave, and restores focus on close. The first heading receives focus, as
 * G5 requires; in a question what is safe to press, marked with `data-safe`.
 */
export function useModal({ open, onClose, dismissable, step }: ModalOptions): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    if (!element.open) element.showModal();

    // Chromium allows a second Escape even when `cancel` was prevented, so the key itself is
    // prevented too. A close that still happens (Android's back gesture, Escape without a press in
    // between) is reverted.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !dismissable) event.preventDefault();
    };
    const onCancel = (event: Event) => {
      // A file field whose picker was dismissed fires one too, which bubbles.
      if (event.target !== element) return;
      event.preventDefault();
      if (dismissable) close.current();
    };
    const onClosed = () => {
      // Reopened before the event fired, as in React's strict mode on the first render.
      if (element.open) return;
      // It is open until `onClose` has said otherwise: a form may ask about unsaved changes first,
      // above itself.
      if (element.isConnected) reopen(element);
      if (dismissable) close.current();
    };
    // A press that starts on the backdrop; a text selection that only ends there must not close the
    // dialog.
    const onPress = (event: PointerEvent) => {
      if (event.target !== element || !dismissable) return;
      const box = element.getBoundingClientRect();
      const inside =
        event.clientX >= box.left &&
        event.clientX <= box.right &&
        event.clientY >= box.top &&
        event.clientY <= box.bottom;
      if (!inside) close.current();
    };
    document.addEventListener('keydown', onKey, true);
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onClosed);
    element.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onClosed);
      element.removeEventListener('pointerdown', onPress);
    };
  }, [open, dismissable]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `step` moves focus to the new heading
  useEffect(() => {
    if (!open) return;
    dialog.current?.scrollTo(0, 0);
    const safe = dialog.current?.querySelector<HTMLElement>('[data-safe]');
    const heading = dialog.current?.querySelector<HTMLElement>('h1, h2, h3');
    if (!safe && heading) heading.tabIndex = -1;
    (safe ?? heading)?.focus({ preventScroll: true });
  }, [open, step]);

  // Last, so that it runs after the listeners above are removed: a programmatic close must not call
  // `onClose`.
  useEffect(() => {
    const element = dialog.current;
    if (!open) return;
    if (element) opened.push(element);
    return () => {
      if (!element) return;
      opened.splice(opened.indexOf(element), 1);
      element.close();
    };
  }, [open]);

  return dialog;
}
