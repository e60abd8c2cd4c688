import { useRef, useState } from 'react';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import type { RatingBar, ReviewSort } from '#shop/catalogue/reviews.ts';
import { call } from '#web/lib/api.ts';

/** Number of reviews rendered with the page, and per press on 'Show more'. */
export const WITH_PAGE = 3;
const PAGE = 12;

/** The stars that the reviews are limited to, or null for all of them. */
export type Stars = RatingBar['rating'] | null;
type Request = { sort: ReviewSort; stars: Stars; page: number };

/** How many reviews have these stars; all of them for null. */
export function countOf(bars: readonly RatingBar[], stars: Stars): number {
  return bars.reduce((sum, { rating, count }) => sum + (stars === null || stars === rating ? count : 0), 0);
}

/**
 * The displayed reviews of a product: those of the page, then filtered, sorted and paged by the
 * API.
 *
 * @param first the reviews that came with the page, limited to `given` stars
 */
export function useReviewList(
  productId: string,
  first: readonly PublicReview[],
  given: Stars,
  bars: readonly RatingBar[],
) {
  const [list, setList] = useState({
    sort: 'newest' as ReviewSort,
    stars: given,
    page: 0,
    total: countOf(bars, given),
    reviews: [...first],
  });
  const [pending, setPending] = useState<Request | null>(null);
  const [failed, setFailed] = useState<Request | null>(null);
  const turn = useRef(0);

  const load = async (request: Request) => {
    turn.current += 1;
    const mine = turn.current;
    setPending(request);
    setFailed(null);
    try {
      const query = { ...request, stars: request.stars ?? undefined, limit: PAGE };
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

  const { sort, stars } = pending ?? list;
  return {
    reviews: list.reviews,
    sort,
    setSort: (sort: ReviewSort) => load({ sort, stars, page: 1 }),
    stars,
    setStars: (stars: Stars) => load({ sort, stars, page: 1 }),
    /**
     * The displayed reviews: their stars and how many there are, also on the pages that are not
     * loaded.
     */
    shown: { stars: list.stars, total: list.total },
    /** Fetches more reviews; null when all are displayed. */
    more:
      list.reviews.length < list.total ? () => load({ sort: list.sort, stars: list.stars, page: list.page + 1 }) : null,
    busy: pending !== null,
    retry: failed && (() => load(failed)),
  };
}

/**
 * Appends a page. A newly approved review shifts others to the next page: duplicates are dropped.
 */
export function withMore(before: readonly PublicReview[], more: readonly PublicReview[]): PublicReview[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...more.filter(({ id }) => !known.has(id))];
}
