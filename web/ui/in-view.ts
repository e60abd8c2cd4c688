import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/** Whether the element is in view; false until it has been looked at. The sticky bar leaves when the page's own button is (G10). */
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
