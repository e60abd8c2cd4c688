import { useState } from 'react';
import m from '#messages/orders';
import { call, isApiError } from '#web/lib/api.ts';
import type { LocalOrder } from '#web/lib/my-orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { rich } from '#web/ui/rich.tsx';
import { toast } from '#web/ui/toast.tsx';

/**
 * 'Cancel Order' while the order is pending (D32): asks for a reason. The safe button comes first.
 */
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
      await call(
        'POST /orders/:id/cancel',
        { params: { id: order.orderNumber }, body: { reason } },
        { headers: { 'x-order-token': order.accessToken ?? '' } },
      );
      toast.success(m.cancelled());
      onClose(true);
    } catch (failure) {
      setError(isApiError(failure) ? failure.message : m.failed());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={() => onClose(false)} title={m.cancelOrder()}>
      <p className="text-ink-soft">
        {rich(m.cancelText({ order: order.orderNumber }), { b: (text) => <b className="mono text-ink">{text}</b> })}
      </p>
      {error && (
        <Note tone="bad" live="alert">
          {error}
        </Note>
      )}
      <TextareaField
        label={m.reason()}
        optional
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="line" onClick={() => onClose(false)}>
          {m.keepOrder()}
        </Button>
        <Button variant="bad" busy={busy} onClick={() => void cancel()}>
          {m.cancelOrder()}
        </Button>
      </div>
    </Dialog>
  );
}
