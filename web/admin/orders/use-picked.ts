import { useState } from 'react';
import type { GroupedOrder } from '#shop/orders/bulk.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import type { Ticks } from '../ui/ticks.tsx';

/** What a bulk action needs of an order. `total` in rupees. */
export type PickedOrder = Omit<GroupedOrder, 'version'> & { version?: number | undefined };

const NONE: ReadonlySet<string> = new Set();

export const toPicked = ({ orderNumber, version, shippingAddress, pricing }: AdminOrder): PickedOrder => ({
  orderNumber,
  version,
  name: shippingAddress.name,
  total: pricing.total,
});

/**
 * The ticked orders: rows that the list shows, and those of a group of unproven orders, which the
 * list may not show.
 *
 * @param listed the orders that the list shows now
 */
export function usePicked(listed: PickedOrder[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NONE);
  const [grouped, setGrouped] = useState<PickedOrder[]>([]);
  const tick: Ticks['tick'] = (numbers, on) =>
    setTicked((current) => {
      const others = [...current].filter((number) => !numbers.includes(number));
      return new Set(on ? [...others, ...numbers] : others);
    });
  const shown = listed.filter(({ orderNumber }) => ticked.has(orderNumber));
  const isListed = (number: string) => listed.some(({ orderNumber }) => orderNumber === number);
  const hidden = grouped.filter(({ orderNumber }) => ticked.has(orderNumber) && !isListed(orderNumber));
  return {
    ticked,
    tick,
    /** Those of groups that the list does not show. */
    hidden,
    all: [...shown, ...hidden],
    /** Ticks the orders of a group, and nothing else. */
    pick: (orders: PickedOrder[]) => {
      setGrouped(orders);
      setTicked(new Set(orders.map(({ orderNumber }) => orderNumber)));
    },
    clear: () => {
      setTicked(NONE);
      setGrouped([]);
    },
  };
}

export type Picked = ReturnType<typeof usePicked>;
