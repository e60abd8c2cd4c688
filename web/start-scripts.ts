/** Dispatched on the document when React has hydrated the page. */
export const HYDRATED = 'shop:hydrated';

/** The global that the inline scripts of React Router's pages use. */
type Stream = { enqueue(chunk: string): void; close(): void };

/**
 * Runs inline in the page and cannot reference anything outside itself. Starts the scripts on the first interaction,
 * else after the load event. Input, changes, clicks and submits from before hydration are replayed after it.
 */
function startScripts(hydrated: string): void {
  // The page's data arrives in chunks at its end, before React Router's first script has created the stream for them.
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
  // Two frames after the load event the largest picture is painted. A slow picture must not delay the scripts.
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
    // The browser autofills fields. A search field is left unchanged.
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=search],[type=file]),textarea')) {
      if (field.value !== field.defaultValue) typed.set(field, field.value);
    }
    // Later, after components have rendered again as hydrated.
    setTimeout(() => {
      for (const type of uses) removeEventListener(type, use, true);
      document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      for (const [field, text] of typed) {
        field.value = '';
        // Bypasses React's value setter: React ignores an event for a value that it has set itself.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
      }
      for (const act of held) setTimeout(act);
    });
  });
}

export const inlineScript = () => `(${startScripts})(${JSON.stringify(HYDRATED)})`;
