import { useQueryClient } from '@tanstack/react-query';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall } from '../lib/session.ts';
import { type Draft, useForm } from '../ui/use-form.ts';
import { useKept } from '../ui/use-kept.ts';
import { orderQuery } from './orders-api.ts';

/**
 * The staff's notes on an order. Unsaved text survives a reload of the order, and stays when the
 * drawer is closed. If the stored notes have changed meanwhile, both texts are displayed and the
 * admin chooses.
 */
export function InternalNotes({ order }: { order: AdminOrder }) {
  const client = useQueryClient();
  const saved = order.internalNotes ?? '';
  const form = useForm({
    start: { text: saved },
    version: saved,
    kept: useKept<Draft<{ text: string }>>(['order-notes', order.orderNumber]),
    onSubmit: async (sent) => {
      const body = { internalNotes: sent.text, before: String(form.base) };
      try {
        const response = await adminCall('PUT /orders/:id/notes', { params: { id: order.orderNumber }, body });
        await client.invalidateQueries({ queryKey: ['orders'] });
        form.saved(sent, response.order.internalNotes ?? '');
        toast.success('Notes saved');
      } catch (error) {
        if (isApiError(error) && error.status === 409) {
          await client.invalidateQueries({ queryKey: ['orders'] });
          const now = client.getQueryData(orderQuery(order.orderNumber).queryKey)?.order.internalNotes ?? '';
          // Another admin has changed the notes: both texts are displayed, and say it.
          if (now !== body.before) return;
        }
        throw error;
      }
    },
    failed: 'Failed to save the notes. Please try again.',
  });
  const { dirty, outdated } = form;
  return (
    <form className="grid gap-2" {...form.props}>
      <TextareaField
        label="Internal notes"
        hint="Only for staff; the shopper never sees them."
        admin
        {...form.text('text')}
        rows={3}
        maxLength={4000}
      />
      {outdated && (
        <Note tone="warn" live="alert">
          <p>
            Someone else has changed these notes in the meantime. Nothing was overwritten: your words are still here,
            not saved. {saved === '' ? 'Theirs are empty.' : 'Theirs are:'}
          </p>
          {saved !== '' && <blockquote className="their-words">{saved}</blockquote>}
          <p className="mt-2 flex flex-wrap gap-2">
            <Button size="admin" variant="quiet" onClick={form.keepMine}>
              Keep mine
            </Button>
            <Button size="admin" variant="line" onClick={form.clear}>
              Show theirs
            </Button>
          </p>
        </Note>
      )}
      {dirty && !outdated && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="admin" variant="quiet" busy={form.busy} busyText="Saving…">
            Save notes
          </Button>
          <Button size="admin" variant="quiet" onClick={form.clear}>
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}
