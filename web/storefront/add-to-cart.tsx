import { useEffect } from 'react';
import m from '#messages/frame';
import { type CartLine, quantityIn } from '#shop/orders/cart.ts';
import { useCart } from '#web/lib/cart.ts';
import { Button } from '#web/ui/button.tsx';
import { useOnDemand } from '#web/ui/on-demand.ts';
import { putInCart } from './put-in-cart.ts';

const loadStepper = () => import('./card-stepper.tsx').then(({ CardStepper }) => CardStepper);

/**
 * 'Add' on a card. While the cart has the card's size, a stepper stands in its place, and the
 * hidden button keeps the height of the row.
 */
export function AddToCart({ line }: { line: CartLine }) {
  const quantity = quantityIn(useCart(), line);
  const [Stepper, load] = useOnDemand(loadStepper);
  useEffect(() => {
    if (quantity > 0) load('quietly');
  }, [quantity, load]);
  const steps = Stepper && quantity > 0;
  return (
    <>
      <Button
        variant="line"
        className={`z-2 flex-auto px-3 xl:min-w-33 ${steps ? 'invisible' : ''}`}
        aria-label={m.addOf({ name: line.name })}
        onClick={() => putInCart(line)}
      >
        {m.add()}
      </Button>
      {steps && <Stepper line={line} quantity={quantity} />}
    </>
  );
}
