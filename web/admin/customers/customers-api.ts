import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CustomerSegment, CustomerSort } from '#shop/customers/customers.ts';
import { adminCall } from '../lib/session.ts';

export const LOAD_FAILED = 'Failed to load the customers. Please check your connection.';

/** The filter of the list, from the URL. */
export interface CustomerFilter {
  segment: CustomerSegment | 'all';
  sort: CustomerSort;
  tag: string;
  q: string;
  page: number;
}

/** The filter as the query of list and export. */
export function filterQuery({ segment, tag, q }: CustomerFilter) {
  return { search: q.trim(), tag, ...(segment === 'all' ? {} : { segment }) };
}

export function customersQuery(filter: CustomerFilter) {
  const query = { ...filterQuery(filter), sort: filter.sort, page: filter.page };
  return queryOptions({
    queryKey: ['customers', 'list', query],
    queryFn: ({ signal }) => adminCall('GET /customers', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => adminCall('GET /customers/:id', { params: { id } }, { signal }),
  });
}
