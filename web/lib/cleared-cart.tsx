import m from '#messages/cleared-cart';
import { cartTotals, keepLine, parseCart } from '#shop/orders/cart.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { getCart, replaceCart } from './cart.ts';
import { forget, useStoredText } from './device.ts';

/**
 * Offers the cart that 'Try Again' has cleared, until the next order (D28). Renders nothing without
 * one.
 */
export function ClearedCart({ className }: { className?: string }) {
  const lines = parseCart(useStoredText('clearedCart'));
  if (lines.length === 0) return null;
  const restore = () => {
    replaceCart(lines.reduce(keepLine, getCart()));
    forget('clearedCart');
  };
  return (
    <Note tone="info" className={className}>
      <p>{m.cleared({ count: cartTotals(lines).count })}</p>
      <Button variant="line" className="mt-2" onClick={restore}>
        {m.restore()}
      </Button>
    </Note>
  );
}
