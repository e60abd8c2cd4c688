/** What shoppers read of ratings and reviews (shop/catalogue/reviews.ts). */

/** By the number of stars (R1.2). */
export const RATING_LABELS: readonly string[] = ['', 'Poor', 'Fair', 'Good', 'Very Good', 'Excellent'];

/** '12 reviews with 4 stars', '1 review with 1 star', 'No reviews with 2 stars'. */
export function starsSentence(count: number, stars: number): string {
  const reviews = count === 0 ? 'No reviews' : count === 1 ? '1 review' : `${count} reviews`;
  return `${reviews} with ${stars} ${stars === 1 ? 'star' : 'stars'}`;
}

export const REVIEW_SENT: string = 'Thank you. Your review will appear once it has been approved.';

/** What is wrong with a field of the review form. */
export const REVIEW_FAULTS = {
  nameMissing: 'Name is required',
  nameShort: 'Name must be at least 2 characters',
  nameLines: 'Name must be on one line',
  nameLong: (most: number) => `Name must be at most ${most} characters`,
  emailMissing: 'Email is required',
  emailWrong: 'Please enter a valid email address',
  titleLines: 'Title must be on one line',
  titleLong: (most: number) => `Title must be at most ${most} characters`,
  commentMissing: 'Comment is required',
  commentLong: (most: number) => `Comment must be at most ${most} characters`,
  ratingMissing: 'Please choose a rating',
};
