import { useRef, useState } from 'react';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import type { ReviewSort } from '#shop/catalogue/reviews.ts';
import { call } from '#web/lib/api.ts';

/** Number of reviews rendered with the page, and per press on 'Show more'. */
export const WITH_PAGE = 3;
const PAGE = 12;

type Request = { sort: ReviewSort; page: number };

/** The displayed reviews of a product: those of the page, then sorted and paged by the API. */
export function useReviewList(productId: string, first: readonly PublicReview[], count: number) {
  const [list, setList] = useState({ sort: 'newest' as ReviewSort, page: 0, total: count, reviews: [...first] });
  const [pending, setPending] = useState<Request | null>(null);
  const [failed, setFailed] = useState<Request | null>(null);
  const turn = useRef(0);

  const load = async (request: Request) => {
    turn.current += 1;
    const mine = turn.current;
    setPending(request);
    setFailed(null);
    try {
      const query = { ...request, limit: PAGE };
      const { reviews, total } = await call('GET /reviews/product/:id', { params: { id: productId }, query });
      if (mine !== turn.current) return;
      setList((before) => ({
        ...request,
        total,
        reviews: request.page === 1 ? reviews : withMore(before.reviews, reviews),
      }));
    } catch {
      if (mine === turn.current) setFailed(request);
    }
    if (mine === turn.current) setPending(null);
  };

  return {
    reviews: list.reviews,
    sort: pending?.sort ?? list.sort,
    setSort: (sort: ReviewSort) => load({ sort, page: 1 }),
    /** Fetches more reviews; null when all are displayed. */
    more: list.reviews.length < list.total ? () => load({ sort: list.sort, page: list.page + 1 }) : null,
    busy: pending !== null,
    retry: failed && (() => load(failed)),
  };
}

/** Appends a page. A newly approved review shifts others to the next page: duplicates are dropped. */
export function withMore(before: readonly PublicReview[], more: readonly PublicReview[]): PublicReview[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...more.filter(({ id }) => !known.has(id))];
}
