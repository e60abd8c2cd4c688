import type { ReactNode } from 'react';
import type { ClosedWords } from '#shop/settings/opening.ts';
import { Note } from '#web/ui/note.tsx';

interface ClosedNoteProps {
  closed: ClosedWords;
  className?: string;
  children?: ReactNode;
}

/** Says that the shop takes no orders now. */
export function ClosedNote({ closed: { title, text }, className, children }: ClosedNoteProps) {
  return (
    <Note tone="info" className={className}>
      <p className="weight-650">{title}</p>
      <p>{text}</p>
      {children && <p>{children}</p>}
    </Note>
  );
}
