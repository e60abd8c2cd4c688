import type { AdminReview } from '#shop/catalogue/review-input.ts';
import { isHiddenName, type ReviewStatus } from '#shop/catalogue/reviews.ts';
import { formatDate } from '#shop/india/dates.ts';
import { adminPicture } from '#web/admin/lib/session.ts';
import { BadgeCheck, MessageSquareReply } from '#web/admin/ui/icons.ts';
import { HARSH_MS, useSettled } from '#web/admin/ui/use-settled.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check, Trash2 } from '#web/ui/page-icons.ts';
import { PhotoStrip } from '#web/ui/photo-strip.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { ReviewActions } from './use-review-actions.ts';

const TONES = { pending: 'yellow', approved: 'green', rejected: 'red' } as const;
const LABELS = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;
/** The button for the current status is hidden (R2.2). */
const MOVES: readonly { status: ReviewStatus; label: string }[] = [
  { status: 'approved', label: 'Approve' },
  { status: 'rejected', label: 'Reject' },
  { status: 'pending', label: 'Mark Pending' },
];

/** One review with its actions. */
export function ReviewRow({ review, actions }: { review: AdminReview; actions: ReviewActions }) {
  const { customerName, productName, rating, title, comment, status, reply, verified, photos } = review;
  const busy = actions.isBusy(review.id);
  const moves = useSettled<HTMLDivElement>(status, { ms: HARSH_MS });
  const replyLabel = reply ? 'Edit reply' : 'Reply';
  const who = `the review of ${customerName || 'nobody'}`;
  return (
    <li className="review-row">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars average={rating} />
          {title && <b className="font-[650]">{title}</b>}
          <StatusPill tone={TONES[status]} admin>
            {LABELS[status]}
          </StatusPill>
        </div>
        <p className="review-words">{comment}</p>
        {photos.length > 0 && (
          <div className="my-2">
            <PhotoStrip
              photos={photos}
              load={adminPicture}
              onRemove={(photo) => actions.askRemovePhoto(review, photo)}
            />
            <p className="hint mt-1">
              {status === 'pending' && <span>Only staff see them until you approve. </span>}
              <span>Rejecting the review deletes them.</span>
            </p>
          </div>
        )}
        <p className="flex flex-wrap gap-x-3 gap-y-0 text-[0.78125rem] text-ink-faint wrap-anywhere">
          <span>
            {`${customerName || 'No name'} · ${review.customerEmail || 'no email'} · ${productName} · ${formatDate(review.date)}`}
          </span>
          {verified && (
            <span className="verified">
              <Icon of={BadgeCheck} /> Verified buyer
            </span>
          )}
        </p>
        {isHiddenName(customerName) && (
          <p className="flag">Anonymous or without a name: shoppers do not see it, whatever its status.</p>
        )}
        {reply && (
          <p className="review-reply">
            <b>Reply from the shop:</b> {reply}
          </p>
        )}
      </div>
      <div ref={moves} className="row-actions max-md:justify-start">
        {MOVES.filter((move) => move.status !== status).map((move) => (
          <Button
            key={move.status}
            size="admin"
            variant="quiet"
            busy={busy}
            aria-label={`${move.label} ${who}`}
            onClick={() => actions.setStatus(review, move.status)}
          >
            {move.status === 'approved' && <Icon of={Check} />} <span>{move.label}</span>
          </Button>
        ))}
        <Button
          size="admin"
          variant="quiet"
          aria-label={`${replyLabel} to ${who}`}
          onClick={() => actions.askReply(review)}
        >
          <Icon of={MessageSquareReply} /> {replyLabel}
        </Button>
        <Button
          size="admin"
          variant="line"
          className="btn-admin-icon"
          aria-label={`Delete ${who}`}
          onClick={() => actions.askDelete(review)}
        >
          <Icon of={Trash2} />
        </Button>
      </div>
    </li>
  );
}
