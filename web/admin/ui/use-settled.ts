import { useLayoutEffect, useRef } from 'react';
import { settle } from '#web/ui/settle.ts';

/** For buttons that act at once and cannot be taken back. */
export const HARSH_MS = 600;

/**
 * A ref for buttons or rows that other ones replace while they may be pressed: after a change of
 * `key` the pointer passes through them for a moment, not when they first appear.
 *
 * @param key names what is shown
 * @param stale another page or filter is loading, which the person chose: what comes then is
 *   expected
 */
export function useSettled<Box extends Element>(
  key: string,
  { ms, stale = false }: { ms?: number; stale?: boolean } = {},
) {
  const box = useRef<Box>(null);
  const shown = useRef({ key, stale });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, stale };
    if (before.key !== key && !before.stale && !stale) settle(box.current, ms);
  }, [key, stale, ms]);
  return box;
}
