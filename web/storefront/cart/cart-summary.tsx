import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { RotateCcw, Truck } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * 'Order Summary' beside the lines. `total`: formatted, null until device storage is read. `children`: the Checkout
 * button.
 */
export function CartSummary({ total, children }: { total: string | null; children: ReactNode }) {
  const amount = total ?? <Skeleton className="h-5 w-16" />;
  return (
    <section className="panel" aria-labelledby="order-summary">
      <h2 id="order-summary" className="mb-4 text-display-sm">
        Order Summary
      </h2>
      <dl className="sum">
        <div>
          <dt>Subtotal</dt>
          <dd>{amount}</dd>
        </div>
        <div className="text-small text-ink-soft">
          <dt>Shipping</dt>
          <dd>calculated at checkout</dd>
        </div>
        <div className="total">
          <dt>Total</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      <p className="mt-2 mb-5 text-small text-ink-soft">MRP is inclusive of all taxes</p>
      {children}
      <ul className="mt-4 grid gap-2 text-small text-ink-soft">
        <li className="flex items-center gap-2.5">
          <Icon of={Truck} /> Free delivery across India
        </li>
        <li className="flex items-center gap-2.5">
          <Icon of={RotateCcw} /> 7-day replacement
        </li>
      </ul>
    </section>
  );
}
