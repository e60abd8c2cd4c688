import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** Names the subject and the consequences. */
  children: ReactNode;
  /** The label of the confirm button. */
  action: string;
  busyText?: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a destructive action. */
export function ConfirmDialog({
  open,
  title,
  children,
  action,
  busyText,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="grid gap-4 wrap-anywhere">
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" size="admin" data-safe onClick={onClose}>
            Cancel
          </Button>
          <Button variant="bad" size="admin" busy={busy} busyText={busyText} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
