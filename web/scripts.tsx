import { useContext, useEffect } from 'react';
import { Scripts, useLocation } from 'react-router';
import m from '#messages/not-loaded';
import { InlineScript, PageFiles } from './page-styles.tsx';

/** Dispatched on the document when React has hydrated the page. */
export const HYDRATED = 'shop:hydrated';
const ID = 'scripts';

/**
 * How a page comes alive: its modules load after the first paint, and until React has hydrated it,
 * what is typed, pressed and submitted is kept. React Router's `<Scripts>` are in a `<noscript>`,
 * whose content is text for a browser with JavaScript.
 */
export function PageScripts() {
  const files = useContext(PageFiles).words;
  const isHome = useLocation().pathname === '/';
  // Those of later pages are known to be needed before the script that imports them has come.
  const words = Object.keys(files).flatMap((name) => (isHome && name === 'words/later' ? [] : (files[name] ?? [])));
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED)), []);
  return (
    <>
      {!import.meta.env.DEV && (
        <noscript id={ID}>
          {words.map((href) => (
            <link key={href} rel="modulepreload" href={href} />
          ))}
          <Scripts />
        </noscript>
      )}
      <InlineScript text={import.meta.env.SSR && inlineScript()} />
      {import.meta.env.DEV && <Scripts />}
    </>
  );
}

/** The functions below run inline in the page and cannot reference anything outside themselves. */
export function inlineScript(): string {
  const words = [ID, HYDRATED, m.notLoaded(), m.reload()].map((text) => JSON.stringify(text));
  return `(${keepInput})(${JSON.stringify(HYDRATED)});(${runScripts})(${words})`;
}

/**
 * Keeps what is typed, pressed and submitted before hydration, and repeats it for React afterwards.
 * A control that was pressed shows it at once (`data-pressed`, app.css) and counts once. Links and
 * forms with an `action` need no React.
 */
function keepInput(hydrated: string): void {
  const typed = new Map<HTMLInputElement, string>();
  // Of a group of radio buttons only the last one counts.
  const pressed = new Map<unknown, HTMLElement>();
  const press = (event: Event, control: HTMLElement | null) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!control) return;
    const group = control.matches('[type=radio]') ? (control as HTMLInputElement).name : control;
    delete pressed.get(group)?.dataset.pressed;
    pressed.delete(group);
    pressed.set(group, control);
    control.dataset.pressed = '';
  };
  const keep = (event: Event) => {
    const target = event.target as HTMLInputElement;
    const control = target.closest<HTMLButtonElement>('button,[type=checkbox],[type=radio]');
    if (event.type === 'input') typed.set(target, target.value);
    else if (event.type === 'click' && control && control.type !== 'submit') press(event, control);
    else if (event.type === 'submit' && !target.hasAttribute('action')) press(event, (event as SubmitEvent).submitter);
  };
  const kinds = ['click', 'submit', 'input'];
  for (const kind of kinds) addEventListener(kind, keep, true);

  const repeat = async () => {
    for (const kind of kinds) removeEventListener(kind, keep, true);
    // React hydrates the section around the target of such an event, which no component handles.
    const wake = (target: Element) => target.dispatchEvent(new Event('dragend', { bubbles: true }));
    for (const [field, text] of typed) {
      if (field.type === 'file') continue;
      wake(field);
      field.value = '';
      // Bypasses React's value setter: React ignores an event for a value that it has set itself.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
    }
    for (const control of pressed.values()) {
      // Meanwhile React renders what the control before has changed.
      await null;
      wake(control);
      delete control.dataset.pressed;
      control.click();
    }
  };
  document.addEventListener(hydrated, () => {
    // A browser fills fields without an event. A search field has its text from the address.
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=search]),textarea'))
      if (field.value !== field.defaultValue) typed.set(field, field.value);
    // Components that ask whether the page is hydrated render again first.
    queueMicrotask(repeat);
  });
}

/**
 * Runs the scripts of a `<noscript>`: those that receive the page's data at once, modules after the
 * first paint. When one does not load, the buttons of the page do nothing and the browser may not
 * ask again: a line offers to reload.
 */
function runScripts(id: string, hydrated: string, notLoaded: string, reload: string): void {
  const line = document.createElement('p');
  line.role = 'alert';
  line.className = 'not-loaded';
  line.innerHTML = `${notLoaded} <a class="link" href="">${reload}</a>`;
  const fail = () => document.body.append(line);
  addEventListener('unhandledrejection', fail);
  document.addEventListener(hydrated, () => {
    removeEventListener('unhandledrejection', fail);
    line.remove();
  });
  const parts = document.createRange().createContextualFragment(document.getElementById(id)?.textContent ?? '');
  const run = (selector: string) => {
    for (const part of parts.querySelectorAll(selector)) {
      part.addEventListener('error', fail);
      document.head.append(part);
      // React has not rendered it there.
      part.remove();
    }
  };
  run('script:not([type])');
  new PerformanceObserver(() => run('*')).observe({ type: 'paint', buffered: true });
  // A page in a background tab is not painted.
  setTimeout(run, 4_000, '*');
}
