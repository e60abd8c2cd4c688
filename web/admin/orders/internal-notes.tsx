import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AdminOrder } from '#shop/orders.ts';
import { isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminApi, isSignedOut, serverSentence } from '../session.ts';

const FAILED = 'Failed to save the notes. Please try again.';

/** The staff's own words on an order. What is being typed stays when the order changes underneath, until it is saved. */
export function InternalNotes({ order }: { order: AdminOrder }) {
  const client = useQueryClient();
  const saved = order.internalNotes ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? saved;
  const save = useMutation({
    mutationFn: () =>
      adminApi(`/orders/${encodeURIComponent(order.orderNumber)}/notes`, {
        method: 'PUT',
        body: { internalNotes: text, ...(order.version === undefined ? {} : { version: order.version }) },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['orders'] });
      setTyped(null);
      toast.success('Notes saved');
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      toast.error(serverSentence(error, FAILED));
      // Somebody was faster: the order is read again, and the typed words stand ready to be saved on top of it.
      if (isApiError(error) && error.status === 409) await client.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <TextareaField
        label="Internal notes"
        hint="Only for staff; the shopper never sees them."
        desk
        rows={3}
        maxLength={4000}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      {text !== saved && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="desk" variant="quiet" busy={save.isPending} busyText="Saving…">
            Save notes
          </Button>
          <Button size="desk" variant="quiet" onClick={() => setTyped(null)}>
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}
