import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

type ModalOptions = {
  open: boolean;
  onClose: () => void;
  /** When false, Escape, the back gesture and the backdrop do nothing (G5: money is moving). */
  dismissable: boolean;
  /** When this changes while open, the first heading takes focus again: another step stands in the same sheet. */
  step?: string | number;
};

/**
 * Opens and closes a native modal `<dialog>` with the state above it. The browser makes the rest of the page inert, so focus
 * cannot leave, and gives it back to where it was on closing. The first heading takes focus, as G5 asks.
 */
export function useModal({ open, onClose, dismissable, step }: ModalOptions): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    if (!element.open) element.showModal();

    // Chromium lets a second Escape pass even when `cancel` was refused, so the key itself is stopped too; and a close that
    // came through all the same (Android's back gesture) is taken back at once.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !dismissable) event.preventDefault();
    };
    const onCancel = (event: Event) => {
      event.preventDefault();
      if (dismissable) close.current();
    };
    const onClosed = () => {
      // Opened again before the event came, as React's strict mode does on the first drawing.
      if (element.open) return;
      if (dismissable) close.current();
      else if (element.isConnected) element.showModal();
    };
    // A press that began on the backdrop; a text selection that merely ends there must not close anything.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `step` is the signal to look for the new heading
  useEffect(() => {
    if (!open) return;
    const heading = dialog.current?.querySelector<HTMLElement>('h1, h2, h3');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [open, step]);

  // Last, so that it runs after the listeners above are gone: a close we ask for ourselves is no request of the shopper's.
  useEffect(() => {
    const element = dialog.current;
    if (!open) return;
    return () => element?.close();
  }, [open]);

  return dialog;
}
