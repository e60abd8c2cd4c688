import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminReview } from '#shop/catalogue/review-input.ts';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { adminApi, isSignedOut, serverSentence } from '#web/admin/session.ts';
import { isApiError } from '#web/lib/api.ts';
import { tell } from '#web/lib/events.ts';
import { toast } from '#web/ui/toast.tsx';

interface Change {
  review: AdminReview;
  method: 'PUT' | 'DELETE';
  /** After `/reviews/{id}`. */
  call: '' | '/status' | '/reply';
  body?: Record<string, unknown>;
  /** What the specification says when it has not worked. */
  failed: string;
}

/**
 * What staff can do to a review, with the toasts of spec 2 §8. Each change names the moment that was on the screen; when somebody
 * was faster, nothing is overwritten and the list is read again. The shop's pages in other tabs hear of it (spec 1 §4).
 */
export function useReviewActions() {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<AdminReview | null>(null);
  const [replying, setReplying] = useState<AdminReview | null>(null);
  const change = useMutation({
    mutationFn: ({ review, method, call, body }: Change) =>
      adminApi<{ message: string }>(`/reviews/${encodeURIComponent(review.id)}${call}`, {
        method,
        ...(body ? { body: { ...body, updatedAt: review.updatedAt } } : {}),
      }),
    onSuccess: async ({ message }) => {
      setDeleting(null);
      setReplying(null);
      toast.success(message);
      tell('reviewAdded');
      await client.invalidateQueries({ queryKey: ['reviews'] });
    },
    onError: async (error, { failed }) => {
      if (isSignedOut(error)) return;
      const changed = isApiError(error) && (error.status === 409 || error.status === 404);
      toast.error(changed ? serverSentence(error, failed) : failed);
      if (changed) await client.invalidateQueries({ queryKey: ['reviews'] });
    },
  });
  const run = (next: Change) => {
    if (!change.isPending) change.mutate(next);
  };
  return {
    busy: change.isPending ? change.variables.review.id : null,
    deleting,
    askDelete: setDeleting,
    replying,
    askReply: setReplying,
    setStatus: (review: AdminReview, status: ReviewStatus) =>
      run({ review, method: 'PUT', call: '/status', body: { status }, failed: 'Failed to update review status' }),
    reply: (review: AdminReview, reply: string) =>
      run({ review, method: 'PUT', call: '/reply', body: { reply }, failed: 'Failed to save the reply' }),
    remove: (review: AdminReview) => run({ review, method: 'DELETE', call: '', failed: 'Failed to delete review' }),
  };
}

export type ReviewActions = ReturnType<typeof useReviewActions>;
