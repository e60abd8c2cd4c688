import type { CSSProperties } from 'react';
import { useState } from 'react';
import type { Product } from '#shop/catalogue.ts';
import { formatDate, isoDay } from '#shop/dates.ts';
import { distribution, filledStars, ratingLabel, visibleReviews } from '#shop/reviews.ts';
import { Button } from '#web/ui/button.tsx';
import { Stars } from '#web/ui/stars.tsx';

type Review = Product['reviews'][number];
type Rating = Product['rating'];

/** Reviews shown before 'Show all'. */
const FIRST = 5;

/** Customer reviews with their distribution. Anonymous and blank names are hidden (D48). */
export function Reviews({ reviews: all, rating }: { reviews: Review[]; rating: Rating }) {
  const reviews = visibleReviews(all);
  const [open, setOpen] = useState(false);
  const shown = open ? reviews : reviews.slice(0, FIRST);
  return (
    <section className="page pt-section" id="reviews">
      <div className="two revs">
        <div>
          <h2 className="text-display-md">Customer reviews</h2>
          {reviews.length === 0 ? (
            <p className="mt-4 text-ink-soft">No reviews yet.</p>
          ) : (
            <div className="mt-4">
              {shown.map((review) => (
                <ReviewCard key={review.id} review={review} />
              ))}
            </div>
          )}
          {!open && reviews.length > FIRST && (
            <Button variant="line" onClick={() => setOpen(true)}>
              Show all {reviews.length} reviews
            </Button>
          )}
        </div>
        {rating.count > 0 && <Summary rating={rating} reviews={reviews} />}
      </div>
    </section>
  );
}

function ReviewCard({ review }: { review: Review }) {
  const { customerName, rating, title, comment, date, verified, helpful, reply } = review;
  return (
    <article className="rev">
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-2.5">
          <Stars average={rating} />
          <b className="text-small font-semibold">{ratingLabel(rating)}</b>
        </span>
        <time className="text-small text-ink-faint" dateTime={isoDay(date)}>
          {formatDate(date)}
        </time>
      </div>
      {title && <h3 className="mt-2.5 text-[1.125rem] leading-tight">{title}</h3>}
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{comment}</p>
      <p className="mt-2.5 flex flex-wrap justify-between gap-x-4 text-small text-ink-soft">
        <span className="wrap-anywhere">
          {customerName}
          {verified && (
            <>
              {' · '}
              <span className="font-[650] text-ok">Verified buyer</span>
            </>
          )}
        </span>
        {helpful > 0 && <span>{helpful === 1 ? '1 person' : `${helpful} people`} found this helpful</span>}
      </p>
      {reply && (
        <p className="mt-3 border-l-2 border-line-strong pl-4 text-small text-ink-soft">
          <b className="font-semibold text-ink">The shop answers.</b> {reply}
        </p>
      )}
    </article>
  );
}

function Summary({ rating, reviews }: { rating: Rating; reviews: Review[] }) {
  return (
    <aside aria-label="Ratings">
      <div className="panel">
        <div className="flex items-baseline gap-4">
          <span className="num text-[3.25rem] leading-none font-[750] tracking-tighter">{rating.average}</span>
          <span className="text-ink-soft">
            {ratingLabel(filledStars(rating.average))}
            <br />
            {rating.count === 1 ? '1 rating' : `${rating.count} ratings`}
          </span>
        </div>
        {reviews.length > 0 && (
          <ul className="dist mt-4">
            {distribution(reviews).map(({ rating: stars, count, percent }) => (
              <li key={stars}>
                <span>{ratingLabel(stars)}</span>
                <i style={{ '--p': `${percent}%` } as CSSProperties} />
                <span className="num text-ink-soft">{count}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </aside>
  );
}
