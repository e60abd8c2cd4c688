import { type ReactNode, useState } from 'react';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';

/** Parts of the dialogs about an order. */

/** Names the order that the dialog is about (G6). */
export function WhichOrder({ order }: { order: AdminOrder }) {
  return (
    <p>
      <b className="mono">{order.orderNumber}</b> · {order.shippingAddress.name}
    </p>
  );
}

export function FormButtons({ close, back, children }: { close: () => void; back: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="quiet" size="admin" onClick={close}>
        {back}
      </Button>
      {children}
    </div>
  );
}

/** A required reason; `missing` is the error message when it is empty. */
export function useReason(missing: string) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  return {
    text,
    error,
    edit: (next: string) => {
      setText(next);
      setError(undefined);
    },
    check: () => {
      if (text.trim()) return true;
      setError(missing);
      return false;
    },
  };
}
