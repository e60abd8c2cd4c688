import { useState } from 'react';
import { canMove } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Printer } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Truck } from '#web/ui/icons.ts';
import { Check } from '#web/ui/page-icons.ts';
import { useMay } from '../lib/session.ts';
import { BulkShip } from './bulk-ship.tsx';
import { BulkVerify, canVerify } from './bulk-verify.tsx';
import { Papers } from './papers.tsx';

/** The open bulk dialog. It keeps the orders it was opened with, because they change meanwhile. */
export interface BulkQuestion {
  kind: 'verify' | 'ship' | 'print';
  orders: AdminOrder[];
}

interface BulkBarProps {
  /** The selected orders of this page, with their current data. */
  selected: AdminOrder[];
  /** Orders on this page. */
  total: number;
  onAll: () => void;
  onClear: () => void;
  ask: (question: BulkQuestion) => void;
}

/** The bulk actions, at the bottom of the screen while orders are selected. */
export function BulkBar({ selected, total, onAll, onClear, ask }: BulkBarProps) {
  const may = useMay();
  if (selected.length === 0) return null;
  const verifiable = may('PUT /orders/:id/payment') ? selected.filter(canVerify) : [];
  const shippable = selected.filter((order) => canMove(order.status, 'shipped'));
  return (
    <section className="bulk-bar" aria-label="Ticked orders">
      <p role="status">{selected.length === 1 ? '1 order ticked' : `${selected.length} orders ticked`}</p>
      {selected.length < total && (
        <Button size="admin" variant="text" onClick={onAll}>
          Tick all {total}
        </Button>
      )}
      {verifiable.length > 0 && (
        <Button size="admin" variant="ok" onClick={() => ask({ kind: 'verify', orders: verifiable })}>
          <Icon of={Check} /> Verify {verifiable.length}
        </Button>
      )}
      <Button size="admin" disabled={shippable.length === 0} onClick={() => ask({ kind: 'ship', orders: shippable })}>
        <Icon of={Truck} /> Ship {shippable.length > 0 && shippable.length}
      </Button>
      <Button size="admin" variant="quiet" onClick={() => ask({ kind: 'print', orders: selected })}>
        <Icon of={Printer} /> Print
      </Button>
      <Button size="admin" variant="text" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

/** The dialogs of the bulk actions; a row asks with one order. */
export function BulkDialogs({
  question,
  onClose,
  onOpen,
  onDone,
}: {
  question: BulkQuestion | null;
  onClose: () => void;
  /** Opens the drawer of an order. */
  onOpen: (orderNumber: string) => void;
  /** After orders were changed. */
  onDone: () => void;
}) {
  const orders = question?.orders ?? [];
  // Here, so that they stay when the dialog is closed for a moment.
  const [numbers, setNumbers] = useState<Record<string, string>>({});
  const many = orders.length === 1 ? '1 order' : `${orders.length} orders`;
  const titles = { verify: `Verify ${many}`, ship: `Ship ${many}`, print: `Print for ${many}` };
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={question ? titles[question.kind] : ''}
      wide
      className={question?.kind === 'print' ? '' : 'sm:w-[min(44rem,calc(100vw-2rem))]'}
    >
      {question?.kind === 'verify' && <BulkVerify orders={orders} onOpen={onOpen} onDone={onDone} />}
      {question?.kind === 'ship' && (
        <BulkShip orders={orders} numbers={numbers} onNumbers={setNumbers} onDone={onDone} />
      )}
      {question?.kind === 'print' && <Papers orders={orders} />}
    </Dialog>
  );
}
