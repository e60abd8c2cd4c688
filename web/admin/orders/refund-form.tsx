import { isoDay } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { type Errors, useForm } from '../ui/use-form.ts';
import { FormButtons, type NamedOrder, required, WhichOrder } from './question-parts.tsx';
import { RefundPay } from './refund-pay.tsx';
import type { RefundInput } from './use-order-actions.ts';

interface RefundFormProps {
  order: NamedOrder;
  /** Rupees that can go back, and what of it is due. */
  left: number;
  due: number;
  hint?: string;
  why?: string;
  busy: boolean;
  refused?: Errors | undefined;
  onRefund: (refund: RefundInput) => void;
  onClose: () => void;
}

/** Records a refund that staff have sent from the bank's app. The rest that is due is filled in. */
export function RefundForm({ order, left, due, hint, why = '', busy, refused, onRefund, onClose }: RefundFormProps) {
  const today = isoDay(Date.now());
  const form = useForm({
    start: { amount: due || Number.NaN, date: today, reference: '', reason: why },
    check: ({ amount, date, reason }) => ({
      amount: amount > 0 && amount <= left ? undefined : `Please enter an amount up to ${formatRupees(left)}`,
      date: date !== '' && date <= today ? undefined : 'Please enter the day when you sent it',
      reason: required(reason, 'Please give the reason.'),
    }),
    busy,
    refused,
    onSubmit: ({ amount, date, reference, reason }) =>
      onRefund({
        amount,
        date,
        reason: reason.trim(),
        ...(reference.trim() ? { reference: reference.trim() } : {}),
      }),
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <WhichOrder order={order} />
      <p className="text-ink-soft">
        Send the money first, then record it here. The shopper sees the refund on the order and gets an email with the
        amount and the reference.
      </p>
      <RefundPay order={order} amount={form.value.amount} />
      <div className="record-grid">
        <NumberField label="Amount ₹" {...form.pick('amount')} {...(hint ? { hint } : {})} />
        <TextField label="Sent on" admin {...form.text('date')} type="date" max={today} />
      </div>
      <TextField
        label="UTR or reference"
        optional
        admin
        {...form.text('reference')}
        boxClass="mono"
        maxLength={40}
        autoComplete="off"
        hint="With the UTR, your statement proves the refund by itself."
      />
      <TextareaField label="Reason" admin {...form.text('reason')} maxLength={300} hint="Only staff see it." />
      <FormButtons close={onClose} back="Back">
        <Button type="submit" size="admin" busy={busy} busyText="Saving…">
          Record refund
        </Button>
      </FormButtons>
    </form>
  );
}
