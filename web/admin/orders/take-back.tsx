import { formatRupees, toPaise, toRupees } from '#shop/money/money.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, FieldError, TextareaField } from '#web/ui/field.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { useForm } from '../ui/use-form.ts';
import { FormButtons, Outdated, required, WhichOrder } from './question-parts.tsx';
import type { OrderActions } from './use-order-actions.ts';

interface TakeBackProps {
  order: AdminOrder;
  actions: OrderActions;
}

/**
 * Asks which items of a delivered order came back, why, and how much of the money goes back. The
 * amount follows the items until another one is typed.
 */
export function TakeBack({ order, actions }: TakeBackProps) {
  const left = order.returnable ?? [];
  const form = useForm({
    start: {
      pieces: left.map(() => 0),
      refund: Number.NaN,
      reason: '',
      restock: false,
      notify: order.shippingAddress.email !== '',
    },
    check: ({ pieces, refund, reason }) => ({
      lines: pieces.some((count) => count > 0) ? undefined : 'Please choose what came back',
      refund: refund >= 0 || Number.isNaN(refund) ? undefined : 'Please enter an amount',
      reason: required(reason, 'Please give the reason.'),
    }),
    busy: actions.isBusy(order.orderNumber),
    refused: actions.refused(order),
    onSubmit: ({ pieces, refund, reason, restock, notify }) => {
      const lines = pieces.flatMap((quantity, line) => (quantity > 0 ? [{ line, quantity }] : []));
      const asked = { lines, reason: reason.trim(), restock, notify, version: order.version ?? 0 };
      actions.takeBack(order, Number.isNaN(refund) ? asked : { ...asked, refund });
    },
  });
  const { pieces, restock, notify } = form.value;
  const worth = pieces.reduce((sum, count, index) => sum + worthOf(left[index], count), 0);
  const set = (line: number, count: number) =>
    form.edit({ pieces: pieces.map((one, index) => (index === line ? count : one)) });
  return (
    <form className="grid gap-4" {...form.props}>
      <WhichOrder order={order} />
      <fieldset className="grid gap-2">
        <legend className="field-label">What came back?</legend>
        {order.items.map((item, line) => {
          const most = left[line]?.quantity ?? 0;
          const name = `${item.name}, ${item.size}`;
          return (
            <div key={`${item.product} ${item.size}`} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0">
                <b className="weight-600">{name}</b>{' '}
                <small className="text-ink-soft">{most === 0 ? 'all of it is back' : `of ${most}`}</small>
              </span>
              {most > 0 && (
                <QuantityStepper
                  of={name}
                  min={0}
                  max={most}
                  value={pieces[line] ?? 0}
                  onChange={(count) => set(line, count)}
                />
              )}
            </div>
          );
        })}
        {form.errors.lines && <FieldError>{form.errors.lines}</FieldError>}
        <Button
          variant="text"
          size="admin"
          className="justify-self-start"
          onClick={() => form.edit({ pieces: left.map(({ quantity }) => quantity) })}
        >
          All of it
        </Button>
      </fieldset>
      <NumberField
        label="Goes back to the shopper, ₹"
        {...form.pick('refund')}
        hint={`These items cost ${formatRupees(toRupees(worth))}. Leave it empty to send all of it.`}
      />
      <TextareaField label="Reason" admin {...form.text('reason')} maxLength={300} hint="Only staff see it." />
      <Checkbox
        label="Put the items back in stock"
        checked={restock}
        onChange={(event) => form.edit({ restock: event.target.checked })}
      />
      {order.shippingAddress.email && (
        <Checkbox
          label={`Tell ${order.shippingAddress.name} by email`}
          checked={notify}
          onChange={(event) => form.edit({ notify: event.target.checked })}
        />
      )}
      <p className="text-ink-soft">
        A credit note is made, and the money waits under Payments, Refunds. You can undo it until the refund is sent.
      </p>
      <Outdated sentence={actions.question?.outdated} />
      <FormButtons close={actions.closeQuestion} back="Back">
        <Button type="submit" size="admin" busy={form.busy} busyText="Saving…">
          Take back
        </Button>
      </FormButtons>
    </form>
  );
}

/** What the shopper has paid for these pieces, in paise. */
function worthOf(left: { quantity: number; amount: number } | undefined, pieces: number): number {
  if (!left || left.quantity === 0) return 0;
  return Math.round((toPaise(left.amount) * pieces) / left.quantity);
}
