import { useQueryClient } from '@tanstack/react-query';
import { GIFT_RULE, MAX_GIFT_MESSAGE } from '#shop/orders/gift.ts';
import { isBeforeShipping } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { isUnprintable } from '#shop/orders/printable.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall } from '../lib/session.ts';
import { OutdatedNote } from '../ui/outdated-note.tsx';
import { useForm } from '../ui/use-form.ts';

/** The message of a gift, which can be corrected until it is shipped, and what packing it means. */
export function Gift({ order, message }: { order: AdminOrder; message: string }) {
  return (
    <section className="grid gap-2">
      <h3 className="mb-0!">Gift</h3>
      {isBeforeShipping(order.status) ? (
        <MessageForm order={order} message={message} />
      ) : (
        <p className="whitespace-pre-line wrap-anywhere text-ink-soft">{message || 'Without a message'}</p>
      )}
      <Note tone="info">{GIFT_RULE}</Note>
      {isUnprintable(message) && (
        <Note tone="warn">The message has letters that we cannot print. Write it on the packing slip by hand.</Note>
      )}
    </section>
  );
}

function MessageForm({ order, message }: { order: AdminOrder; message: string }) {
  const client = useQueryClient();
  const form = useForm({
    start: { giftMessage: message },
    version: message,
    onSubmit: async (sent) => {
      const params = { id: order.orderNumber };
      const body = { giftMessage: sent.giftMessage, version: order.version };
      const answer = await adminCall('PUT /orders/:id/gift', { params, body }).finally(() =>
        client.invalidateQueries({ queryKey: ['orders'] }),
      );
      form.saved(sent, answer.order.giftMessage ?? '');
      toast.success(answer.message);
    },
    failed: 'Failed to save the message. Please try again.',
  });
  return (
    <form className="grid gap-2" {...form.props}>
      <TextareaField
        label="Message on the slip"
        hint={message === '' ? 'Without a message.' : undefined}
        admin
        {...form.text('giftMessage')}
        rows={3}
        maxLength={MAX_GIFT_MESSAGE}
      />
      {form.outdated && <OutdatedNote what="message" onLatest={form.clear} onMine={form.keepMine} />}
      {form.dirty && !form.outdated && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="admin" variant="quiet" busy={form.busy} busyText="Saving…">
            Save message
          </Button>
          <Button size="admin" variant="quiet" onClick={form.clear}>
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}
