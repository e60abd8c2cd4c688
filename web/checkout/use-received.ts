import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/payment';
import { type BankReport, readReport } from '#web/lib/bank-report.ts';
import { useStoredJson, writeText } from '#web/lib/device.ts';
import { goodsKey, openConfirmation, takeOver } from '#web/lib/ordering.ts';
import { lookEvery } from '#web/lib/poll.ts';
import type { Draft } from '#web/lib/stored-checkout.ts';
import { acceptUnfinished, type FoundPayment, keepUnfinished } from '#web/lib/unfinished.ts';
import { toast } from '#web/ui/toast.tsx';

const EVERY_MS = 2_000;
/**
 * How long a page asks for a payment that nobody says to have made: as long as a code is usually
 * looked at.
 */
const CODE_LOOKED_AT_MS = 15 * 60_000;

/** The payment has come while this page was open. */
export interface ReceivedPayment extends FoundPayment {
  /** The shopper was asked for the UTR at that moment. */
  typing: boolean;
}

/** Where the payment of this draft stands, and whether the page may ask for it. */
interface Asking {
  /** A step of the payment is open. */
  asks: boolean;
  /** The shopper is asked for the UTR, or has sent it. */
  asked: boolean;
  codeShown: boolean;
  /** `goodsKey` of what this tab buys; null when nothing is left of it. */
  goods: string | null;
}

/**
 * Looks for the payment of this draft while the page is open (D61): once it was begun, and while
 * its code can be scanned. When it has come, its order is on this device, and the checkout is over.
 */
export function useReceived(own: Draft | null, { asks, asked, codeShown, goods }: Asking) {
  const navigate = useNavigate();
  const [received, setReceived] = useState<ReceivedPayment | null>(null);
  const begun = useStoredJson('unfinishedPayment', acceptUnfinished);
  const [openedAt] = useState(() => Date.now());
  const started = asks || (begun?.draft.orderNumber === own?.orderNumber && begun?.closed === false);
  const looks = received === null && (started || codeShown);
  const onReport = ({ state, order, utr, receivedAt }: BankReport) => {
    if (!own || !order) return;
    if (state === 'received') {
      const { orderNumber, pricing } = order;
      const at = receivedAt ?? Date.now();
      const found = { orderNumber, total: pricing.total, utr: utr ?? '', receivedAt: at, onPaymentPage: true };
      takeOver(own, order, Date.now());
      keepUnfinished({ draft: own, startedAt: begun?.startedAt ?? Date.now(), closed: false, found });
      setReceived({ ...found, typing: asked });
      toast.success(m.verified());
    } else if (!asked && (goods === null || goods === goodsKey(own.items, own.direct))) {
      // Its UTR was sent from elsewhere. A tab that buys something else goes on with that.
      takeOver(own, order, Date.now());
      navigate(`/payment-success?orderId=${encodeURIComponent(order.orderNumber)}`, { replace: true });
    }
  };
  const until = started ? Number.POSITIVE_INFINITY : openedAt + CODE_LOOKED_AT_MS;
  const canConfirm = useBankReport(looks ? own : null, until, onReport);
  return { received, canConfirm };
}

/**
 * Opens the confirmation of a payment that was received, and from then on leads a reload of this
 * tab to it.
 */
export function openReceived(orderNumber: string, here: (path: string) => void): void {
  openConfirmation(orderNumber, here);
  writeText('tabOrder', orderNumber);
}

/**
 * Asks every two seconds whether the bank has reported the payment of this draft.
 *
 * @param draft null asks nothing
 * @param until epoch ms; later it asks no more
 * @returns whether a source may confirm this payment by itself; false until that is known
 */
function useBankReport(draft: Draft | null, until: number, onReport: (report: BankReport) => void): boolean {
  const [report, setReport] = useState<{ of: string; canConfirm: boolean } | null>(null);
  const latest = useRef({ draft, onReport });
  latest.current = { draft, onReport };
  const key = draft && `${draft.orderNumber} ${draft.accessToken}`;
  useEffect(() => {
    const asked = latest.current.draft;
    if (!key || !asked) return;
    const cancel = new AbortController();
    const stop = lookEvery(
      EVERY_MS,
      async () => {
        const answer = await readReport(asked, cancel.signal);
        if (cancel.signal.aborted) return;
        setReport({ of: asked.orderNumber, canConfirm: answer.canConfirm });
        latest.current.onReport(answer);
      },
      until,
    );
    return () => {
      stop();
      cancel.abort();
    };
  }, [key, until]);
  return report !== null && report.of === draft?.orderNumber && report.canConfirm;
}
