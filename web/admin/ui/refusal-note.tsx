import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from '#web/ui/note.tsx';

/**
 * Why nothing was saved, scrolled into view: the pressed button may be far away, and the record that was loaded since may have moved it.
 * `version` is that of the record.
 */
export function RefusalNote({ version, children }: { version: number | undefined; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the record has changed
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' });
  }, [version]);
  return (
    <div ref={note}>
      <Note tone="warn" live="alert">
        {children}
      </Note>
    </div>
  );
}
