import type { CSSProperties } from 'react';

/** For an element with the utility `later`: the height of its content on a phone and on a desktop, rem. */
export function later(phone: number, desktop: number): CSSProperties {
  return { '--phone': `${phone}rem`, '--desktop': `${desktop}rem` } as CSSProperties;
}
