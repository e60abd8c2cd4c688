import { queryOptions, useQuery } from '@tanstack/react-query';
import { ORDER_VIEWS, ordersIn, statusesOf } from '#shop/orders/order-status.ts';
import { call } from '#web/lib/api.ts';
import { reviewStatsQuery } from '../catalogue/reviews/reviews-api.ts';
import { contactStatsQuery } from '../contacts/contacts-api.ts';
import { useMay } from '../lib/session.ts';
import { statsQuery } from '../orders/orders-api.ts';
import { waitingReplacementsQuery } from '../orders/replacements/replacements-api.ts';
import { sendersQuery, wordingsQuery } from '../settings/bank/bank-api.ts';

/** Live figures of the header and the navigation (D37). Undefined: not known, or not yet. */
export interface Figures {
  products?: number | undefined;
  activeOrders?: number | undefined;
  pendingReviews?: number | undefined;
  toVerify?: number | undefined;
  needAttention?: number | undefined;
  toShip?: number | undefined;
  replacementsToDecide?: number | undefined;
  newContacts?: number | undefined;
  overdueGrievances?: number | undefined;
  /** Learned wordings that the owner has not decided about, and senders that are not listed. */
  wordingsToDecide?: number | undefined;
  sendersToDecide?: number | undefined;
}

/** How many products the shop shows; the list itself is not needed. */
const productCountQuery = queryOptions({
  queryKey: ['products', 'count'],
  queryFn: async ({ signal }) => (await call('GET /products', { query: { limit: 1 } }, { signal })).total,
});

/** They change when a person confirms by hand, not by the minute. */
const SELDOM = { staleTime: 60_000, refetchInterval: 300_000 };

export function useFigures(): Figures {
  const { data: orders } = useQuery(statsQuery);
  const { data: products } = useQuery(productCountQuery);
  const { data: replacementsToDecide } = useQuery(waitingReplacementsQuery);
  const { data: reviews } = useQuery(reviewStatsQuery);
  const { data: contacts } = useQuery(contactStatsQuery);
  const mayTrust = useMay()('GET /payments/wordings');
  const { data: wordings } = useQuery({ ...wordingsQuery, ...SELDOM, enabled: mayTrust });
  const { data: senders } = useQuery({ ...sendersQuery, ...SELDOM, enabled: mayTrust });
  return {
    products,
    activeOrders: orders && ordersIn(orders.byStatus, statusesOf('new', 'to-ship', 'on-the-way')),
    pendingReviews: reviews?.pending,
    toVerify: orders?.pendingPayments,
    needAttention: orders?.needsAttention,
    toShip: orders && ordersIn(orders.byStatus, ORDER_VIEWS['to-ship']),
    replacementsToDecide,
    newContacts: contacts?.newContacts,
    overdueGrievances: contacts?.grievances.overdue,
    wordingsToDecide: wordings?.asked.length,
    sendersToDecide: senders?.unlisted.length,
  };
}
