import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CHANGE_REASON_LABELS, CHANGE_REASONS, type ChangeReason } from '#shop/orders/changes/change-reasons.ts';
import type { LinesBody, LinesPreview } from '#shop/orders/line-input.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { same } from '#web/admin/ui/use-form.ts';
import { useRested } from '#web/admin/ui/use-rested.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { ChangedSums, resultOf } from './change-sums.tsx';
import { ChangedItem } from './changed-item.tsx';
import { added, editsOf, type ItemEdit, linesOf, removed } from './item-edits.ts';
import { PickSize } from './pick-size.tsx';
import { Outdated, WhichOrder } from './question-parts.tsx';
import type { OrderActions } from './use-order-actions.ts';

interface ChangeItemsProps {
  order: AdminOrder;
  actions: OrderActions;
}

/** Changes the items of an order that is not shipped, with what becomes of money and papers. */
export function ChangeItems({ order, actions }: ChangeItemsProps) {
  // When somebody else has changed the order, what is typed stays until it is thrown away.
  const [asked, setAsked] = useState(order);
  const startAgain = asked.version === order.version ? null : () => setAsked(order);
  return <ItemsForm key={asked.version} order={asked} actions={actions} startAgain={startAgain} />;
}

/** The server's dry run checks what is edited, so it does not use `useForm`. */
function ItemsForm({ order, actions, startAgain }: ChangeItemsProps & { startAgain: (() => void) | null }) {
  const [edits, setEdits] = useState(() => editsOf(order));
  const [why, setWhy] = useState({ reason: CHANGE_REASONS[0] as ChangeReason, note: '', notify: true });
  const [keepCoupon, setKeepCoupon] = useState(false);
  const { name, email } = order.shippingAddress;
  const lines = linesOf(edits);
  const body = { lines, keepCoupon, version: order.version ?? 0 };
  const isSame = same(lines, linesOf(editsOf(order)));
  const { preview, error, stale } = usePreview(order, body, isSame);
  const { reread } = actions;
  // Somebody else may have changed the order.
  useEffect(() => {
    if (error) void reread(order.orderNumber);
  }, [error, reread, order.orderNumber]);
  const set = (edit: ItemEdit, next: ItemEdit) => setEdits((all) => all.map((one) => (one === edit ? next : one)));
  return (
    <div className="grid gap-4">
      <WhichOrder order={order} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <section aria-label="Items">
          {edits.map((edit) => (
            <ChangedItem
              key={edit.key}
              edit={edit}
              onChange={(next) => set(edit, next)}
              onRemove={() => setEdits((all) => removed(all, edit))}
            />
          ))}
          <PickSize onPick={(choice, quantity) => setEdits((all) => added(all, choice, quantity))} />
        </section>
        <div className="grid min-w-0 gap-4">
          <ChangedSums preview={preview} error={error} keepCoupon={keepCoupon} onKeepCoupon={setKeepCoupon} />
          <SelectField
            label="Why"
            admin
            value={why.reason}
            onChange={(event) => setWhy({ ...why, reason: event.target.value as ChangeReason })}
          >
            {CHANGE_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {CHANGE_REASON_LABELS[reason]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Note"
            optional
            admin
            value={why.note}
            maxLength={300}
            hint="Only staff see it."
            onChange={(event) => setWhy({ ...why, note: event.target.value })}
          />
          {email && (
            <Checkbox
              label={`Tell ${name} by email`}
              checked={why.notify}
              onChange={(event) => setWhy({ ...why, notify: event.target.checked })}
            />
          )}
        </div>
      </div>
      <Outdated sentence={actions.question?.outdated} />
      <div className="sticky bottom-0 z-1 flex flex-wrap items-center justify-end gap-2 border-admin-line border-t bg-card py-3">
        <Result preview={stale ? undefined : preview} />
        <Button variant="quiet" size="admin" onClick={actions.closeQuestion}>
          Discard
        </Button>
        {startAgain ? (
          <Button size="admin" onClick={startAgain}>
            Start again
          </Button>
        ) : (
          <Button
            size="admin"
            busy={actions.isBusy(order.orderNumber)}
            busyText="Saving…"
            disabled={isSame || error !== null}
            onClick={() => actions.changeItems(order, { ...body, ...why, note: why.note.trim() })}
          >
            Save changes
          </Button>
        )}
      </div>
    </div>
  );
}

/** What would become of the order. The last answer stays while the next one is loaded. */
function usePreview(order: AdminOrder, edited: Pick<LinesBody, 'lines' | 'keepCoupon' | 'version'>, isSame: boolean) {
  const body = useRested(edited);
  const asked = useQuery({
    queryKey: ['order-preview', order.orderNumber, body],
    queryFn: async ({ signal }) => {
      const sent = { ...body, reason: CHANGE_REASONS[0], dryRun: true };
      const params = { id: order.orderNumber };
      return (await adminCall('PUT /orders/:id/lines', { params, body: sent }, { signal })).preview;
    },
    enabled: body.lines.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: false,
    retry: false,
  });
  if (edited.lines.length === 0) {
    const error = 'An order keeps at least one item. Cancel it if nothing is left.';
    return { preview: undefined, error, stale: false };
  }
  const error = isSame ? null : asked.error;
  const sentence = error && (error instanceof Error ? error.message : 'The change could not be counted.');
  const stale = asked.isPlaceholderData || !same(edited, body);
  return { preview: error ? undefined : asked.data, error: sentence, stale };
}

/** What the change comes to, beside the button that saves it. */
function Result({ preview }: { preview: LinesPreview | undefined }) {
  if (!preview) return <span className="flex-1" />;
  const { label, amount } = resultOf(preview);
  return (
    <p className="mr-auto flex items-baseline gap-3" role="status">
      <span className="text-ink-soft">{label}</span> <b className="num">{amount}</b>
    </p>
  );
}
