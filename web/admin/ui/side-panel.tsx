import { type ReactNode, useEffect, useRef } from 'react';

const BESIDE = {
  lg: 'lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto',
  xl: 'xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto',
};

/**
 * What a list has opened. Beside the list it stays on the screen while the list scrolls; in a
 * narrower window, where it stands above the list or alone, it comes into view. Its `key` is what
 * it shows.
 */
export function SidePanel({ from, children }: { from: keyof typeof BESIDE; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (panel.current && panel.current.getBoundingClientRect().top < 0) panel.current.scrollIntoView();
  }, []);
  return (
    <div ref={panel} className={`min-w-0 ${BESIDE[from]}`}>
      {children}
    </div>
  );
}
