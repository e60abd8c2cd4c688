import { GIFT_RULE } from '#shop/orders/gift.ts';
import { isUnprintable } from '#shop/orders/printable.ts';
import { Note } from '#web/ui/note.tsx';

/** The message of a gift, and what packing it means. */
export function Gift({ message }: { message: string }) {
  return (
    <section>
      <h3>Gift</h3>
      <p className="mb-2 whitespace-pre-line wrap-anywhere text-ink-soft">{message || 'Without a message'}</p>
      <Note tone="info">{GIFT_RULE}</Note>
      {isUnprintable(message) && (
        <Note tone="warn" className="mt-2">
          The message has letters that we cannot print. Write it on the packing slip by hand.
        </Note>
      )}
    </section>
  );
}
