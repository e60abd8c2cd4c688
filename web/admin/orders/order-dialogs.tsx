import { useState } from 'react';
import { formatRupees, toPaise } from '#shop/money/money.ts';
import { isOnItsWay, type OrderStatus } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import type { Refund } from '#shop/orders/payments/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useForm } from '../ui/use-form.ts';
import { AddressQuestion } from './address-question.tsx';
import { ChangeItems } from './change-items.tsx';
import { ChatQuestion } from './chat-question.tsx';
import { CourierField } from './courier-field.tsx';
import { DifferenceForm } from './difference-form.tsx';
import { MOVE_LABEL } from './order-words.ts';
import {
  FormButtons,
  MAILED,
  Outdated,
  ReasonForm,
  type ReasonFormProps,
  required,
  WhichOrder,
} from './question-parts.tsx';
import { refundAmounts } from './refund-amounts.ts';
import { RefundForm } from './refund-form.tsx';
import { TakeBack } from './take-back.tsx';
import type { OrderActions } from './use-order-actions.ts';

/**
 * The dialogs for shipping or cancelling an order, rejecting a payment and correcting the address,
 * for list and drawer.
 */
export function OrderDialogs({ actions }: { actions: OrderActions }) {
  const { question } = actions;
  const close = actions.closeQuestion;
  return (
    <>
      <Dialog open={question?.kind === 'ship'} onClose={close} title="Ship this order">
        {question && <ShipForm order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'unpaid'} onClose={close} title="Continue without a verified payment?">
        {question?.status && <UnpaidQuestion order={question.order} status={question.status} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'parcel'} onClose={close} title="Edit parcel">
        {question && <ParcelForm order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'cancel'} onClose={close} title="Cancel this order?">
        {question && <CancelForm order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'not-received'} onClose={close} title="Payment not received">
        {question && <NotReceivedForm order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'withdraw'} onClose={close} title="Take the payment back?">
        {question && <NotReceivedForm order={question.order} actions={actions} withdraw />}
      </Dialog>
      <ConfirmDialog
        open={question?.kind === 'amount'}
        title="Accept another amount?"
        action={`Accept ${formatRupees(question?.found?.amount ?? 0)}`}
        busyText="Saving…"
        busy={question !== null && actions.isBusy(question.order.orderNumber)}
        onConfirm={() => question?.found && actions.acceptAmount(question.order, question.found)}
        onClose={close}
      >
        {question?.found && <AmountQuestion order={question.order} amount={question.found.amount ?? 0} />}
      </ConfirmDialog>
      <ConfirmDialog
        open={question?.kind === 'unmatch'}
        title="Take the bank credit off this order?"
        action="Take it off"
        busyText="Saving…"
        busy={question !== null && actions.isBusy(question.order.orderNumber)}
        onConfirm={() =>
          question?.order.payment.creditId && actions.unmatch(question.order, question.order.payment.creditId)
        }
        onClose={close}
      >
        {question && <WhichOrder order={question.order} />}
        <p className="text-ink-soft">
          The credit waits among the payments for its right order. An order that has not shipped is pending again; one
          that has shipped stays as it is and is flagged.
        </p>
      </ConfirmDialog>
      <Dialog open={question?.kind === 'chat'} onClose={close} title="WhatsApp message">
        {question && <ChatQuestion order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'refund'} onClose={close} title="Record a refund">
        {question && <OrderRefund order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'refund-undo'} onClose={close} title="Was this refund not sent?">
        {question?.refund && <RefundUndoForm order={question.order} refund={question.refund} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'rest'} onClose={close} title="What is still due?">
        {question && <RestForm order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'items'} onClose={close} title="Change order" wide>
        {question && <ChangeItems order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'take-back'} onClose={close} title="Take items back">
        {question && <TakeBack order={question.order} actions={actions} />}
      </Dialog>
      <Dialog open={question?.kind === 'difference'} onClose={close} title="The rest of this order">
        {question && <DifferenceForm order={question.order} actions={actions} />}
      </Dialog>
      <Dialog
        open={question?.kind === 'address'}
        onClose={close}
        title="Correct address"
        wide
        className="sm:w-[min(44rem,calc(100vw-2rem))]"
      >
        {question && <AddressQuestion order={question.order} actions={actions} />}
      </Dialog>
    </>
  );
}

interface FormProps {
  order: AdminOrder;
  actions: OrderActions;
}

