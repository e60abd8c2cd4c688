import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/**
 * Whether the element is in view; false until measured. The sticky bar hides while the page's own
 * button is in view (G10).
 */
export function useInView(ref: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watcher = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [ref]);
  return inView;
}
