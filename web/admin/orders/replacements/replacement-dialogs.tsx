import type { Replacement } from '#shop/orders/replacement-input.ts';
import {
  needsNote,
  REPLACEMENT_LENGTHS,
  REPLACEMENT_TEXTS,
  type ReplacementStatus,
} from '#shop/orders/replacements.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { CourierField } from '../courier-field.tsx';
import { FormButtons, Outdated, required } from '../question-parts.tsx';
import type { ReplacementMoves } from './use-replacement-moves.ts';

const TITLE: Partial<Record<ReplacementStatus, string>> = {
  approved: 'Approve this replacement',
  rejected: 'Not approve this replacement?',
  shipped: 'Send these items again',
  closed: 'Close this request',
};

const BUTTON: Partial<Record<ReplacementStatus, string>> = {
  approved: 'Approve',
  rejected: 'Do not approve',
  shipped: 'Send again',
  closed: 'Close',
};

/**
 * The dialog for deciding, shipping or closing a replacement: the note to the shopper, or courier
 * and number.
 */
export function ReplacementDialog({
  orderNumber,
  request,
  moves,
}: {
  orderNumber: string;
  request: Replacement;
  moves: ReplacementMoves;
}) {
  const { asking } = moves;
  return (
    <Dialog open={asking !== null} onClose={moves.stopAsking} title={asking ? TITLE[asking] : ''}>
      {asking && <MoveForm key={asking} orderNumber={orderNumber} request={request} moves={moves} to={asking} />}
    </Dialog>
  );
}

function MoveForm({
  orderNumber,
  request,
  moves,
  to,
}: {
  orderNumber: string;
  request: Replacement;
  moves: ReplacementMoves;
  to: ReplacementStatus;
}) {
  const noted = needsNote(request.status, to);
  const form = useForm({
    start: { note: '', courier: '', courierTracking: '' },
    check: ({ note }) => ({ note: noted ? required(note, REPLACEMENT_TEXTS.note) : undefined }),
    busy: moves.busy,
    onSubmit: ({ note, courier, courierTracking }) =>
      moves.move({
        status: to,
        note: note.trim(),
        ...(to === 'shipped' ? { courier: courier.trim(), courierTracking: courierTracking.trim() } : {}),
      }),
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <p>
        <b className="mono">{orderNumber}</b> ·{' '}
        {request.items.map((item) => `${item.name}${item.size ? ` ${item.size}` : ''} × ${item.quantity}`).join(', ')}
      </p>
      {to === 'shipped' ? (
        <>
          <p className="text-ink-soft">The items are taken from stock once. If there are too few, nothing is sent.</p>
          <CourierField {...form.pick('courier')} />
          <TextField
            label="Tracking number"
            optional
            admin
            {...form.text('courierTracking')}
            maxLength={REPLACEMENT_LENGTHS.courierTracking}
            autoComplete="off"
            boxClass="mono"
            hint="Both go into the email to the shopper."
          />
        </>
      ) : (
        <TextareaField
          label={to === 'closed' && noted ? 'How it was settled' : 'Note to the shopper'}
          optional={!noted}
          admin
          {...form.text('note')}
          maxLength={REPLACEMENT_LENGTHS.note}
          hint={
            to === 'closed'
              ? 'The shopper reads it on the order’s page.'
              : 'The shopper reads it in the email and on the order’s page.'
          }
        />
      )}
      <Outdated sentence={moves.refusal} />
      <FormButtons close={moves.stopAsking} back="Not now">
        <Button
          type="submit"
          size="admin"
          variant={to === 'rejected' ? 'bad' : 'primary'}
          busy={form.busy}
          busyText="Saving…"
        >
          {BUTTON[to]}
        </Button>
      </FormButtons>
    </form>
  );
}
