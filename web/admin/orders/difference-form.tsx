import { formatRupees } from '#shop/money/money.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextareaField, TextField } from '#web/ui/field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { useForm } from '../ui/use-form.ts';
import { FormButtons, Outdated, required, WhichOrder } from './question-parts.tsx';
import type { OrderActions } from './use-order-actions.ts';

/** The rest of an order that costs more since it was changed: it was paid, or it is waived. */
export function DifferenceForm({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const due = order.payment.restDue ?? 0;
  const form = useForm({
    start: { waived: false, amount: due, utrNumber: '', waive: '' },
    check: ({ waived, amount, waive }) => ({
      amount: waived || (amount > 0 && amount <= due) ? undefined : `Please enter an amount up to ${formatRupees(due)}`,
      waive: waived ? required(waive, 'Please give the reason.') : undefined,
    }),
    busy: actions.isBusy(order.orderNumber),
    refused: actions.refused(order),
    onSubmit: ({ waived, amount, utrNumber, waive }) =>
      actions.settleDifference(order, waived ? { waive: waive.trim() } : { amount, utrNumber: utrNumber.trim() }),
  });
  const { waived } = form.value;
  return (
    <form className="grid gap-4" {...form.props}>
      <WhichOrder order={order} />
      <p className="text-ink-soft">
        {formatRupees(due)} is still to be paid. Look for it at the bank before you record it.
      </p>
      <Checkbox
        label="The shopper need not pay it"
        checked={waived}
        onChange={(event) => form.edit({ waived: event.target.checked })}
      />
      {waived ? (
        <TextareaField label="Reason" admin {...form.text('waive')} maxLength={300} hint="Only staff see it." />
      ) : (
        <div className="record-grid">
          <NumberField label="Received ₹" {...form.pick('amount')} />
          <TextField label="UTR" optional admin {...form.text('utrNumber')} boxClass="mono" maxLength={40} />
        </div>
      )}
      <Outdated sentence={actions.question?.outdated} />
      <FormButtons close={actions.closeQuestion} back="Back">
        <Button type="submit" size="admin" busy={form.busy} busyText="Saving…">
          {waived ? 'Waive the rest' : 'Record payment'}
        </Button>
      </FormButtons>
    </form>
  );
}
