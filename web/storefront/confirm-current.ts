import m from '#messages/ui';
import { isCurrent, reachShop } from '#web/lib/connection.ts';
import { toast } from '#web/ui/toast.tsx';

/**
 * Whether checkout may start: at once on a current page; on a page that may be stale only after a
 * response from the server. Otherwise shows a toast with the reason.
 */
export async function confirmCurrent(): Promise<boolean> {
  if (isCurrent() || (await reachShop())) return true;
  toast.warning(m.checkoutWaits());
  return false;
}
