import { type FormEvent, useState } from 'react';
import { isoDay } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { RefundDue } from '#shop/orders/payments/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { ExactPreview } from './exact-preview.tsx';
import { MatchForm } from './match-form.tsx';
import { PasteForm } from './paste-form.tsx';
import { REFUND_WHY } from './payment-words.ts';
import type { PaymentActions } from './use-payment-actions.ts';

/** The dialogs of the Payments screen. `onDecided` goes on to the next order. */
export function PaymentDialogs({
  actions,
  onDecided,
}: {
  actions: PaymentActions;
  onDecided: (orderNumber: string) => void;
}) {
  const { question, close } = actions;
  const credit = question?.kind === 'match' || question?.kind === 'dismiss' ? question.credit : undefined;
  return (
    <>
      <Dialog
        open={question?.kind === 'exact'}
        onClose={close}
        title={
          question?.kind === 'exact' && question.orders.length === 1
            ? 'Confirm this order?'
            : `Confirm these ${question?.kind === 'exact' ? question.orders.length : ''} orders?`
        }
        wide
        className="sm:w-[min(44rem,calc(100vw-2rem))]"
      >
        {question?.kind === 'exact' && <ExactPreview orders={question.orders} actions={actions} />}
      </Dialog>
      <Dialog
        open={question?.kind === 'match'}
        onClose={close}
        title="Match to an order"
        wide
        className="sm:w-[min(44rem,calc(100vw-2rem))]"
      >
        {question?.kind === 'match' && <MatchForm {...question} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'dismiss'} onClose={close} title="Not a sale?">
        {question?.kind === 'dismiss' && (
          <ReasonForm
            about={`${formatRupees(question.credit.amount)} from ${question.credit.payer ?? 'an unnamed payer'}`}
            text="The credit leaves this list and proves no order. Nothing is deleted."
            hint="For your team, such as ‘my own transfer’."
            missing="Please give the reason."
            action="Set aside"
            busy={actions.busy === credit?.id}
            onSubmit={(reason) => actions.dismiss(question.credit, reason)}
            onClose={close}
          />
        )}
      </Dialog>
      <Dialog open={question?.kind === 'not-received'} onClose={close} title="Payment not received">
        {question?.kind === 'not-received' && (
          <ReasonForm
            about={`${question.order.orderNumber} · ${question.order.name}`}
            hint="The shopper reads it in the e-mail."
            missing="Please say what is wrong with the payment"
            action="Mark as not received"
            busy={actions.busy === question.order.orderNumber}
            onSubmit={(reason) =>
              actions.notReceived(question.order, reason, () => onDecided(question.order.orderNumber))
            }
            onClose={close}
          />
        )}
      </Dialog>
      <Dialog open={question?.kind === 'paste'} onClose={close} title="Paste a message">
        {question?.kind === 'paste' && <PasteForm actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'refund'} onClose={close} title="Record a refund">
        {question?.kind === 'refund' && <RefundForm due={question.due} actions={actions} />}
      </Dialog>
    </>
  );
}

function ReasonForm({
  about,
  text,
  hint,
  missing,
  action,
  busy,
  onSubmit,
  onClose,
}: {
  about: string;
  text?: string;
  hint: string;
  /** The error when the reason is empty. */
  missing: string;
  action: string;
  busy: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onSubmit(reason.trim());
    else setError(missing);
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="weight-600 wrap-anywhere">{about}</p>
      {text && <p className="text-ink-soft">{text}</p>}
      <TextareaField
        label="Reason"
        admin
        maxLength={300}
        hint={hint}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          Back
        </Button>
        <Button type="submit" variant="bad" size="admin" busy={busy} busyText="Saving…">
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The owner has sent the money; this records it. */
function RefundForm({ due, actions }: { due: RefundDue; actions: PaymentActions }) {
  const today = isoDay(Date.now());
  const [form, setForm] = useState({
    amount: String(due.due),
    date: today,
    reference: '',
    reason: REFUND_WHY[due.why],
  });
  const [errors, setErrors] = useState<{ amount?: string; date?: string; reason?: string }>({});
  const edit = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = Number(form.amount.replaceAll(',', ''));
    const wrong = {
      ...(amount > 0 && amount <= due.due ? {} : { amount: `Please enter an amount up to ${formatRupees(due.due)}` }),
      ...(form.date && form.date <= today ? {} : { date: 'Please enter the day when you sent it' }),
      ...(form.reason.trim() ? {} : { reason: 'Please give the reason.' }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    const reference = form.reference.trim();
    actions.refund(due, { amount, date: form.date, reason: form.reason.trim(), ...(reference ? { reference } : {}) });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="weight-600 wrap-anywhere">
        {due.orderNumber} · {due.name}
      </p>
      <p className="text-ink-soft">
        Send the money from your bank or UPI app first. The shopper gets a mail, and your next statement ticks it off.
      </p>
      <div className="record-grid">
        <TextField
          label="Amount in ₹"
          admin
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={form.amount}
          error={errors.amount}
          onChange={(event) => edit({ amount: event.target.value })}
        />
        <TextField
          label="Sent on"
          admin
          type="date"
          max={today}
          value={form.date}
          error={errors.date}
          onChange={(event) => edit({ date: event.target.value })}
        />
      </div>
      <TextField
        label="UTR or reference"
        optional
        admin
        boxClass="mono"
        autoComplete="off"
        maxLength={40}
        value={form.reference}
        onChange={(event) => edit({ reference: event.target.value })}
      />
      <TextareaField
        label="Reason"
        admin
        maxLength={300}
        hint="Only staff see it."
        value={form.reason}
        error={errors.reason}
        onChange={(event) => edit({ reason: event.target.value })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={actions.close}>
          Back
        </Button>
        <Button type="submit" size="admin" busy={actions.busy === due.orderNumber} busyText="Saving…">
          Record refund
        </Button>
      </div>
    </form>
  );
}
