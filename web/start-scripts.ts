/** Fired on the document when React has hydrated the page. */
export const HYDRATED = 'shop:hydrated';

/** What the inline scripts of React Router's pages call. */
type Stream = { enqueue(chunk: string): void; close(): void };

/**
 * Runs inline in the page and may use nothing from outside. Starts the scripts at the first use of the page, else once it has loaded.
 * What was typed, chosen, pressed or sent before hydration is repeated after it.
 */
function startScripts(hydrated: string): void {
  // The page's data arrives in chunks at its end, before React Router's first script has made the stream for them.
  const page = window as unknown as Record<'__reactRouterContext', { streamController: Stream }>;
  const chunks: string[] = [];
  page.__reactRouterContext = { streamController: { enqueue: (chunk) => chunks.push(chunk), close() {} } };
  let started = false;
  const start = () => {
    if (started) return;
    if (document.readyState === 'loading') return document.addEventListener('DOMContentLoaded', start);
    started = true;
    const scripts = document.getElementById('scripts')?.textContent ?? '';
    document.body.append(document.createRange().createContextualFragment(scripts));
    for (const chunk of chunks) page.__reactRouterContext.streamController.enqueue(chunk);
    page.__reactRouterContext.streamController.close();
  };
  // Two frames after the load event the largest picture is painted. One that is slow must not hold the scripts back.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 100))));
  setTimeout(start, 4_000);

  const uses = ['pointerdown', 'keydown', 'focusin', 'click', 'submit', 'input'];
  const typed = new Map<HTMLInputElement, string>();
  const held: (() => void)[] = [];
  const use = (event: Event) => {
    const target = event.target as HTMLInputElement & HTMLFormElement;
    const pressed = event.type === 'click' && target.closest<HTMLInputElement>('button,[type=checkbox],[type=radio]');
    const sent = event.type === 'submit' && !target.hasAttribute('action');
    if (event.type === 'input' && target.type !== 'file') typed.set(target, target.value);
    if (sent || (pressed && pressed.type !== 'submit')) {
      event.stopImmediatePropagation();
      event.preventDefault();
      held.push(() => (pressed ? pressed.click() : target.requestSubmit((event as SubmitEvent).submitter)));
    }
    start();
  };
  for (const type of uses) addEventListener(type, use, true);

  document.addEventListener(hydrated, () => {
    // The browser fills in fields by itself. A search field is left as it is.
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=search],[type=file]),textarea')) {
      if (field.value !== field.defaultValue) typed.set(field, field.value);
    }
    // Later, when components have rendered once more as hydrated.
    setTimeout(() => {
      for (const type of uses) removeEventListener(type, use, true);
      document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      for (const [field, text] of typed) {
        field.value = '';
        // Past React's setter on the field: React ignores an event for a text that it has set itself.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
      }
      for (const act of held) setTimeout(act);
    });
  });
}

export const inlineScript = () => `(${startScripts})(${JSON.stringify(HYDRATED)})`;
