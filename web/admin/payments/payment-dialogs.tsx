import { type FormEvent, useState } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { RefundForm } from '../orders/refund-form.tsx';
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
            hint="The shopper reads it in the email."
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
        {question?.kind === 'refund' && (
          <RefundForm
            order={question.due}
            {...{ left: question.due.due, due: question.due.due, why: REFUND_WHY[question.due.why] }}
            busy={actions.busy === question.due.orderNumber}
            onRefund={(refund) => actions.refund(question.due, refund)}
            onClose={close}
          />
        )}
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
