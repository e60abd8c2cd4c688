import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { useKept } from '../ui/use-record.ts';
import { orderQuery } from './orders-api.ts';

const FAILED = 'Failed to save the notes. Please try again.';

/** Unsaved text, and the stored notes that it is based on. */
interface Draft {
  text: string;
  base: string;
}

/**
 * The staff's notes on an order. Unsaved text survives a reload of the order, and stays when the
 * drawer is closed. If the stored notes have changed meanwhile, both texts are displayed and the
 * admin chooses.
 */
export function InternalNotes({ order }: { order: AdminOrder }) {
  const client = useQueryClient();
  const saved = order.internalNotes ?? '';
  const [draft, setDraft] = useKept<Draft>(['order-notes', order.orderNumber]);
  const text = draft?.text ?? saved;
  const save = useMutation({
    mutationFn: ({ text: internalNotes, base: before }: Draft) =>
      adminCall('PUT /orders/:id/notes', { params: { id: order.orderNumber }, body: { internalNotes, before } }),
    onSuccess: async (response, sent) => {
      await client.invalidateQueries({ queryKey: ['orders'] });
      // Text typed during the request stays, based on the notes just stored.
      const base = response.order.internalNotes ?? '';
      setDraft((now) => (now && now.text !== sent.text ? { ...now, base } : null));
      toast.success('Notes saved');
    },
    onError: async (error, { base }) => {
      if (isSignedOut(error)) return;
      if (isApiError(error) && error.status === 409) {
        await client.invalidateQueries({ queryKey: ['orders'] });
        const now = client.getQueryData(orderQuery(order.orderNumber).queryKey)?.order.internalNotes ?? '';
        // Another admin has changed the notes: both texts are displayed, and say it.
        if (now !== base) return;
      }
      toast.error(serverSentence(error, FAILED));
    },
  });
  const dirty = draft !== null && draft.text !== saved;
  const outdated = dirty && !save.isPending && draft.base !== saved;
  const edit = (next: string) => setDraft((now) => ({ text: next, base: now?.base ?? saved }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft && dirty && !outdated && !save.isPending) save.mutate(draft);
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <TextareaField
        label="Internal notes"
        hint="Only for staff; the shopper never sees them."
        admin
        rows={3}
        maxLength={4000}
        value={text}
        onChange={(event) => edit(event.target.value)}
      />
      {outdated && (
        <Note tone="warn" live="alert">
          <p>
            Someone else has changed these notes in the meantime. Nothing was overwritten: your words are still here,
            not saved. {saved === '' ? 'Theirs are empty.' : 'Theirs are:'}
          </p>
          {saved !== '' && <blockquote className="their-words">{saved}</blockquote>}
          <p className="mt-2 flex flex-wrap gap-2">
            <Button size="admin" variant="quiet" onClick={() => setDraft(() => ({ text, base: saved }))}>
              Keep mine
            </Button>
            <Button size="admin" variant="line" onClick={() => setDraft(() => null)}>
              Show theirs
            </Button>
          </p>
        </Note>
      )}
      {dirty && !outdated && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="admin" variant="quiet" busy={save.isPending} busyText="Saving…">
            Save notes
          </Button>
          <Button size="admin" variant="quiet" onClick={() => setDraft(() => null)}>
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}
