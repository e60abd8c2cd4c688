import rules from '#messages/review-rules';
import './reviews.css';
import type { ComponentProps, CSSProperties, MouseEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import m from '#messages/product';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { RatingBar, ReviewSort } from '#shop/catalogue/reviews.ts';
import { filledStars, ratingLabel } from '#shop/catalogue/reviews.ts';
import { formatDate, isoDay } from '#shop/india/dates.ts';
import { pagePath } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { useOnDemand } from '#web/ui/on-demand.ts';
import { Stars as StarRow } from '#web/ui/stars.tsx';
import { productPage } from '../product-page.ts';
import { HelpfulButton } from './helpful-button.tsx';
import type { ReviewFormProps } from './review-form.tsx';
import { countOf, type Stars, useReviewList } from './review-list.ts';
import type { ZoomProps } from './zoom.tsx';

type Review = Product['reviews'][number];
type Rating = Product['rating'];

const SORTS: [ReviewSort, () => string][] = [
  ['newest', m.newest],
  ['helpful', m.mostHelpful],
  ['highest', m.highestRated],
  ['lowest', m.lowestRated],
];

const importForm = () => import('./review-form.tsx').then(({ ReviewForm }) => ReviewForm);

const importZoom = () => import('./zoom.tsx').then(({ Zoom }) => Zoom);

type ReviewsProps = {
  /** `size`: the chosen one, if it is not the first. */
  product: { id: string; name: string; rating: Rating; size?: string | undefined };
  /**
   * The first few with these `stars`, newest first; the rest is fetched. Anonymous and blank names
   * are hidden (D48).
   */
  first: Review[];
  stars: Stars;
  /** Of all reviews. */
  bars: RatingBar[];
};

/** Customer reviews with their distribution, and the form for a new one. */
export function Reviews({ product, first, stars: given, bars }: ReviewsProps) {
  const total = countOf(bars, null);
  const { reviews, sort, setSort, stars, setStars, shown, more, busy, retry } = useReviewList(
    product.id,
    first,
    given,
    bars,
  );
  const list = useRef<HTMLDivElement>(null);
  // Focus moves to the first newly loaded review: the button or link may be gone. Not from
  // elsewhere: the shopper has gone on.
  const [arrived, setArrived] = useState<{ at: number } | null>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (!arrived || (focused !== document.body && !list.current?.contains(focused))) return;
    list.current?.querySelectorAll<HTMLElement>('.rev')[arrived.at]?.focus({ preventScroll: true });
  }, [arrived]);
  const [Zoom, loadZoom] = useOnDemand<ZoomProps>(importZoom);
  const [large, setLarge] = useState<{ review: Review; index: number } | null>(null);
  const openPhoto = (review: Review, index: number) => {
    loadZoom();
    setLarge({ review, index });
  };
  return (
    <section className="later page pt-section" id="reviews">
      <div className="two revs">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-display-md">{m.customerReviews()}</h2>
            {total > 1 && (
              <Select
                label={m.sortReviews()}
                value={sort}
                onChange={(event) => setSort(event.target.value as ReviewSort)}
              >
                {SORTS.map(([value, word]) => (
                  <option key={value} value={value}>
                    {word()}
                  </option>
                ))}
              </Select>
            )}
          </div>
          <div ref={list}>
            <p className={shown.stars ? 'mt-2 flex flex-wrap items-center gap-x-4 text-ink-soft' : ''} role="status">
              {shown.stars && (
                <>
                  {rules.withStars({ count: shown.total, stars: shown.stars })}
                  <StarsLink
                    product={product}
                    stars={null}
                    onChoose={() => setStars(null).then(() => setArrived({ at: 0 }))}
                    className="link link-tap"
                  >
                    {m.showAllReviews()}
                  </StarsLink>
                </>
              )}
            </p>
            {total === 0 ? (
              <p className="mt-4 text-ink-soft">{m.noReviewsYet()}</p>
            ) : (
              <div className="mt-4" aria-busy={busy}>
                {reviews.map((review) => (
                  <ReviewCard key={review.id} review={review} onPhoto={(index) => openPhoto(review, index)} />
                ))}
              </div>
            )}
            {retry && <ErrorNote message={m.reviewsFailed()} onRetry={retry} retrying={busy} />}
            {more && !retry && (
              <Button
                variant="line"
                busy={busy}
                onClick={() => {
                  const before = reviews.length;
                  more().then(() => setArrived({ at: before }));
                }}
              >
                {m.moreReviews()}
              </Button>
            )}
          </div>
        </div>
        <Summary product={product} bars={total > 0 ? bars : []} stars={stars} onChoose={setStars} />
      </div>
      {Zoom && (
        <Zoom
          open={large !== null}
          onClose={() => setLarge(null)}
          images={large?.review.photos.map(({ url }, at) => ({ url, alt: photoLabel(large.review, at) })) ?? []}
          name={large ? m.photosBy({ name: large.review.customerName }) : ''}
          cloth=""
          whole
          index={large?.index ?? 0}
          onStep={(by) =>
            setLarge((now) => {
              const count = now?.review.photos.length ?? 0;
              return now && { ...now, index: (now.index + by + count) % count };
            })
          }
        />
      )}
    </section>
  );
}

