import { type FormEvent, useState } from 'react';
import { isoDay } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { FormButtons, useReason, WhichOrder } from './question-parts.tsx';
import { refundAmounts } from './refund-amounts.ts';
import type { OrderActions } from './use-order-actions.ts';

/** Records a refund that staff have sent from the bank's app. The rest that is due is filled in. */
export function RefundForm({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const { received, refunded, left, due } = refundAmounts(order);
  const today = isoDay(Date.now());
  const [amount, setAmount] = useState(due || Number.NaN);
  const [date, setDate] = useState(today);
  const [reference, setReference] = useState('');
  const [wrong, setWrong] = useState<string>();
  const reason = useReason('Please give the reason.');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fits = amount > 0 && amount <= left;
    setWrong(fits ? undefined : `Please enter an amount up to ${formatRupees(left)}`);
    if (!reason.check() || !fits) return;
    actions.recordRefund(order, {
      ...{ amount, date, reason: reason.text.trim() },
      ...(reference.trim() ? { reference: reference.trim() } : {}),
    });
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <WhichOrder order={order} />
      <p className="text-ink-soft">
        Send the money from your bank’s app first. The shopper sees the refund on the order and gets an e-mail with the
        amount and the reference.
      </p>
      <div className="record-grid">
        <NumberField
          label="Amount ₹"
          name="amount"
          value={amount}
          error={wrong ?? actions.errorOf(order, 'amount')}
          hint={`Received ${formatRupees(received)}${refunded > 0 ? `, ${formatRupees(refunded)} already refunded` : ''}.`}
          onChange={(next) => {
            setAmount(next);
            setWrong(undefined);
          }}
        />
        <TextField
          label="Date"
          admin
          type="date"
          max={today}
          value={date}
          error={actions.errorOf(order, 'date')}
          onChange={(event) => setDate(event.target.value)}
        />
      </div>
      <TextField
        label="Reference"
        optional
        admin
        boxClass="mono"
        maxLength={40}
        autoComplete="off"
        hint="The UTR of the refund. With it, your statement proves the refund by itself."
        value={reference}
        error={actions.errorOf(order, 'reference')}
        onChange={(event) => setReference(event.target.value)}
      />
      <TextareaField
        label="Reason"
        admin
        maxLength={300}
        hint="Only staff see it."
        value={reason.text}
        error={reason.error ?? actions.errorOf(order, 'reason')}
        onChange={(event) => reason.edit(event.target.value)}
      />
      <FormButtons close={actions.closeQuestion} back="Back">
        <Button type="submit" size="admin" busy={actions.busyOrder === order.orderNumber} busyText="Saving…">
          Record refund
        </Button>
      </FormButtons>
    </form>
  );
}
