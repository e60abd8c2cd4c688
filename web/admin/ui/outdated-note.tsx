import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';

interface OutdatedNoteProps {
  /** Names the record: 'coupon'. */
  what?: string;
  who?: string | null | undefined;
  onLatest: () => void;
  onMine: () => void;
}

/**
 * Someone has saved this record since the edits began. Beside its Save button, where the person
 * looks: no toast says it as well.
 */
export function OutdatedNote({ what = '', who, onLatest, onMine }: OutdatedNoteProps) {
  return (
    <Note tone="warn" live="alert" className="w-full">
      <p>
        {`${who || 'Someone else'} has changed this ${what ? `${what} ` : ''}in the meantime. Nothing was overwritten. What you typed is still here, not saved.`}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button variant="line" size="admin" onClick={onLatest}>
          Show theirs
        </Button>
        <Button variant="quiet" size="admin" onClick={onMine}>
          Keep mine
        </Button>
      </p>
    </Note>
  );
}
