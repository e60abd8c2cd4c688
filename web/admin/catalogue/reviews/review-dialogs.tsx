import type { AdminReview } from '#shop/catalogue/review-input.ts';
import { ConfirmDialog } from '#web/admin/ui/confirm-dialog.tsx';
import { OutdatedNote } from '#web/admin/ui/outdated-note.tsx';
import { type Draft, useForm } from '#web/admin/ui/use-form.ts';
import { useKept } from '#web/admin/ui/use-kept.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import type { ReviewActions } from './use-review-actions.ts';

/** Confirms deleting a review, and edits the shop's reply to one. */
export function ReviewDialogs({ actions }: { actions: ReviewActions }) {
  const { deleting, replying, photo } = actions;
  return (
    <>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this review?"
        action="Delete"
        busyText="Deleting…"
        busy={deleting !== null && actions.isBusy(deleting.id)}
        onClose={() => actions.askDelete(null)}
        onConfirm={() => deleting && actions.remove(deleting)}
      >
        {deleting && (
          <p>
            The review of <b>{deleting.customerName || 'nobody'}</b> about <b>{deleting.productName}</b> is deleted for
            good, with its ‘helpful’ votes and its photos. To take it out of the shop only, reject it.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={photo !== null}
        title="Remove this photo?"
        action="Remove"
        busyText="Removing…"
        busy={photo !== null && actions.isBusy(photo.review.id)}
        onClose={actions.keepPhoto}
        onConfirm={() => photo && actions.removePhoto(photo.review, photo.id)}
      >
        <p>It is deleted for good. The review stays as it is.</p>
      </ConfirmDialog>
      <Dialog open={replying !== null} onClose={() => actions.askReply(null)} title="Reply to this review">
        {replying && <ReplyForm key={replying.id} review={replying} actions={actions} />}
      </Dialog>
    </>
  );
}

function ReplyForm({ review, actions }: { review: AdminReview; actions: ReviewActions }) {
  const stored = review.reply ?? '';
  const form = useForm({
    start: { reply: stored },
    version: stored,
    kept: useKept<Draft<{ reply: string }>>(['review-reply', review.id]),
    busy: actions.isBusy(review.id),
    onSubmit: ({ reply }) => {
      actions.reply(review, reply.trim(), form.clear);
    },
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <blockquote className="review-words">{review.comment}</blockquote>
      <TextareaField
        label="Reply"
        admin
        {...form.text('reply')}
        rows={4}
        maxLength={1000}
        hint="Everybody reads it under the review. Save it empty to take the reply away."
      />
      {form.outdated && <OutdatedNote what="reply" onLatest={form.clear} onMine={form.keepMine} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={() => actions.askReply(null)}>
          Cancel
        </Button>
        {!form.outdated && (
          <Button type="submit" size="admin" busy={form.busy} busyText="Saving…">
            Save reply
          </Button>
        )}
      </div>
    </form>
  );
}