function photoLabel({ customerName }: Review, index: number): string {
  return m.photoBy({ at: index + 1, name: customerName });
}

function ReviewCard({ review, onPhoto }: { review: Review; onPhoto: (index: number) => void }) {
  const { customerName, rating, title, comment, date, verified, reply, photos } = review;
  return (
    <article className="rev" tabIndex={-1}>
      <div className="flex items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-2.5">
          <StarRow average={rating} />
          <b className="text-small weight-600">{ratingLabel(rating)}</b>
        </span>
        <time className="text-small text-ink-faint" dateTime={isoDay(date)}>
          {formatDate(date)}
        </time>
      </div>
      {title && <h3 className="mt-2.5 text-[1.125rem] [line-height:1.25]">{title}</h3>}
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{comment}</p>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2 mt-3">
          {photos.map(({ id, url, smallUrl, width, height }, index) => (
            <li key={id}>
              <a
                className="block size-21 overflow-hidden rounded-control"
                href={url}
                aria-label={photoLabel(review, index)}
                onClick={(event) => inPage(event) && onPhoto(index)}
              >
                <img
                  className="size-full object-cover"
                  src={smallUrl}
                  alt=""
                  width={width}
                  height={height}
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 text-small text-ink-soft">
        <span className="wrap-anywhere">
          <span>{customerName}</span>
          {verified && (
            <>
              {' · '}
              <span className="weight-650 text-ok">{m.verifiedBuyer()}</span>
            </>
          )}
        </span>
        <HelpfulButton review={review} />
      </div>
      {reply && (
        <p className="mt-3 [border-left:2px_solid_var(--color-line-strong)] pl-4 text-small text-ink-soft">
          <b className="weight-600 text-ink">{m.shopAnswers()}</b> {reply}
        </p>
      )}
    </article>
  );
}

/**
 * Whether a click on a link is handled in the page: not when it asks for a new tab or a download.
 */
function inPage(event: MouseEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  return true;
}

type StarsLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  product: ReviewsProps['product'];
  stars: Stars;
  onChoose: (stars: Stars) => void;
};

/**
 * Limits the reviews to these stars, or shows all: at once, or as a page when scripts do not run or
 * a new tab is wanted.
 */
function StarsLink({ product, stars, onChoose, ...rest }: StarsLinkProps) {
  const page = productPage(product.id, product.size, stars ? { stars: String(stars) } : {});
  return <a {...rest} href={pagePath(`${page}#reviews`)} onClick={(event) => inPage(event) && onChoose(stars)} />;
}

type SummaryProps = {
  product: ReviewsProps['product'];
  bars: RatingBar[];
  stars: Stars;
  onChoose: (stars: Stars) => void;
};

function Summary({ product, bars, stars: chosen, onChoose }: SummaryProps) {
  const { id, name, rating } = product;
  const [Form, loadForm] = useOnDemand<ReviewFormProps>(importForm);
  const [writing, setWriting] = useState(false);
  return (
    <aside aria-label={m.ratings()}>
      <div className="panel">
        {rating.count > 0 && (
          <div className="flex items-baseline gap-4">
            <span className="num text-[3.25rem] [line-height:1] weight-750 [letter-spacing:-0.05em]">
              {rating.average}
            </span>
            <span className="text-ink-soft">
              {ratingLabel(filledStars(rating.average))}
              <br />
              {m.ratingCount({ count: rating.count })}
            </span>
          </div>
        )}
        {bars.length > 0 && (
          <ul className="dist mt-2 mb-3">
            {bars.map(({ rating: stars, count, percent }) => (
              <li key={stars}>
                <StarsLink
                  product={product}
                  stars={stars}
                  onChoose={onChoose}
                  aria-current={chosen === stars || undefined}
                >
                  <span>{ratingLabel(stars)}</span>
                  <i style={{ '--p': `${percent}%` } as CSSProperties} />
                  <span className="num">
                    {count}
                    <span className="sr-only">{m.reviewsWithStars({ count, stars })}</span>
                  </span>
                </StarsLink>
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
          {m.writeReview()}
        </Button>
        <noscript>
          <p className="mt-2 text-small text-ink-soft">{m.reviewNeedsScript()}</p>
        </noscript>
      </div>
      {Form && <Form open={writing} onClose={() => setWriting(false)} productId={id} productName={name} />}
    </aside>
  );
}
