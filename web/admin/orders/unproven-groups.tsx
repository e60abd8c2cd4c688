import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatRupees } from '#shop/money/money.ts';
import type { UnprovenGroup } from '#shop/orders/bulk.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { adminCall } from '../lib/session.ts';
import type { Picked } from './use-picked.ts';

/** Groups on display; the largest come first. */
const MOST = 3;

const groupsQuery = queryOptions({
  queryKey: ['orders', 'unproven groups'],
  queryFn: async ({ signal }) => (await adminCall('GET /orders/unproven-groups', {}, { signal })).groups,
});

/**
 * Unproven orders that look as if one person had sent them, to be worked off together (D65).
 * Nothing when there are none.
 */
export function UnprovenGroups({ picked }: { picked: Picked }) {
  const { data = [] } = useQuery(groupsQuery);
  if (data.length === 0) return null;
  return (
    <ul className="mb-3 grid gap-2" aria-label="Orders that may be invented">
      {data.slice(0, MOST).map((group) => (
        <Group key={`${group.by} ${group.label}`} group={group} picked={picked} />
      ))}
    </ul>
  );
}

function Group({ group, picked }: { group: UnprovenGroup; picked: Picked }) {
  const { by, label, orders } = group;
  const count = orders.length;
  const sum = formatRupees(orders.reduce((total, order) => total + order.total, 0));
  const isPicked = orders.every(({ orderNumber }) => picked.ticked.has(orderNumber));
  return (
    <li className="admin-card flex flex-wrap items-center gap-x-4 gap-y-2 border-warn-line bg-warn-bg px-[1.1rem] py-3">
      <Icon of={TriangleAlert} className="text-warn max-md:hidden" />
      <p className="mr-auto min-w-0">
        <b className="weight-650">
          {by === 'network' ? `${count} unproven orders from one network` : `${count} unproven orders with one phone`}
        </b>
        <small className="block text-[0.8125rem] text-ink-soft">
          {sum} · {by === 'network' ? `network ${label}` : label} · may be invented: nobody has proved a payment
        </small>
      </p>
      <Button
        variant="quiet"
        size="admin"
        onClick={() => (isPicked ? picked.clear() : picked.pick(orders))}
        aria-pressed={isPicked}
      >
        {isPicked ? 'Clear' : `Tick all ${count} of them`}
      </Button>
    </li>
  );
}
