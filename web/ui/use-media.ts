import { useMemo, useSyncExternalStore } from 'react';

const no = () => false;

/**
 * Whether a media query matches; false on the server and in the first paint. Use it only where CSS
 * is not enough.
 */
export function useMedia(query: string): boolean {
  const list = useMemo(() => (typeof window === 'undefined' ? null : window.matchMedia(query)), [query]);
  return useSyncExternalStore(
    useMemo(
      () => (changed: () => void) => {
        list?.addEventListener('change', changed);
        return () => list?.removeEventListener('change', changed);
      },
      [list],
    ),
    () => list?.matches ?? false,
    no,
  );
}
