import type { Reader } from '#server/database/transact.ts';
import type { AdminReview, PublicReview, ReviewPhoto } from '#shop/catalogue/review-input.ts';
import { type ListedReview, type PhotoRow, type ReviewRow, readPhotos } from './reviews.queries.ts';

/** Reviews as shoppers see them, without the email addresses (D48). */
export async function toPublicReviews(db: Reader, rows: ReviewRow[]): Promise<PublicReview[]> {
  const photos = await photosOf(db, rows, () => '/api/reviews/photos');
  return rows.map((row) => toReview(row, photos(row)));
}

/** Reviews as staff see them. */
export async function toAdminReviews(db: Reader, rows: ListedReview[]): Promise<AdminReview[]> {
  const photos = await photosOf(db, rows, ({ id }) => `/api/reviews/${id}/photos`);
  return rows.map((row) => ({
    ...toReview(row, photos(row)),
    productId: row.product_id,
    productName: row.product_name,
    customerEmail: row.customer_email,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

/** @param folder the path of a review's photos, for those who may read them */
async function photosOf(
  db: Reader,
  rows: ReviewRow[],
  folder: (row: ReviewRow) => string,
): Promise<(row: ReviewRow) => ReviewPhoto[]> {
  const all = Map.groupBy(
    await readPhotos(
      db,
      rows.map(({ id }) => id),
    ),
    ({ review_id }) => review_id,
  );
  const toPhoto = ({ id, width, height }: PhotoRow, path: string) => {
    const url = `${path}/${id}`;
    return { id, url, smallUrl: `${url}?size=small`, width, height };
  };
  return (row) => (all.get(row.id) ?? []).map((photo) => toPhoto(photo, folder(row)));
}

function toReview(row: ReviewRow, photos: ReviewPhoto[]): PublicReview {
  return {
    _id: row.id,
    id: row.id,
    customerName: row.customer_name,
    rating: row.rating,
    title: row.title,
    comment: row.comment,
    date: row.date,
    verified: row.verified === 1,
    helpful: row.helpful,
    reply: row.reply,
    photos,
  };
}
