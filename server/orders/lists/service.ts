import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { cleanPhone } from '#shop/india/phones.ts';
import type { OrderListQuery, OrderStats } from '#shop/orders/order-calls.ts';
import { ORDER_VIEWS } from '#shop/orders/order-status.ts';
import type { TrackedOrder } from '#shop/orders/orders.ts';
import { checkMobile, toTracked } from '#shop/orders/tracking.ts';
import { withLimit } from '#shop/page-parameters.ts';
import { cleanWord } from '#shop/text/text.ts';
import * as queries from '../rows/orders.queries.ts';
import { toAdminOrder, toOrder } from '../rows/wire.ts';
import { exportOrders } from './export.ts';
import * as lists from './lists.queries.ts';
import { readStats } from './stats.ts';
import { unprovenGroups } from './unproven-groups.ts';

/** Maximum number of orders in tracking. */
const TRACKED = 50;

/**
 * Reads of many orders: tracking by shoppers; the list, the figures and the export of the admin.
 */
export function orderLists(context: ServiceContext) {
  const { database, now } = context;
  const { db } = database;

  return {
    /**
     * The orders of a mobile number, masked (D33). Rate limits by IP address and by number apply
     * before any query.
     *
     * @throws ShopError mobile_required, mobile_invalid, too_many_attempts
     */
    async track(mobile: string, address: string): Promise<TrackedOrder[]> {
      const message = checkMobile(mobile);
      if (message) {
        throw new ShopError(cleanWord(mobile) === '' ? 'mobile_required' : 'mobile_invalid', { message });
      }
      const phone = cleanPhone(mobile, 'India');
      await limitAttempts(context, 'track-address', address, LIMITS.trackAddress);
      await limitAttempts(context, 'track-number', phone, LIMITS.trackNumber);
      const rows = await lists.someOrdersOfPhone(db, phone, TRACKED);
      rows.sort((one, other) => other.created_at - one.created_at);
      // Queried without orders too, so that a miss takes as long as a hit.
      const numbers = rows.length > 0 ? rows.map((row) => row.order_number) : [''];
      const lines = groupLines(await queries.readLines(db, numbers));
      const moves = await queries.lastMoves(db, numbers);
      const view = { staff: false, language: 'en' as const };
      return rows.map((row) =>
        toTracked(toOrder(row, lines.get(row.order_number) ?? [], [], view), moves.get(row.order_number) ?? null),
      );
    },

    /** One page of the admin's list, newest first, without events. */
    async list(query: OrderListQuery) {
      const filter = filterOf(query);
      const { rows, total } = await lists.listOrders(database.db, filter, query.limit, (query.page - 1) * query.limit);
      const lines = groupLines(
        rows.length > 0
          ? await queries.readLines(
              db,
              rows.map((row) => row.order_number),
            )
          : [],
      );
      return {
        orders: rows.map((row) => toAdminOrder(row, lines.get(row.order_number) ?? [], [])),
        pagination: withLimit({ ...query, total }, 'totalOrders'),
      };
    },

    /** Unproven orders that look as if one person had sent them. */
    unprovenGroups: () => unprovenGroups(db),

    /** Current figures for the dashboard. */
    stats: (): Promise<OrderStats> => readStats(db, now()),

    /**
     * The orders of a filter as a CSV file in pieces. Each export has an audit entry, since the
     * file contains personal data.
     */
    async exportList(query: OrderListQuery, actor: Actor): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
      const { from, to, status, view, search, payment, attention } = query;
      await writeAudit(db, {
        at: now(),
        actor,
        action: 'order.export',
        entity: 'order',
        entityId: '',
        after: { status: status || 'all', view, payment, attention, from, to, searched: Boolean(search) },
      });
      return { name: `orders-${isoDay(now())}.csv`, pieces: exportOrders(database, filterOf(query)) };
    },
  };
}

function filterOf(query: OrderListQuery): lists.OrderFilter {
  return {
    status: query.status === 'all' || query.status === '' ? undefined : query.status,
    statuses: query.view && ORDER_VIEWS[query.view],
    paymentStatus: query.payment,
    attention: query.attention === 'true',
    search: query.search?.trim() || undefined,
    from: query.from,
    to: query.to,
  };
}

function groupLines(lines: queries.LineRow[]): Map<string, queries.LineRow[]> {
  return Map.groupBy(lines, (line) => line.order_number);
}
