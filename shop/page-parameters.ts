import { z } from 'zod';
import { cleanLine } from './text/text.ts';

/** Page sizes: the default, and the maximum per endpoint (D11). */
export const LIST_LIMITS = { default: 12, products: 1000, elsewhere: 100, search: 10 } as const;

/** Lists and their pages: query parameters, and the pagination in responses. */

const Text = z.union([z.string(), z.number(), z.boolean()], { error: 'This may be given only once.' });

/**
 * A query parameter that `read` parses; an empty one counts as absent. `read` returns null for a
 * malformed value.
 */
export function parameter<T>(read: (text: string) => T | null, sentence: string) {
  return Text.optional().transform((given, context): T | undefined => {
    const text = given === undefined ? '' : cleanLine(String(given));
    if (text === '') {
      return undefined;
    }
    const value = read(text);
    if (value === null) {
      context.addIssue({ code: 'custom', message: sentence });
      return z.NEVER;
    }
    return value;
  });
}

/** A whole number from 1; larger numbers are clamped to `most`. */
export function countParameter(name: string, fallback: number, most: number) {
  return parameter((text) => {
    const number = /^\d+$/.test(text) ? Math.min(Number(text), most) : 0;
    return number >= 1 ? number : null;
  }, `${name} must be a whole number of at least 1.`).transform((value) => value ?? fallback);
}

/** The parameters `page` and `limit` of a list with `size` items per page; at most `most`. */
export function pageParameters(size: number, most = 100) {
  return { page: countParameter('page', 1, 1_000_000), limit: countParameter('limit', size, most) };
}

/** The parameter `search` of a list. */
export const search = z.string().overwrite(cleanLine).max(200, 'The search is too long').optional();

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

/**
 * The pagination of admin lists with the field names of the specification; the total is named after
 * the items: `totalContacts`.
 */
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

/** As `namedPagination`, with `limit`: orders, replacements and reviews have it. */
export function limitedPagination<Name extends string>(name: Name) {
  return namedPagination(name).extend({ limit: z.number() });
}

/** As `withNames`, with `limit`; here an empty list has one page. */
export function withLimit<Name extends string>({ page, limit, total }: Omit<Pagination, 'totalPages'>, name: Name) {
  const totalPages = Math.max(1, paginate({ page, limit }, total).totalPages);
  return { ...withNames({ page, limit, total, totalPages }, name), hasPrev: page > 1, limit };
}
