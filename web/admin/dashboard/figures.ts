import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { reviewStatsQuery } from '../catalogue/reviews/reviews-api.ts';
import { contactStatsQuery } from '../contacts/contacts-api.ts';
import { statsQuery } from '../orders/orders-api.ts';
import { waitingReplacementsQuery } from '../orders/replacements/replacements-api.ts';

/** Live figures of the header and the navigation (D37). Undefined: not known, or not yet. */
export interface Figures {
  products?: number | undefined;
  activeOrders?: number | undefined;
  pendingReviews?: number | undefined;
  toVerify?: number | undefined;
  needAttention?: number | undefined;
  replacementsToDecide?: number | undefined;
  newContacts?: number | undefined;
  overdueGrievances?: number | undefined;
}

/** How many products the shop shows; the list itself is not needed. */
const productCountQuery = queryOptions({
  queryKey: ['products', 'count'],
  queryFn: async ({ signal }) => (await call('GET /products', { query: { limit: 1 } }, { signal })).total,
});

export function useFigures(): Figures {
  const { data: orders } = useQuery(statsQuery);
  const { data: products } = useQuery(productCountQuery);
  const { data: replacementsToDecide } = useQuery(waitingReplacementsQuery);
  const { data: reviews } = useQuery(reviewStatsQuery);
  const { data: contacts } = useQuery(contactStatsQuery);
  const of = (status: keyof NonNullable<typeof orders>['byStatus']) => orders?.byStatus[status] ?? 0;
  return {
    products,
    activeOrders: orders && of('pending') + of('confirmed') + of('processing') + of('shipped') + of('out_for_delivery'),
    pendingReviews: reviews?.pending,
    toVerify: orders?.pendingPayments,
    needAttention: orders?.needsAttention,
    replacementsToDecide,
    newContacts: contacts?.newContacts,
    overdueGrievances: contacts?.grievances.overdue,
  };
}
