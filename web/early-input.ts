/** Dispatched on the document when React has hydrated the page. */
export const HYDRATED = 'shop:hydrated';

declare global {
  interface Window {
    /** Resolves after the first paint, or at the first use of the page: then entry.client.tsx loads the client. */
    clientMayStart: Promise<void>;
    /** Somebody has used the page before it was hydrated. */
    shopperWaits?: boolean;
    /**
     * Lets `act` handle presses from before hydration, in their order, up to the first that it returns false for. `typed`: fields have
     * been changed.
     */
    handlePresses: (act: (pressed: HTMLElement, typed: boolean) => boolean) => void;
  }
}

/**
 * Runs inline in the page and cannot reference anything outside itself. Lets the client start on the first interaction, else
 * after the load event. Input, changes, clicks and submits from before hydration are replayed after it, unless `handlePresses` was earlier.
 */
function holdEarlyInput(hydrated: string): void {
  let start = () => {};
  window.clientMayStart = new Promise((resolve) => {
    start = () =>
      document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', () => resolve()) : resolve();
  });
  // Two frames after the load event the largest picture is painted. A slow picture must not delay the client.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 100))));
  setTimeout(start, 4_000);

  const uses = ['pointerdown', 'keydown', 'focusin', 'click', 'submit', 'input'];
  const typed = new Map<HTMLInputElement, string>();
  // The browser autofills fields. A search field is left unchanged.
  const readChanged = () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=search],[type=file]),textarea')) {
      if (field.value !== field.defaultValue) typed.set(field, field.value);
    }
  };
  const held: { run(): void; pressed: HTMLElement | null }[] = [];
  let handle = (_pressed: HTMLElement, _typed: boolean) => false;
  const handleHeld = () => {
    readChanged();
    while (held[0]?.pressed && handle(held[0].pressed, typed.size > 0)) {
      held.shift();
      readChanged();
    }
  };
  window.handlePresses = (act) => {
    handle = act;
    handleHeld();
  };
  const use = (event: Event) => {
    const target = event.target as HTMLInputElement & HTMLFormElement;
    const pressed =
      event.type === 'click' ? target.closest<HTMLInputElement>('button,[type=checkbox],[type=radio]') : null;
    const sent = event.type === 'submit' && !target.hasAttribute('action');
    // A checkbox or radio button: the browser switches it at once.
    const box = pressed?.matches('input') ? pressed : null;
    if (event.type === 'input' && !/file|checkbox|radio/.test(target.type)) typed.set(target, target.value);
    if (sent || (pressed && pressed.type !== 'submit')) {
      if (!box) {
        event.stopImmediatePropagation();
        event.preventDefault();
      }
      const on = box?.checked;
      const earlier = box ? held.findIndex((press) => press.pressed === box) : -1;
      if (earlier >= 0) held.splice(earlier, 1);
      const run = () => {
        if (!pressed) return target.requestSubmit((event as SubmitEvent).submitter);
        if (box) {
          // React hydrates its section, and ignores this event otherwise. It ignores a click too that changes nothing.
          box.dispatchEvent(new Event('change', { bubbles: true }));
          box.checked = !on;
        }
        pressed.click();
      };
      held.push({ run, pressed });
      handleHeld();
    }
    window.shopperWaits = true;
    start();
  };
  for (const type of uses) addEventListener(type, use, true);

  document.addEventListener(hydrated, () => {
    readChanged();
    // As soon as components have rendered again as hydrated, which React does before it returns; sections that hydrate by themselves follow.
    queueMicrotask(() => {
      for (const type of uses) removeEventListener(type, use, true);
      document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      for (const [field, text] of typed) {
        field.value = '';
        // Bypasses React's value setter: React ignores an event for a value that it has set itself.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
      }
      // Between two of them React renders, in a microtask too.
      const next = () => {
        held.shift()?.run();
        if (held.length > 0) queueMicrotask(next);
      };
      next();
    });
  });
}

export const inlineScript = () => `(${holdEarlyInput})(${JSON.stringify(HYDRATED)})`;
