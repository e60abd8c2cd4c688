import { takePlace } from '../../lib/return-to.ts';
import { adminCall } from '../../lib/session.ts';

/**
 * Where a sign-in leads: to the remembered place; else to the orders, or to the checklist of a shop
 * that has no orders yet.
 */
export async function startPlace(): Promise<string> {
  const place = takePlace();
  return place === '/admin' && (await isNew()) ? '/admin?section=overview' : place;
}

/** Not for whoever may not open the checklist, or has to set up two-step sign-in first. */
async function isNew(): Promise<boolean> {
  try {
    const { stats } = await adminCall('GET /orders/stats/summary');
    if (stats.totalOrders > 0) return false;
    const { steps } = await adminCall('GET /settings/checklist');
    return steps.some(({ done, putOff }) => !done && !putOff);
  } catch {
    return false;
  }
}
