import { formatDateTime } from '#shop/india/dates.ts';
import type { Replacement } from '#shop/orders/replacement-input.ts';
import {
  nextReplacementStatuses,
  type ReplacementStatus,
  reasonLabel,
  replacementLabel,
  replacementTimeline,
  replacementTone,
} from '#shop/orders/replacements.ts';
import { PROMISES } from '#shop/promises.ts';
import { adminPicture } from '#web/admin/lib/session.ts';
import { RefusalNote } from '#web/admin/ui/refusal-note.tsx';
import { Button } from '#web/ui/button.tsx';
import { PhotoStrip } from '#web/ui/photo-strip.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { ReplacementPapers } from '../papers-dialog.tsx';
import { ReplacementDialog } from './replacement-dialogs.tsx';
import { useReplacementMoves } from './use-replacement-moves.ts';

const MOVE_LABEL: Partial<Record<ReplacementStatus, string>> = {
  approved: 'Approve…',
  rejected: 'Not approve…',
  shipped: 'Send again…',
  closed: 'Close…',
};

const HOUR_MS = 3_600_000;

/** One replacement request with its actions, in its order's drawer and in its own. */
export function ReplacementBox({
  orderNumber,
  deliveredAt,
  request,
}: {
  orderNumber: string;
  deliveredAt: number | null | undefined;
  request: Replacement;
}) {
  const moves = useReplacementMoves(request);
  const next = nextReplacementStatuses(request.status);
  return (
    <article className={`replacement-box ${next.length === 0 ? 'is-done' : ''}`} aria-label="Replacement request">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h4>{reasonLabel(request.reason)}</h4>
        <StatusPill tone={replacementTone(request.status)} admin>
          {replacementLabel(request.status)}
        </StatusPill>
      </header>
      <ul>
        {request.items.map((item) => (
          <li key={item.line}>
            <b>{item.name}</b> {item.size} × {item.quantity}
          </li>
        ))}
      </ul>
      <p className="whitespace-pre-line text-ink-soft wrap-anywhere">{request.description}</p>
      {request.reason === 'damaged' && <DamageNote request={request} deliveredAt={deliveredAt} />}
      <PhotoStrip photos={request.photos} load={adminPicture} />
      <Timeline
        steps={replacementTimeline(request, 'To decide').map(({ note, ...step }) => ({
          ...step,
          ...(note ? { note } : {}),
        }))}
      />
      {moves.refusal && moves.asking === null && <RefusalNote>{moves.refusal}</RefusalNote>}
      {(request.status === 'approved' || request.status === 'shipped') && <ReplacementPapers id={request.id} />}
      {next.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {next.map((status, index) => (
            <Button
              key={status}
              size="admin"
              variant={index === 0 ? 'primary' : status === 'rejected' ? 'line' : 'quiet'}
              busy={moves.busy}
              onClick={() => moves.ask(status)}
            >
              {MOVE_LABEL[status]}
            </Button>
          ))}
        </div>
      )}
      <ReplacementDialog orderNumber={orderNumber} request={request} moves={moves} />
    </article>
  );
}

/** Whether the request meets the policy (R2.9). Informational only; it never blocks a decision. */
function DamageNote({ request, deliveredAt }: { request: Replacement; deliveredAt: number | null | undefined }) {
  if (deliveredAt == null) return null;
  const late = request.createdAt - deliveredAt > PROMISES.damageHours * HOUR_MS;
  const photos = request.photos.length === 0 ? 'without photos' : 'with photos';
  return (
    <p className="text-micro text-ink-soft">
      Delivered {formatDateTime(deliveredAt)}; reported{' '}
      {`${late ? 'later than' : 'within'} ${PROMISES.damageHours} hours`}, {photos}.
    </p>
  );
}