function OrderRefund({ order, actions }: FormProps) {
  const { received, refunded, left, due } = refundAmounts(order);
  return (
    <RefundForm
      order={order}
      left={left}
      due={due}
      hint={`Received ${formatRupees(received)}${refunded > 0 ? `, ${formatRupees(refunded)} already refunded` : ''}.`}
      busy={actions.isBusy(order.orderNumber)}
      refused={actions.refused(order)}
      onRefund={(refund) => actions.recordRefund(order, refund)}
      onClose={actions.closeQuestion}
    />
  );
}

/** Both amounts, and what becomes of the difference. */
function AmountQuestion({ order, amount }: { order: AdminOrder; amount: number }) {
  const { total } = order.pricing;
  const apart = formatRupees(Math.abs(toPaise(amount) - toPaise(total)) / 100);
  return (
    <>
      <WhichOrder order={order} />
      <p className="text-ink-soft">
        The order comes to <b className="num text-ink">{formatRupees(total)}</b>, you entered{' '}
        <b className="num text-ink">{formatRupees(amount)}</b>:{' '}
        {amount < total
          ? `${apart} short. The order goes on as paid, and the shop does not ask for the rest.`
          : `${apart} too much. The order goes on as paid, and the rest is listed under Refunds.`}
      </p>
    </>
  );
}

/** Asks before a pending order goes on whose payment nobody has found. */
function UnpaidQuestion({ order, status, actions }: FormProps & { status: OrderStatus }) {
  const { payment, pricing } = order;
  return (
    <div className="grid gap-4">
      <WhichOrder order={order} />
      <p className="text-ink-soft">
        <span>
          {payment.status === 'failed'
            ? 'The payment of this order was marked as not received.'
            : 'The payment of this order is not verified.'}
        </span>{' '}
        <span>{`Look for ${formatRupees(pricing.total)}`}</span>{' '}
        {payment.utrNumber && (
          <span>
            with UTR <b className="mono text-ink">{payment.utrNumber}</b>{' '}
          </span>
        )}
        <span>at the bank first, then press ‘Payment received’: that confirms the order and emails the shopper.</span>
      </p>
      <FormButtons close={actions.closeQuestion} back="Check the payment">
        <Button
          size="admin"
          variant="bad"
          busy={actions.isBusy(order.orderNumber)}
          busyText="Saving…"
          onClick={() => actions.moveUnpaid(order, status)}
        >
          {MOVE_LABEL[status]} anyway
        </Button>
      </FormButtons>
    </div>
  );
}

