import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';

/** Shown when unsaved input from before a reload or a new sign-in was restored. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Note tone="info" live="status" className="form-note">
      <p>Your unsaved changes are back.</p>
      <p className="mt-2">
        <Button variant="line" size="admin" onClick={onDiscard}>
          Discard them
        </Button>
      </p>
    </Note>
  );
}

interface ConflictProps {
  theirs: readonly string[];
  both: readonly string[];
  keepMine: () => void;
  showTheirs: () => void;
}

/**
 * Shown when another admin has saved the product meanwhile; this admin decides how to continue. The
 * notice takes the focus because the Save button is at the bottom of a long form.
 */
export function ConflictNote({ theirs, both, keepMine, showTheirs }: ConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="form-note">
      <Note tone="warn" live="alert">
        <p>
          Someone else has changed this in the meantime. Nothing was overwritten: what you typed is still here, not
          saved.
        </p>
        {theirs.length > 0 && (
          <p className="mt-1">
            Changed by them: <b>{theirs.join(', ')}</b>.
          </p>
        )}
        {both.length > 0 && (
          <p className="mt-1">
            You have changed {both.length === 1 ? 'this field' : 'these fields'} too: <b>{both.join(', ')}</b>.
          </p>
        )}
        <p className="mt-1">
          ‘Keep mine’ leaves what you have changed and takes over the rest of theirs; save again then. ‘Show theirs’
          discards what you have changed.
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button variant="quiet" size="admin" onClick={keepMine}>
            Keep mine
          </Button>
          <Button variant="line" size="admin" onClick={showTheirs}>
            Show theirs
          </Button>
        </p>
      </Note>
    </div>
  );
}
