import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import type { OrderQuestion } from './use-order-actions.ts';

/** Parts of the dialogs about an order. */

export type NamedOrder = { orderNumber: string } & ({ name: string } | { shippingAddress: { name: string } });

/** Names the order that the dialog is about (G6). */
export function WhichOrder({ order }: { order: NamedOrder }) {
  return (
    <p>
      <b className="mono">{order.orderNumber}</b> · {'name' in order ? order.name : order.shippingAddress.name}
    </p>
  );
}

/** Why the answer was not saved although nothing in it is wrong. */
export function Outdated({ question }: { question: OrderQuestion | null }) {
  if (!question?.outdated) return null;
  return (
    <Note tone="warn" live="alert">
      {question.outdated}
    </Note>
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
export function useReason(missing: string, initial = '') {
  const [text, setText] = useState(initial);
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
