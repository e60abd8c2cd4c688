import m from '#messages/ui';
import { Note } from './note.tsx';

/** Says of a form or a button that it needs JavaScript, in a browser without it. */
export function NeedsScript({ className = '' }: { className?: string }) {
  return (
    <noscript>
      <Note tone="warn" className={className}>
        {m.needsScript()}
      </Note>
    </noscript>
  );
}
