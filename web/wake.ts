/**
 * When a page's scripts start (docs/architecture.md, "How a page wakes up"). The server's page can be read, its links and forms
 * work; React takes it over when there is something to do or nothing else to load. Until then this small script, which stands in the
 * page itself, listens.
 */

/** Fired on the document by the root of the app when React has taken the page over. */
export const AWAKE = 'shop:awake';

/** Scripts wake a page that has not finished loading after this time: one slow picture must not hold the shop back. */
const LATEST_MS = 4_000;

/** A page without its scripts, and the module code that fetches them, as React Router would have started it. */
const MODULE = /<script type="module" async="">([\s\S]*?)<\/script>/;
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const IMPORT = /import \* as (\w+) from "([^"]+)";/g;
const BARE_IMPORT = /import "([^"]+)";?/g;

/**
 * Runs in the page, by itself: nothing outside its parameters may be used.
 *
 * A press on a button or a box, a choice in a list, what is typed and a sent form that come before React are kept and done again when it is
 * there; links and searches go the browser's own way at once.
 */
function waitToWake(urls: string[], start: () => Promise<unknown>, awake: string, latest: number): void {
  const early = ['pointerdown', 'touchstart', 'keydown', 'focusin'];
  const missed: (() => void)[] = [];
  /** React would put its own (empty) text in place of what was typed before it came. */
  const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>();
  let started = false;
  /** What happens now is done again here, for React to see. */
  let again = false;
  /** What was typed is being typed again, box by box. */
  let retyping = false;

  const wake = () => {
    if (started) return;
    started = true;
    for (const type of early) removeEventListener(type, wake, true);
    for (const href of urls) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    // Without a network the scripts do not come: then the page stays the browser's own.
    start().catch(stop);
  };
  const onClick = (event: Event) => {
    const pressed =
      event.target instanceof Element &&
      event.target.closest<HTMLInputElement | HTMLButtonElement>('button,[type=checkbox],[type=radio]');
    if (again || !pressed || pressed.type === 'submit') return;
    // React may be half there: it shall hear of this once. And a box would be ticked already when React looks at it.
    event.stopImmediatePropagation();
    if (pressed.type !== 'button') event.preventDefault();
    missed.push(() => pressed.click());
    wake();
  };
  const onChange = ({ target }: Event) => {
    if (again || !(target instanceof HTMLSelectElement)) return;
    const chosen = target.value;
    missed.push(() => {
      target.value = chosen;
      target.dispatchEvent(new Event('change', { bubbles: true }));
    });
    wake();
  };
  const onInput = ({ target, data }: { target: EventTarget | null; data?: unknown }) => {
    if (
      !again &&
      (target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && !/^(checkbox|radio|file)$/.test(target.type)))
    ) {
      // A redraw for another box has emptied this one before its turn: what comes now belongs behind what was there.
      const emptied = retyping && data === target.value ? (typed.get(target) ?? '') : '';
      typed.set(target, emptied + target.value);
    }
  };
  /** As if it were typed now: past React's own setter, which would take the text for one of its own making. */
  const retype = (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  /** Enter sends nothing where the button that sends is drawn by React only. */
  const onEnter = ({ key, target }: KeyboardEvent) => {
    const form = target instanceof HTMLInputElement && key === 'Enter' ? target.form : null;
    if (!form || form.hasAttribute('action')) return;
    if (![...form.elements].some((each) => (each as HTMLButtonElement).type === 'submit')) {
      missed.push(() => form.requestSubmit());
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (again || !(form instanceof HTMLFormElement) || form.hasAttribute('action')) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    missed.push(() => form.requestSubmit(event.submitter));
    wake();
  };

  const stop = () => {
    removeEventListener('click', onClick, true);
    removeEventListener('change', onChange, true);
    removeEventListener('input', onInput, true);
    removeEventListener('keydown', onEnter, true);
    removeEventListener('submit', onSubmit, true);
  };

  for (const type of early) addEventListener(type, wake, { capture: true, passive: true });
  addEventListener('click', onClick, true);
  addEventListener('change', onChange, true);
  addEventListener('input', onInput, true);
  addEventListener('keydown', onEnter, true);
  addEventListener('submit', onSubmit, true);

  const repeat = (act: () => void) => {
    again = true;
    try {
      act();
    } finally {
      again = false;
    }
  };
  // One after the other, so that each sees what the one before has changed; what is pressed meanwhile waits in the same line.
  const next = () => {
    const act = missed.shift();
    if (!act) return stop();
    setTimeout(next);
    repeat(act);
  };
  const retypeAll = () =>
    repeat(() => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLInputElement) {
        activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      }
      // First of all, and one by one: a form may keep its texts in one state, which it reads anew only after a redraw.
      const fields = [...typed.keys()].filter((field) => field.isConnected);
      missed.unshift(
        ...fields.map((field) => () => {
          retype(field, typed.get(field) ?? '');
          typed.delete(field);
        }),
      );
      retyping = true;
      setTimeout(next);
    });
  // Not at once: a button may become one that sends its form only by the redraw that follows.
  document.addEventListener(awake, () => setTimeout(retypeAll), { once: true });

  // After the largest picture has been painted, not only loaded.
  const settled = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if ('requestIdleCallback' in window) requestIdleCallback(wake, { timeout: 1000 });
        else setTimeout(wake, 100);
      }),
    );
  // Typed, or filled in by the browser, before even this script was here. Searches read their field by themselves.
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=search]),textarea');
  for (const field of fields) {
    if (field.value !== field.defaultValue) onInput({ target: field });
  }
  if (document.readyState === 'complete') settled();
  else addEventListener('load', settled, { once: true });
  setTimeout(wake, latest);
}

/**
 * The page with its scripts put off. What React Router wrote to start them is turned into one inline script (known to the page's
 * Content-Security-Policy by its hash, as any other).
 *
 * @throws Error when the page does not look as it did when this was written: better no page than one that never wakes up
 */
export function wakeLater(html: string): string {
  const code = MODULE.exec(html)?.[1];
  if (code === undefined) throw new Error('The page has no script to put off: see web/wake.ts.');
  const urls = [...html.matchAll(PRELOAD)].map(([, href = '']) => href);
  const start = code.replace(IMPORT, 'const $1=await import("$2");').replace(BARE_IMPORT, 'await import("$1");').trim();
  if (/^import [^(]/m.test(start) || !start.includes('__reactRouterRouteModules')) {
    throw new Error('The script of the page is not as expected: see web/wake.ts.');
  }
  const text = `(${waitToWake})(${JSON.stringify(urls)},async()=>{${start}},${JSON.stringify(AWAKE)},${LATEST_MS})`;
  // A classic script runs where it stands, at once: nothing can be pressed before it listens.
  return html.replace(PRELOAD, '').replace(MODULE, () => `<script>${text}</script>`);
}