function ShipForm({ order, actions }: FormProps) {
  const unpaid = order.payment.status !== 'completed';
  const form = useForm({
    start: { courier: '', courierTracking: '' },
    onSubmit: (parcel) => actions.ship(order, trimmed(parcel)),
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <WhichOrder order={order} />
      {unpaid && (
        <Note tone="warn">
          The payment of this order is not verified. If you ship it anyway, the order records it with your name.
        </Note>
      )}
      <CourierField {...form.pick('courier')} />
      <TextField
        label="Tracking number"
        optional
        admin
        {...form.text('courierTracking')}
        maxLength={100}
        autoComplete="off"
        boxClass="mono"
        hint="Both go into the email to the shopper."
      />
      <Outdated sentence={actions.question?.outdated} />
      <FormButtons close={actions.closeQuestion} back="Not now">
        <Button
          type="submit"
          size="admin"
          variant={unpaid ? 'bad' : 'primary'}
          busy={actions.isBusy(order.orderNumber)}
          busyText="Shipping…"
        >
          {unpaid ? 'Ship without verified payment' : 'Ship'}
        </Button>
      </FormButtons>
    </form>
  );
}

const trimmed = ({ courier, courierTracking }: { courier: string; courierTracking: string }) => ({
  courier: courier.trim(),
  courierTracking: courierTracking.trim(),
});

/** Adds or corrects courier and tracking number after shipping. */
function ParcelForm({ order, actions }: FormProps) {
  const form = useForm({
    start: { courier: order.courier ?? '', courierTracking: order.courierTracking ?? '', notify: false },
    check: ({ courierTracking, notify }) => ({
      courierTracking: notify ? required(courierTracking, 'Please enter the tracking number') : undefined,
    }),
    refused: actions.refused(order),
    onSubmit: ({ notify, ...parcel }) => actions.saveParcel(order, { ...trimmed(parcel), notify }),
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <WhichOrder order={order} />
      <CourierField {...form.pick('courier')} />
      <TextField
        label="Tracking number"
        admin
        {...form.text('courierTracking')}
        maxLength={100}
        autoComplete="off"
        boxClass="mono"
      />
      {isOnItsWay(order.status) && order.shippingAddress.email && (
        <Checkbox
          label="Send the shopper the parcel’s number by email"
          checked={form.value.notify}
          onChange={(event) => form.edit({ notify: event.target.checked })}
        />
      )}
      <Outdated sentence={actions.question?.outdated} />
      <FormButtons close={actions.closeQuestion} back="Not now">
        <Button type="submit" size="admin" busy={actions.isBusy(order.orderNumber)} busyText="Saving…">
          Save parcel
        </Button>
      </FormButtons>
    </form>
  );
}

type OrderReasonProps = FormProps &
  Pick<ReasonFormProps, 'missing' | 'most' | 'hint' | 'confirm' | 'onReason'> &
  Partial<Pick<ReasonFormProps, 'back' | 'busyText' | 'children'>>;

/** A question about an order that is answered by a reason. */
function OrderReason({ order, actions, ...form }: OrderReasonProps) {
  return (
    <ReasonForm
      {...form}
      about={<WhichOrder order={order} />}
      busy={actions.isBusy(order.orderNumber)}
      outdated={actions.question?.outdated}
      onClose={actions.closeQuestion}
    />
  );
}

function CancelForm({ order, actions }: FormProps) {
  return (
    <OrderReason
      order={order}
      actions={actions}
      {...MAILED}
      missing="Please give a reason"
      back="Keep the order"
      confirm="Cancel Order"
      busyText="Cancelling…"
      onReason={(reason) => actions.cancel(order, reason)}
    >
      The items go back to stock and the shopper gets an email. This cannot be undone.
    </OrderReason>
  );
}

/** Marks a payment as not received, or with `withdraw` reverts one that was accepted by mistake. */
function NotReceivedForm({ order, actions, withdraw = false }: FormProps & { withdraw?: boolean }) {
  return (
    <OrderReason
      order={order}
      actions={actions}
      {...MAILED}
      missing="Please say what is wrong with the payment"
      confirm={withdraw ? 'Take back' : 'Mark as not received'}
      onReason={(reason) => (withdraw ? actions.withdrawPayment : actions.paymentNotReceived)(order, reason)}
    >
      {withdraw &&
        'The payment goes back to not received, and its UTR can be used for another order. The status of this order does not change.'}
    </OrderReason>
  );
}

const FOR_STAFF = { missing: 'Please give the reason.', most: 300, hint: 'Only staff see it.' };

/** Takes back the record of a refund that never left, or that came back. */
function RefundUndoForm({ order, refund, actions }: FormProps & { refund: Refund }) {
  return (
    <OrderReason
      order={order}
      actions={actions}
      {...FOR_STAFF}
      confirm="Take the refund back"
      onReason={(reason) => actions.undoRefund(order, refund, reason)}
    >
      {formatRupees(refund.amount)} no longer counts as refunded, and what is due waits under Payments, Refunds. The
      shopper was told that it was sent and gets no email now. No money moves at your bank.
    </OrderReason>
  );
}

const restOf = (order: AdminOrder) => ({ due: refundAmounts(order).due, kept: order.payment.kept ?? 0 });

/** Closes a refund whose rest the shop keeps, or opens it again. */
function RestForm({ order, actions }: FormProps) {
  // A refund that is saved meanwhile changes the amounts: what was asked stays, and the server says
  // that the order has changed.
  const [asked] = useState(order);
  const { due, kept } = restOf(asked);
  const now = restOf(order);
  const same = due === now.due && kept === now.kept;
  return (
    <OrderReason
      order={order}
      actions={actions}
      {...FOR_STAFF}
      confirm={due > 0 ? `Keep ${formatRupees(due)}` : `${formatRupees(kept)} is due`}
      onReason={(reason) => actions.decideRest(same ? order : asked, due > 0, reason)}
    >
      {due > 0
        ? `The shop keeps ${formatRupees(due)}, and the order leaves the list of refunds. The shopper is no longer promised this money and gets no email: please write to them yourself.`
        : `${formatRupees(kept)} waits under Payments, Refunds again.`}
    </OrderReason>
  );
}
