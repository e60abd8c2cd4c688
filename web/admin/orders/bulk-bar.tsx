import { useState } from 'react';
import { canCancel, canMove } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Printer } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Truck } from '#web/ui/icons.ts';
import { Check } from '#web/ui/page-icons.ts';
import { countOf } from '../lib/count.ts';
import { useMay } from '../lib/session.ts';
import { BulkDeliver } from './bulk-deliver.tsx';
import type { EndQuestion } from './bulk-end.tsx';
import { BulkShip } from './bulk-ship.tsx';
import { BulkVerify, canVerify } from './bulk-verify.tsx';
import { Papers } from './papers-dialog.tsx';
import type { Picked, PickedOrder } from './use-picked.ts';

/** The open bulk dialog. It keeps the orders it was opened with, because they change meanwhile. */
export interface BulkQuestion {
  kind: 'verify' | 'ship' | 'deliver' | 'print';
  orders: AdminOrder[];
}

interface BulkBarProps {
  /** The selected orders of this page, with their current data. */
  selected: AdminOrder[];
  picked: Picked;
  /** Orders on this page. */
  total: number;
  onAll: () => void;
  ask: (question: BulkQuestion) => void;
  end: (question: EndQuestion) => void;
}

/** The bulk actions, at the bottom of the screen while orders are selected. */
export function BulkBar({ selected, picked, total, onAll, ask, end }: BulkBarProps) {
  const { all, hidden } = picked;
  if (all.length === 0) return null;
  const unproven = new Set(
    selected.filter(({ payment }) => payment.status === 'pending').map(({ orderNumber }) => orderNumber),
  );
  const kept = new Set(
    selected.filter(({ status }) => !canCancel(status, 'admin')).map(({ orderNumber }) => orderNumber),
  );
  const isHidden = (order: PickedOrder) => hidden.includes(order);
  return (
    <section className="bulk-bar" aria-label="Ticked orders">
      <p role="status">{`${countOf(all.length, 'order')} ticked`}</p>
      {hidden.length === 0 && selected.length < total && (
        <Button size="admin" variant="text" onClick={onAll}>
          Tick all {total}
        </Button>
      )}
      {/* What the list does not show cannot be verified, shipped, delivered or printed. */}
      {hidden.length === 0 && <Onward selected={selected} ask={ask} />}
      <EndButtons
        rejected={all.filter((order) => isHidden(order) || unproven.has(order.orderNumber))}
        cancelled={all.filter(({ orderNumber }) => !kept.has(orderNumber))}
        end={end}
      />
      <Button size="admin" variant="text" onClick={picked.clear}>
        Clear
      </Button>
    </section>
  );
}

/** Verify, ship, deliver and print. */
function Onward({ selected, ask }: Pick<BulkBarProps, 'selected' | 'ask'>) {
  const may = useMay();
  const verifiable = may('PUT /orders/:id/payment') ? selected.filter(canVerify) : [];
  const shippable = selected.filter((order) => canMove(order.status, 'shipped'));
  const deliverable = selected.filter((order) => canMove(order.status, 'delivered'));
  return (
    <>
      {verifiable.length > 0 && (
        <Button size="admin" variant="ok" onClick={() => ask({ kind: 'verify', orders: verifiable })}>
          <Icon of={Check} /> Verify {verifiable.length}
        </Button>
      )}
      {(shippable.length > 0 || deliverable.length === 0) && (
        <Button size="admin" disabled={shippable.length === 0} onClick={() => ask({ kind: 'ship', orders: shippable })}>
          <Icon of={Truck} /> {shippable.length > 0 ? `Ship ${shippable.length}` : 'Ship'}
        </Button>
      )}
      {deliverable.length > 0 && (
        <Button size="admin" onClick={() => ask({ kind: 'deliver', orders: deliverable })}>
          <Icon of={Check} /> Deliver {deliverable.length}
        </Button>
      )}
      <Button size="admin" variant="quiet" onClick={() => ask({ kind: 'print', orders: selected })}>
        <Icon of={Printer} /> Print
      </Button>
    </>
  );
}

/** 'Not received', for who may verify payments, and 'Cancel'. */
export function EndButtons({
  rejected,
  cancelled,
  end,
}: {
  rejected: PickedOrder[];
  cancelled: PickedOrder[];
  end: (question: EndQuestion) => void;
}) {
  const may = useMay();
  return (
    <>
      {rejected.length > 0 && may('POST /orders/bulk/not-received') && (
        <Button size="admin" variant="quiet" onClick={() => end({ kind: 'not-received', orders: rejected })}>
          Not received {rejected.length}
        </Button>
      )}
      {cancelled.length > 0 && (
        <Button size="admin" variant="line" onClick={() => end({ kind: 'cancel', orders: cancelled })}>
          Cancel {cancelled.length}
        </Button>
      )}
    </>
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
  const many = countOf(orders.length, 'order');
  const titles = {
    verify: `Verify ${many}`,
    ship: `Ship ${many}`,
    deliver: `Deliver ${many}`,
    print: `Print for ${many}`,
  };
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
      {question?.kind === 'deliver' && <BulkDeliver orders={orders} onDone={onDone} />}
      {question?.kind === 'print' && <Papers orders={orders} />}
    </Dialog>
  );
}
