// Safari has no idle callback.
const whenIdle = (run: () => void) => (window.requestIdleCallback ?? setTimeout)(run);

/**
 * Once the page has loaded, lays out what waits below the first view (`later` in theme.css), one
 * section in each idle moment. From then on the page has its real height, and a picture of the
 * whole page shows all of it.
 */
export function layOutRest(): void {
  if (document.readyState !== 'complete') {
    window.addEventListener('load', layOutRest, { once: true });
    return;
  }
  const waiting = document.querySelectorAll<HTMLElement>('.later, .foot');
  const layOut = (at: number) => {
    const section = waiting[at];
    if (!section) return;
    section.style.contentVisibility = 'visible';
    whenIdle(() => layOut(at + 1));
  };
  whenIdle(() => layOut(0));
}
