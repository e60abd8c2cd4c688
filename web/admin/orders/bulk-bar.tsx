import { useState } from 'react';
import { canMove } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Printer } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Truck } from '#web/ui/icons.ts';
import { BulkShip } from './bulk-ship.tsx';
import { PackingSlips } from './packing-slips.tsx';

interface BulkBarProps {
  /** The selected orders of this page, with their current data. */
  selected: AdminOrder[];
  onClear: () => void;
}

/** The bulk actions, at the bottom of the screen while orders are selected. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  // The dialog keeps the orders it was opened with, because they change while they are shipped.
  const [shipping, setShipping] = useState<AdminOrder[] | null>(null);
  const [printing, setPrinting] = useState<AdminOrder[]>([]);
  const shippable = selected.filter((order) => canMove(order.status, 'shipped'));
  return (
    <>
      {selected.length > 0 && (
        <section className="bulk-bar" aria-label="Ticked orders">
          <p role="status">{selected.length === 1 ? '1 order ticked' : `${selected.length} orders ticked`}</p>
          <Button size="admin" disabled={shippable.length === 0} onClick={() => setShipping(shippable)}>
            <Icon of={Truck} /> Ship {shippable.length > 0 && shippable.length}
          </Button>
          <Button size="admin" variant="quiet" onClick={() => setPrinting(selected)}>
            <Icon of={Printer} /> Packing slips
          </Button>
          <Button size="admin" variant="text" onClick={onClear}>
            Clear
          </Button>
        </section>
      )}
      <Dialog
        open={shipping !== null}
        onClose={() => setShipping(null)}
        title={`Ship ${shipping?.length === 1 ? '1 order' : `${shipping?.length ?? 0} orders`}`}
        wide
      >
        {shipping && (
          <BulkShip
            orders={shipping}
            onDone={() => {
              setShipping(null);
              onClear();
            }}
          />
        )}
      </Dialog>
      <PackingSlips orders={printing} onDone={() => setPrinting([])} />
    </>
  );
}
