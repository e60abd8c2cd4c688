import { useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/unfinished';
import { call, isApiError } from '#web/lib/api.ts';
import { checkoutItems, dropDraft, getChoice, getDraft, keepDraft, setNotWaiting, setStep } from '#web/lib/checkout.ts';
import { writeJson } from '#web/lib/device.ts';
import { goodsKey } from '#web/lib/ordering.ts';
import { closePayment, type UnfinishedPayment } from '#web/lib/unfinished.ts';
import { useOnDemand } from '#web/ui/on-demand.ts';
import { toast } from '#web/ui/toast.tsx';

/** Makes the order of this payment the one that the checkout pages speak of. */
function resume({ draft }: UnfinishedPayment): void {
  if (getDraft()?.orderNumber !== draft.orderNumber) keepDraft(draft);
  if (!getChoice()) writeJson('paymentMethod', { method: 'upi', orderId: draft.orderNumber, confirmed: false });
}

/** What a shopper can do about an unfinished payment (D66). */
export function useUnfinishedActions(payment: UnfinishedPayment | null) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [Question, loadQuestion] = useOnDemand(() =>
    import('./not-paid-dialog.tsx').then(({ NotPaidDialog }) => NotPaidDialog),
  );
  return {
    asking,
    busy,
    Question,
    /** To the entry of the UTR. */
    havePaid() {
      if (!payment) return;
      resume(payment);
      setStep(payment.draft.orderNumber, 'utr', Date.now());
      navigate('/payment');
    },
    /**
     * To the payment page with the same order. It holds the items anew while the cart is as it was;
     * else it stays what the shopper may be paying for.
     */
    goOn() {
      if (!payment) return;
      const { draft } = payment;
      const now = checkoutItems();
      const same = goodsKey(now.items, now.direct) === goodsKey(draft.items, draft.direct);
      resume(payment);
      setNotWaiting();
      setStep(draft.orderNumber, same ? null : 'instructions', Date.now());
      navigate('/payment');
    },
    ask() {
      loadQuestion();
      setAsking(true);
    },
    back: () => setAsking(false),
    /** 'I did not pay': the shop frees the items. */
    async close() {
      if (!payment) return;
      const { orderNumber, accessToken } = payment.draft;
      setBusy(true);
      try {
        const headers = { 'x-order-token': accessToken };
        await call('POST /orders/draft/:orderNumber/close', { params: { orderNumber } }, { headers });
      } catch (error) {
        // The shop does not know a draft that was made without a network.
        if (!(isApiError(error) && error.status === 404)) {
          toast.error(isApiError(error) ? error.message : String(error));
          return;
        }
      } finally {
        setBusy(false);
      }
      closePayment();
      dropDraft(orderNumber);
      setAsking(false);
      document.getElementById('main')?.focus({ preventScroll: true });
      toast.success(m.closed());
    },
  };
}

export type UnfinishedActions = ReturnType<typeof useUnfinishedActions>;
