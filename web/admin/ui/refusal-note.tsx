import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from '#web/ui/note.tsx';

/**
 * Why nothing was saved, scrolled into view: the pressed button may be far away, and the record that is loaded next may move it.
 * `version` is that of the record; later ones come while the person is elsewhere in it.
 */
export function RefusalNote({ version, children }: { version: number | undefined; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  const scrolls = useRef(2);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the record has changed
  useEffect(() => {
    if (scrolls.current > 0) note.current?.scrollIntoView({ block: 'center' });
    scrolls.current -= 1;
  }, [version]);
  return (
    <div ref={note}>
      <Note tone="warn" live="alert">
        {children}
      </Note>
    </div>
  );
}
