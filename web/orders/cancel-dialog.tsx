import { useState } from 'react';
import { call, isApiError } from '#web/lib/api.ts';
import type { LocalOrder } from '#web/lib/my-orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';

/** 'Cancel Order' while the order is pending (D32): requires a reason for the shop. The safe button comes first. */
export function CancelDialog({
  order,
  open,
  onClose,
}: {
  order: LocalOrder;
  open: boolean;
  onClose: (done: boolean) => void;
}) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    setError('');
    try {
      const { message } = await call(
        'POST /orders/:id/cancel',
        { params: { id: order.orderNumber }, body: { reason } },
        { headers: { 'x-order-token': order.accessToken ?? '' } },
      );
      toast.success(message);
      onClose(true);
    } catch (failure) {
      setError(isApiError(failure) ? failure.message : 'Something went wrong. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={() => onClose(false)} title="Cancel Order">
      <p className="text-ink-soft">
        Order <b className="mono text-ink">{order.orderNumber}</b> will not be packed or sent. If you have paid, the
        money is sent back once the payment has been found.
      </p>
      {error && (
        <Note tone="bad" live="alert">
          {error}
        </Note>
      )}
      <TextareaField
        label="Reason"
        optional
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="line" onClick={() => onClose(false)}>
          Keep Order
        </Button>
        <Button variant="bad" busy={busy} onClick={() => void cancel()}>
          Cancel Order
        </Button>
      </div>
    </Dialog>
  );
}
