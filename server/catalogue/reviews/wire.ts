import type { AdminReview, PublicReview } from '#shop/catalogue/review-input.ts';
import type { ListedReview, ReviewRow } from './queries.ts';

/** A review as shoppers see it, without the e-mail address (D48). */
export function toPublicReview(row: ReviewRow): PublicReview {
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
  };
}

/** A review as staff see it. */
export function toAdminReview(row: ListedReview): AdminReview {
  return {
    ...toPublicReview(row),
    productId: row.product_id,
    productName: row.product_name,
    customerEmail: row.customer_email,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
