import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from '#web/ui/note.tsx';

/**
 * Why nothing was saved, scrolled into view, because the pressed button may be far away. Shown once
 * the current record has been loaded.
 */
export function RefusalNote({ children }: { children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={note}>
      <Note tone="warn" live="alert">
        {children}
      </Note>
    </div>
  );
}
