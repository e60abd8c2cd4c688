import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Dispatched on a section in which a press before hydration shows another slide or picture. */
const SHOWN = 'shown-early';

/** The buttons that show one slide or picture each, in their order; `data-show` is its index, or the step of 'Next' and 'Previous'. */
const choices = (section: Element) =>
  [...section.querySelectorAll<HTMLElement>('[data-show]')].filter(({ dataset }) => /^\d/.test(dataset.show ?? ''));

const shownIn = (all: HTMLElement[]) => all.findIndex((choice) => choice.ariaCurrent === 'true');

/**
 * Shows the slide or picture of a pressed button before hydration; `useShownEarly` goes on from there. What belongs to one index has it
 * in `data-at`; the first `<picture>` of a section whose buttons are pictures becomes that of the button.
 *
 * @returns false when only React can show it
 */
export function showEarly(pressed: HTMLElement): boolean {
  const section = pressed.closest('section');
  const show = pressed.dataset.show;
  if (!section || show === undefined) return false;
  const all = choices(section);
  const count = all.length;
  const index = /^\d/.test(show) ? Number(show) : (shownIn(all) + Number(show) + count) % count;
  const sources = (element?: Element | null) => [...(element?.querySelectorAll('source,img') ?? [])];
  const wanted = sources(all[index]);
  const main = sources(section.querySelector('picture'));
  if (wanted.length > 0 && wanted.length !== main.length) return false;
  for (const [at, source] of wanted.entries()) {
    for (const name of ['srcset', 'src']) {
      const value = source.getAttribute(name);
      if (value === null) main[at]?.removeAttribute(name);
      else main[at]?.setAttribute(name, value);
    }
  }
  for (const [at, choice] of all.entries()) choice.ariaCurrent = at === index ? 'true' : null;
  for (const part of section.querySelectorAll<HTMLElement>('[data-at]')) {
    const on = part.dataset.at === String(index);
    part.toggleAttribute('data-on', on);
    part.ariaHidden = String(!on);
  }
  section.dispatchEvent(new Event(SHOWN));
  return true;
}

/** Gives `setIndex` what was shown before hydration. @returns for the section */
export function useShownEarly(setIndex: (index: number) => void): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: before hydration only
  useLayoutEffect(() => {
    const { current } = section;
    if (!current) return;
    const read = () => {
      const index = shownIn(choices(current));
      if (index >= 0) setIndex(index);
    };
    read();
    current.addEventListener(SHOWN, read);
    return () => current.removeEventListener(SHOWN, read);
  }, []);
  return section;
}
