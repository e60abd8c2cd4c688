import { formatRupees } from '#shop/money/money.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { MAILED, ReasonForm, WhichOrder } from '../orders/question-parts.tsx';
import { RefundForm } from '../orders/refund-form.tsx';
import { MessageOrderForm } from './bank-messages.tsx';
import { ExactPreview } from './exact-preview.tsx';
import { MatchForm } from './match-form.tsx';
import { PasteForm } from './paste-form.tsx';
import { REFUND_WHY } from './payment-words.ts';
import type { PaymentActions } from './use-payment-actions.ts';

/** The dialogs of the Payments screen. `goOn` shows the next order. */
export function PaymentDialogs({ actions, goOn }: { actions: PaymentActions; goOn: (decided: string[]) => void }) {
  const { question, close } = actions;
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
        {question?.kind === 'exact' && <ExactPreview question={question} actions={actions} goOn={goOn} />}
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
      <Dialog
        open={question?.kind === 'bank-message'}
        onClose={close}
        title="Which order does it pay?"
        wide
        className="sm:w-[min(44rem,calc(100vw-2rem))]"
      >
        {question?.kind === 'bank-message' && <MessageOrderForm message={question.message} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'dismiss'} onClose={close} title="Not a sale?">
        {question?.kind === 'dismiss' && (
          <ReasonForm
            about={
              <p className="weight-600 wrap-anywhere">
                {formatRupees(question.credit.amount)} from {question.credit.payer ?? 'an unnamed payer'}
              </p>
            }
            most={300}
            hint="For your team, such as ‘my own transfer’."
            missing="Please give the reason."
            confirm="Set aside"
            busy={actions.isBusy(question.credit.id)}
            onReason={(reason) => actions.dismiss(question.credit, reason)}
            onClose={close}
          >
            The credit leaves this list and proves no order. Nothing is deleted.
          </ReasonForm>
        )}
      </Dialog>
      <Dialog open={question?.kind === 'not-received'} onClose={close} title="Payment not received">
        {question?.kind === 'not-received' && (
          <ReasonForm
            {...MAILED}
            about={<WhichOrder order={question.order} />}
            missing="Please say what is wrong with the payment"
            confirm="Mark as not received"
            busy={actions.isBusy(question.order.orderNumber)}
            onReason={(reason) => actions.notReceived(question.order, reason, () => goOn([question.order.orderNumber]))}
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
            left={question.due.due}
            due={question.due.due}
            why={REFUND_WHY[question.due.why]}
            busy={actions.isBusy(question.due.orderNumber)}
            onRefund={(refund) => actions.refund(question.due, refund)}
            onClose={close}
          />
        )}
      </Dialog>
    </>
  );
}
