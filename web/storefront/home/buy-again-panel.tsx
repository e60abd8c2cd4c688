import m from '#messages/reorder';
import { formatDate } from '#shop/india/dates.ts';
import { useOrders } from '#web/lib/my-orders.ts';
import { useReorder } from '#web/lib/reorder.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';

/** One press puts the latest order into the cart again. Cancelled orders are not offered. */
export function BuyAgainPanel() {
  const latest = useOrders().find(({ status, items }) => status !== 'cancelled' && items.length > 0);
  const { busy, again } = useReorder();
  if (!latest) return null;
  return (
    <section className="page pt-7" aria-labelledby="buy-again">
      <div className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="text-display-sm" id="buy-again">
            {m.buyAgain()}
          </h2>
          <p className="truncate">{latest.items.map(({ name }) => name).join(', ')}</p>
          <p className="text-small text-ink-soft">{m.latestOrder({ date: formatDate(latest.createdAt) })}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} onClick={() => again(latest.items)}>
            {m.buyAgain()}
          </Button>
          <ButtonLink variant="line" to="/orders">
            {m.yourOrders()}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
