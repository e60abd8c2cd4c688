import { queryOptions } from '@tanstack/react-query';
import { adminCall } from '#web/admin/lib/session.ts';

export const couponsQuery = queryOptions({
  queryKey: ['coupons'],
  queryFn: ({ signal }) => adminCall('GET /coupons', {}, { signal }),
});
