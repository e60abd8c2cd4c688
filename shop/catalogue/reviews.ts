import m from '#messages/review-rules';
import { cleanText, cleanWord, isEmail, isOneLine, trimmed } from '../text/text.ts';

/**
 * Rules for reviews and ratings (D13, D15, D48). Does not import Zod, since the product page loads
 * this file.
 */

export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Maximum lengths, in characters. */
export const REVIEW_LENGTHS = { customerName: 80, title: 120, comment: 2000 } as const;

/** Photos of one review. */
export const MAX_REVIEW_PHOTOS = 3;

const STARS = [5, 4, 3, 2, 1] as const;

/** 1 Poor, 2 Fair, 3 Good, 4 Very Good, 5 Excellent; empty for anything else (R1.2). */
export function ratingLabel(rating: number): string {
  const stars = STARS.find((one) => one === rating);
  return stars ? m[`rating_${stars}`]() : '';
}

/** The number of filled stars: the average rounded down, 0–5 (R1.2). */
export function filledStars(average: number): number {
  return Math.min(5, Math.max(0, Math.floor(average) || 0));
}

/**
 * The rating to show (D13): of the approved reviews, or the admin's quick rating when there are
 * none.
 *
 * @param sum the stars of all `count` approved reviews
 * @returns the average to one decimal
 */
export function shownRating(
  sum: number,
  count: number,
  quick: { rating: number | null; reviewCount: number },
): { average: number; count: number } {
  if (count > 0) {
    return { average: Math.round((sum / count) * 10) / 10, count };
  }
  return { average: quick.rating ?? 0, count: quick.rating ? quick.reviewCount : 0 };
}

/**
 * One bar of the distribution: how many of the reviews gave these stars, and their share in whole
 * percent.
 */
export interface RatingBar {
  rating: 1 | 2 | 3 | 4 | 5;
  count: number;
  percent: number;
}

/** The five bars of the reviews, 5 stars first. */
export function distribution(reviews: readonly { rating: number }[]): RatingBar[] {
  return ratingBars((stars) => reviews.filter((review) => Math.round(review.rating) === stars).length);
}

/** The five bars, 5 stars first, from how many reviews gave each number of stars. */
export function ratingBars(countOf: (stars: RatingBar['rating']) => number): RatingBar[] {
  const counts = STARS.map((rating) => ({ rating, count: countOf(rating) }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return counts.map((bar) => ({ ...bar, percent: total === 0 ? 0 : Math.round((bar.count / total) * 100) }));
}

/**
 * The stars that the page's reviews are limited to (`?stars=4`); null for all reviews and for
 * anything else.
 */
export function chosenStars(value: string | null): RatingBar['rating'] | null {
  return STARS.find((stars) => String(stars) === value) ?? null;
}

/** Whether a name is anonymous or blank: such reviews are hidden from shoppers (D48). */
export function isHiddenName(name: string | null | undefined): boolean {
  return /^(anonymous([\s_-]*(user|customer|buyer|shopper))?)?$/i.test((name ?? '').trim());
}

/** The reviews that shoppers see. */
export function visibleReviews<T extends { customerName: string }>(reviews: readonly T[]): T[] {
  return reviews.filter((review) => !isHiddenName(review.customerName));
}

/**
 * The reviews of a product form to keep: with a customer name, a comment and a rating above 0
 * (R1.5).
 */
export function keptReviews<T extends { customerName?: string; comment?: string; rating?: number }>(
  reviews: readonly T[],
): T[] {
  return reviews.filter(
    ({ customerName, comment, rating }) => customerName?.trim() && comment?.trim() && (rating ?? 0) > 0,
  );
}

export const REVIEW_SORTS = ['newest', 'helpful', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

/** A sorted copy; the newest come first among equal reviews. */
export function sortReviews<T extends { rating: number; date: number; helpful: number }>(
  reviews: readonly T[],
  sort: ReviewSort,
): T[] {
  const first = { newest: () => 0, helpful: by('helpful', -1), highest: by('rating', -1), lowest: by('rating', 1) }[
    sort
  ];
  return [...reviews].sort((a, b) => first(a, b) || b.date - a.date);
}

function by(field: 'helpful' | 'rating', sign: 1 | -1) {
  return (a: Record<typeof field, number>, b: Record<typeof field, number>) => sign * (a[field] - b[field]);
}

/** The review form of the product page (D15). */
export interface ReviewForm {
  customerName: string;
  customerEmail: string;
  rating: number;
  title: string;
  comment: string;
}

type ReviewText = Exclude<keyof ReviewForm, 'rating'>;

/** A text field as it is stored. */
export function cleanReviewField(field: ReviewText, value: string): string {
  if (field === 'comment') return cleanText(value);
  return field === 'customerEmail' ? cleanWord(value) : trimmed(value);
}

/** Checks one text field of the form, cleaned. @returns the error message, or null */
export function checkReviewField(field: ReviewText, value: string): string | null {
  const text = cleanReviewField(field, value);
  switch (field) {
    case 'customerName':
      if (!text) return m.nameMissing();
      if (text.length < 2) return m.nameShort();
      if (!isOneLine(text)) return m.nameLines();
      return text.length > REVIEW_LENGTHS.customerName ? m.nameLong({ most: REVIEW_LENGTHS.customerName }) : null;
    case 'customerEmail':
      if (!text) return m.emailMissing();
      return isEmail(text) ? null : m.emailWrong();
    case 'title':
      if (!isOneLine(text)) return m.titleLines();
      return text.length > REVIEW_LENGTHS.title ? m.titleLong({ most: REVIEW_LENGTHS.title }) : null;
    case 'comment':
      if (!text) return m.commentMissing();
      return text.length > REVIEW_LENGTHS.comment ? m.commentLong({ most: REVIEW_LENGTHS.comment }) : null;
  }
}

/** Error messages by field; empty when the form can be sent. */
export function checkReview(form: ReviewForm): Partial<Record<keyof ReviewForm, string>> {
  const errors: Partial<Record<keyof ReviewForm, string>> = {};
  for (const field of ['customerName', 'customerEmail', 'title', 'comment'] as const) {
    const message = checkReviewField(field, form[field]);
    if (message) errors[field] = message;
  }
  if (!Number.isInteger(form.rating) || form.rating < 1 || form.rating > 5) {
    errors.rating = m.ratingMissing();
  }
  return errors;
}
