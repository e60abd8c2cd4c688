import { useEffect, useRef } from 'react';

/**
 * When another state shows another page, and what had the focus is gone with the first, the page
 * takes the focus instead of `body`.
 *
 * @param state null while it is not known
 */
export function useKeptFocus(state: string | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    const changed = before.current !== null && before.current !== state;
    before.current = state;
    // Changed by another tab: the focus is not here.
    if (!changed || !document.hasFocus() || document.activeElement !== document.body) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [state]);
}
