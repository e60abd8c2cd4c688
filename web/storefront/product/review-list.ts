import { useRef, useState } from 'react';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import type { ReviewSort } from '#shop/catalogue/reviews.ts';
import { call } from '#web/lib/api.ts';

/** Reviews that the page itself brings, and that each press on 'Show more' fetches. */
export const WITH_PAGE = 3;
const PAGE = 12;

type Request = { sort: ReviewSort; page: number };

/** The reviews of a product as far as they are shown: those of the page, then sorted and paged by the API. */
export function useReviewList(productId: string, first: readonly PublicReview[], count: number) {
  const [shown, setShown] = useState({ sort: 'newest' as ReviewSort, page: 0, total: count, reviews: [...first] });
  const [asked, setAsked] = useState<Request | null>(null);
  const [failed, setFailed] = useState<Request | null>(null);
  const turn = useRef(0);

  const load = async (request: Request) => {
    turn.current += 1;
    const mine = turn.current;
    setAsked(request);
    setFailed(null);
    try {
      const query = { ...request, limit: PAGE };
      const { reviews, total } = await call('GET /reviews/product/:id', { params: { id: productId }, query });
      if (mine !== turn.current) return;
      setShown((before) => ({
        ...request,
        total,
        reviews: request.page === 1 ? reviews : withMore(before.reviews, reviews),
      }));
    } catch {
      if (mine === turn.current) setFailed(request);
    }
    if (mine === turn.current) setAsked(null);
  };

  return {
    reviews: shown.reviews,
    sort: asked?.sort ?? shown.sort,
    setSort: (sort: ReviewSort) => load({ sort, page: 1 }),
    /** More reviews can be fetched; null when all are shown. */
    more: shown.reviews.length < shown.total ? () => load({ sort: shown.sort, page: shown.page + 1 }) : null,
    busy: asked !== null,
    retry: failed && (() => load(failed)),
  };
}

/** A review that was approved meanwhile pushes others to the next page: none is shown twice. */
export function withMore(before: readonly PublicReview[], more: readonly PublicReview[]): PublicReview[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...more.filter(({ id }) => !known.has(id))];
}
