import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';

/** Someone else has saved this record since the edits began; `what` names it: 'coupon'. */
export function OutdatedNote({ what, onLatest, onMine }: { what: string; onLatest: () => void; onMine: () => void }) {
  return (
    <Note tone="warn" live="alert">
      <p>Someone else has changed this {what} in the meantime. Nothing was overwritten.</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button variant="line" size="admin" onClick={onLatest}>
          Show the latest version
        </Button>
        <Button variant="quiet" size="admin" onClick={onMine}>
          Keep my version
        </Button>
      </p>
    </Note>
  );
}
