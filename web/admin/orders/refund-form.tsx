import { type FormEvent, useState } from 'react';
import { isoDay } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { showFirstError } from '#web/ui/first-error.ts';
import { NumberField } from '../ui/number-field.tsx';
import { FormButtons, type NamedOrder, useReason, WhichOrder } from './question-parts.tsx';
import type { RefundInput } from './use-order-actions.ts';

interface RefundFormProps {
  order: NamedOrder;
  /** Rupees that can go back, and what of it is due. */
  left: number;
  due: number;
  hint?: string;
  why?: string;
  busy: boolean;
  /** The server's error of a field. */
  errorOf?: (path: string) => string | undefined;
  onRefund: (refund: RefundInput) => void;
  onClose: () => void;
}

/** Records a refund that staff have sent from the bank's app. The rest that is due is filled in. */
export function RefundForm({ order, left, due, hint, why, busy, errorOf, onRefund, onClose }: RefundFormProps) {
  const today = isoDay(Date.now());
  const [amount, setAmount] = useState(due || Number.NaN);
  const [date, setDate] = useState(today);
  const [reference, setReference] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [wrongDate, setWrongDate] = useState<string>();
  const reason = useReason('Please give the reason.', why);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fits = amount > 0 && amount <= left;
    setWrong(fits ? undefined : `Please enter an amount up to ${formatRupees(left)}`);
    const sent = date !== '' && date <= today;
    setWrongDate(sent ? undefined : 'Please enter the day when you sent it');
    if (!reason.check() || !fits || !sent) {
      showFirstError(event.currentTarget);
      return;
    }
    onRefund({
      amount,
      date,
      reason: reason.text.trim(),
      ...(reference.trim() ? { reference: reference.trim() } : {}),
    });
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <WhichOrder order={order} />
      <p className="text-ink-soft">
        Send the money from your bank’s app first. The shopper sees the refund on the order and gets an email with the
        amount and the reference.
      </p>
      <div className="record-grid">
        <NumberField
          label="Amount ₹"
          name="amount"
          value={amount}
          error={wrong ?? errorOf?.('amount')}
          {...(hint ? { hint } : {})}
          onChange={(next) => {
            setAmount(next);
            setWrong(undefined);
          }}
        />
        <TextField
          label="Sent on"
          admin
          type="date"
          max={today}
          value={date}
          error={wrongDate ?? errorOf?.('date')}
          onChange={(event) => {
            setDate(event.target.value);
            setWrongDate(undefined);
          }}
        />
      </div>
      <TextField
        label="UTR or reference"
        optional
        admin
        boxClass="mono"
        maxLength={40}
        autoComplete="off"
        hint="With the UTR, your statement proves the refund by itself."
        value={reference}
        error={errorOf?.('reference')}
        onChange={(event) => setReference(event.target.value)}
      />
      <TextareaField
        label="Reason"
        admin
        maxLength={300}
        hint="Only staff see it."
        value={reason.text}
        error={reason.error ?? errorOf?.('reason')}
        onChange={(event) => reason.edit(event.target.value)}
      />
      <FormButtons close={onClose} back="Back">
        <Button type="submit" size="admin" busy={busy} busyText="Saving…">
          Record refund
        </Button>
      </FormButtons>
    </form>
  );
}
