import { z } from 'zod';

/** Pagination as used internally: `page` starts at 1, `total` counts the items of all pages. */
export const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  totalPages: z.number(),
});
export type Pagination = z.infer<typeof Pagination>;

/** @param total items on all pages; 0 results in 0 pages */
export function paginate({ page, limit }: { page: number; limit: number }, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) };
}

/** The pagination of admin lists with the field names of the specification; the total is named after the items: `totalContacts`. */
export function namedPagination<Name extends string>(name: Name) {
  return z.object({
    currentPage: z.number(),
    totalPages: z.number(),
    hasPrev: z.boolean(),
    hasNext: z.boolean(),
    ...({ [name]: z.number() } as Record<Name, z.ZodNumber>),
  });
}

/** Converts a pagination to the field names of the specification. */
export function withNames<Name extends string>({ page, total, totalPages }: Pagination, name: Name) {
  return {
    currentPage: page,
    totalPages,
    hasPrev: page > 1 && total > 0,
    hasNext: page < totalPages,
    ...({ [name]: total } as Record<Name, number>),
  };
}
