import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import m from '#messages/frame';
import { type CartLine, clampQuantity } from '#shop/orders/cart.ts';
import { setCartQuantity } from '#web/lib/cart.ts';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { toast } from '#web/ui/toast.tsx';

const addBefore = (box: HTMLElement | null) => box?.previousElementSibling as HTMLElement | undefined;

/**
 * The packs of a card's size in the cart, after the hidden 'Add' button, which comes back at 0. It
 * covers the row of buttons where a card has no room for both.
 */
export function CardStepper({ line, quantity }: { line: CartLine; quantity: number }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement !== addBefore(box.current)) return;
    const buttons = box.current?.querySelectorAll('button') ?? [];
    [...buttons].findLast((button) => !button.disabled)?.focus();
  }, []);

  const change = (next: number) => {
    const add = addBefore(box.current);
    flushSync(() => setCartQuantity(line.productId, line.size, next));
    if (next > 0) return;
    add?.focus();
    toast.success(m.removedFromCart());
  };

  return (
    <div ref={box} className="absolute inset-x-0 bottom-0 z-3 h-11 xl:left-auto xl:w-33">
      <QuantityStepper
        className="size-full grid-cols-[2.75rem_1fr_2.75rem] border-0 outline-1 -outline-offset-1 outline-line-strong"
        of={line.name}
        value={quantity}
        min={0}
        max={clampQuantity(line.stock)}
        onChange={change}
      />
    </div>
  );
}
