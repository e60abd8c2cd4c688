import { z } from 'zod';

/** The one shape of a paged list inside the shop: `page` counts from 1, `total` counts the items of all pages. */
export const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  totalPages: z.number(),
});
export type Pagination = z.infer<typeof Pagination>;

/** @param total items on all pages; none makes no page */
export function paginate({ page, limit }: { page: number; limit: number }, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) };
}

/** The pagination of the admin's lists under the names of the specification; the total is named after what is listed: `totalContacts`. */
export function namedPagination<Name extends string>(name: Name) {
  return z.object({
    currentPage: z.number(),
    totalPages: z.number(),
    hasPrev: z.boolean(),
    hasNext: z.boolean(),
    ...({ [name]: z.number() } as Record<Name, z.ZodNumber>),
  });
}

/** A pagination under those names. */
export function withNames<Name extends string>({ page, total, totalPages }: Pagination, name: Name) {
  return {
    currentPage: page,
    totalPages,
    hasPrev: page > 1 && total > 0,
    hasNext: page < totalPages,
    ...({ [name]: total } as Record<Name, number>),
  };
}
