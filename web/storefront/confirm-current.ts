import { CHECKOUT_WAITS, isCurrent, reachShop } from '#web/lib/connection.ts';
import { toast } from '#web/ui/toast.tsx';

/**
 * Whether a checkout may begin: at once on a page of now; on one that may be of yesterday only after the shop itself has answered.
 * Says why not.
 */
export async function confirmCurrent(): Promise<boolean> {
  if (isCurrent() || (await reachShop())) return true;
  toast.warning(CHECKOUT_WAITS);
  return false;
}
