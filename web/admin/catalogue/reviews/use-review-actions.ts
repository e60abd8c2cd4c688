import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminReview } from '#shop/catalogue/review-input.ts';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { adminCall, isSignedOut, newerOf, serverSentence } from '#web/admin/lib/session.ts';
import { usePending } from '#web/admin/ui/use-pending.ts';
import { isApiError } from '#web/lib/api.ts';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { toast } from '#web/ui/toast.tsx';

interface Change {
  /** The review. Meanwhile it takes no other change; the others do. */
  ids: [string];
  send: () => Promise<{ message: string; review?: AdminReview }>;
  /** The error message of the specification. */
  failed: string;
  after?: () => void;
}

/**
 * The actions on reviews, with the toasts of R2.8. Each request carries the `updatedAt` of the
 * displayed review. If the review has changed since (409), nothing is overwritten and the list is
 * reloaded. The shop's pages in other tabs are notified (R1.4).
 */
export function useReviewActions() {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<AdminReview | null>(null);
  const [replying, setReplying] = useState<AdminReview | null>(null);
  const [photo, setPhoto] = useState<{ review: AdminReview; id: string } | null>(null);
  /** The reply on display when an answer comes, which may be to another review by then. */
  const now = useRef(replying);
  now.current = replying;
  const pending = usePending('review');
  const closeReply = (id: string) => setReplying((open) => (open?.id === id ? null : open));
  const change = useMutation({
    mutationKey: pending.key,
    mutationFn: ({ send }: Change) => send(),
    onSuccess: async ({ message, review }, { ids: [id], after }) => {
      after?.();
      // A reply to it that is being typed is to the review as it is now.
      setReplying((open) => (open?.id === id && review ? review : open));
      toast.success(message);
      dispatchShopEvent('reviewAdded');
      // Lists of other filters show the review as it was before, and what is done with that is
      // refused.
      client.removeQueries({ queryKey: ['reviews', 'list'], type: 'inactive' });
      await client.invalidateQueries({ queryKey: ['reviews'] });
    },
    onError: async (error, { failed }) => {
      if (isSignedOut(error)) return;
      const changed = isApiError(error) && (error.status === 409 || error.status === 404);
      const newer = newerOf<AdminReview>(error);
      const open = now.current;
      const current = newer?.id === open?.id ? newer : undefined;
      if (current) setReplying(current);
      // Another reply makes the conflict notice appear, which says it.
      if (!current || current.reply === open?.reply) {
        toast.error(changed ? serverSentence(error, failed) : failed);
      }
      if (changed) await client.invalidateQueries({ queryKey: ['reviews'] });
    },
  });
  const run = ({ id }: AdminReview, next: Omit<Change, 'ids'>) => {
    if (pending.mayStart([id])) change.mutate({ ids: [id], ...next });
  };
  return {
    isBusy: pending.isBusy,
    deleting,
    askDelete: setDeleting,
    replying,
    askReply: setReplying,
    setStatus: (review: AdminReview, status: ReviewStatus) =>
      run(review, {
        send: () => adminCall('PUT /reviews/:id/status', { ...paramsOf(review), body: { status, ...seen(review) } }),
        failed: 'Failed to update review status',
      }),
    reply: (review: AdminReview, reply: string, after: () => void) =>
      run(review, {
        send: () => adminCall('PUT /reviews/:id/reply', { ...paramsOf(review), body: { reply, ...seen(review) } }),
        failed: 'Failed to save the reply',
        after: () => {
          after();
          closeReply(review.id);
        },
      }),
    /** The photo that is removed once it is confirmed. */
    photo,
    askRemovePhoto: (review: AdminReview, { id }: { id: string }) => setPhoto({ review, id }),
    keepPhoto: () => setPhoto(null),
    removePhoto: (review: AdminReview, photo: string) =>
      run(review, {
        send: () => adminCall('DELETE /reviews/:id/photos/:photo', { params: { id: review.id, photo } }),
        failed: 'Failed to remove the photo',
        after: () => setPhoto((open) => (open?.id === photo ? null : open)),
      }),
    remove: (review: AdminReview) =>
      run(review, {
        send: () => adminCall('DELETE /reviews/:id', paramsOf(review)),
        failed: 'Failed to delete review',
        after: () => {
          setDeleting((asked) => (asked?.id === review.id ? null : asked));
          closeReply(review.id);
          setPhoto((open) => (open?.review.id === review.id ? null : open));
        },
      }),
  };
}

export type ReviewActions = ReturnType<typeof useReviewActions>;

function paramsOf({ id }: AdminReview) {
  return { params: { id } };
}

/**
 * The state that the change is based on; the server rejects it when the review has changed since.
 */
function seen({ updatedAt }: AdminReview) {
  return { updatedAt };
}
