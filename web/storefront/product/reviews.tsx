import './reviews.css';
import type { CSSProperties } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { RatingBar, ReviewSort } from '#shop/catalogue/reviews.ts';
import { filledStars, ratingLabel } from '#shop/catalogue/reviews.ts';
import { formatDate, isoDay } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { useOnDemand } from '#web/ui/on-demand.ts';
import { Stars } from '#web/ui/stars.tsx';
import { HelpfulButton } from './helpful-button.tsx';
import type { ReviewFormProps } from './review-form.tsx';
import { useReviewList } from './review-list.ts';

type Review = Product['reviews'][number];
type Rating = Product['rating'];

const SORTS: [ReviewSort, string][] = [
  ['newest', 'Newest'],
  ['helpful', 'Most helpful'],
  ['highest', 'Highest rated'],
  ['lowest', 'Lowest rated'],
];

const importForm = () => import('./review-form.tsx').then(({ ReviewForm }) => ReviewForm);

type ReviewsProps = {
  product: { id: string; name: string; rating: Rating };
  /** The first few, newest first; the rest is fetched. Anonymous and blank names are hidden (D48). */
  first: Review[];
  /** Total count. */
  total: number;
  bars: RatingBar[];
};

/** Customer reviews with their distribution, and the form for a new one. */
export function Reviews({ product, first, total, bars }: ReviewsProps) {
  const { reviews, sort, setSort, more, busy, retry } = useReviewList(product.id, first, total);
  const list = useRef<HTMLDivElement>(null);
  // Focus moves to the first newly loaded review: the button may be gone.
  const [arrivedAt, setArrivedAt] = useState<number | null>(null);
  useEffect(() => {
    if (arrivedAt !== null)
      list.current?.querySelectorAll<HTMLElement>('.rev')[arrivedAt]?.focus({ preventScroll: true });
  }, [arrivedAt]);
  return (
    <section className="page pt-section" id="reviews">
      <div className="two revs">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-display-md">Customer reviews</h2>
            {total > 1 && (
              <Select label="Sort reviews" value={sort} onChange={(event) => setSort(event.target.value as ReviewSort)}>
                {SORTS.map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </Select>
            )}
          </div>
          {total === 0 ? (
            <p className="mt-4 text-ink-soft">No reviews yet.</p>
          ) : (
            <div className="mt-4" ref={list} aria-busy={busy}>
              {reviews.map((review) => (
                <ReviewCard key={review.id} review={review} />
              ))}
            </div>
          )}
          {retry && <ErrorNote message="The reviews could not be loaded." onRetry={retry} retrying={busy} />}
          {more && !retry && (
            <Button
              variant="line"
              busy={busy}
              onClick={() => {
                const before = reviews.length;
                more().then(() => setArrivedAt(before));
              }}
            >
              Show more reviews
            </Button>
          )}
        </div>
        <Summary product={product} bars={total > 0 ? bars : []} />
      </div>
    </section>
  );
}

function ReviewCard({ review }: { review: Review }) {
  const { customerName, rating, title, comment, date, verified, reply } = review;
  return (
    <article className="rev" tabIndex={-1}>
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-2.5">
          <Stars average={rating} />
          <b className="text-small weight-600">{ratingLabel(rating)}</b>
        </span>
        <time className="text-small text-ink-faint" dateTime={isoDay(date)}>
          {formatDate(date)}
        </time>
      </div>
      {title && <h3 className="mt-2.5 text-[1.125rem] [line-height:1.25]">{title}</h3>}
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{comment}</p>
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 text-small text-ink-soft">
        <span className="wrap-anywhere">
          {customerName}
          {verified && (
            <>
              {' · '}
              <span className="weight-650 text-ok">Verified buyer</span>
            </>
          )}
        </span>
        <HelpfulButton review={review} />
      </div>
      {reply && (
        <p className="mt-3 [border-left:2px_solid_var(--color-line-strong)] pl-4 text-small text-ink-soft">
          <b className="weight-600 text-ink">The shop answers.</b> {reply}
        </p>
      )}
    </article>
  );
}

function Summary({ product, bars }: { product: ReviewsProps['product']; bars: RatingBar[] }) {
  const { id, name, rating } = product;
  const [Form, loadForm] = useOnDemand<ReviewFormProps>(importForm);
  const [writing, setWriting] = useState(false);
  return (
    <aside aria-label="Ratings">
      <div className="panel">
        {rating.count > 0 && (
          <div className="flex items-baseline gap-4">
            <span className="num text-[3.25rem] [line-height:1] weight-750 [letter-spacing:-0.05em]">
              {rating.average}
            </span>
            <span className="text-ink-soft">
              {ratingLabel(filledStars(rating.average))}
              <br />
              {rating.count === 1 ? '1 rating' : `${rating.count} ratings`}
            </span>
          </div>
        )}
        {bars.length > 0 && (
          <ul className="dist mt-4 mb-5">
            {bars.map(({ rating: stars, count, percent }) => (
              <li key={stars}>
                <span>{ratingLabel(stars)}</span>
                <i style={{ '--p': `${percent}%` } as CSSProperties} />
                <span className="num text-ink-soft">{count}</span>
              </li>
            ))}
          </ul>
        )}
        <Button
          variant="line"
          block
          onPointerEnter={() => loadForm('quietly')}
          onFocus={() => loadForm('quietly')}
          onClick={() => {
            loadForm();
            setWriting(true);
          }}
        >
          Write a review
        </Button>
      </div>
      {Form && <Form open={writing} onClose={() => setWriting(false)} productId={id} productName={name} />}
    </aside>
  );
}
