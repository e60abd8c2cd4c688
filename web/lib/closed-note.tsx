import m from '#messages/closed';
import { type ClosedShop, closedWords } from '#shop/settings/closed-words.ts';
import { Note } from '#web/ui/note.tsx';

/** Says that the shop takes no orders now. `cart`: also that what is in the cart stays. */
export function ClosedNote({ closed, cart, className }: { closed: ClosedShop; cart?: boolean; className?: string }) {
  const { title, text } = closedWords(closed);
  return (
    <Note tone="info" className={className}>
      <p className="weight-650">{title}</p>
      <p className="wrap-anywhere">{text}</p>
      {cart && <p>{m.cart_stays()}</p>}
    </Note>
  );
}
