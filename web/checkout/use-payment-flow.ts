import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import common from '#messages/checkout';
import m from '#messages/payment';
import type { UpiPlatform } from '#shop/money/upi.ts';
import { appLink, isUpiApp, upiApp } from '#shop/money/upi.ts';
import { cartFault } from '#shop/orders/cart-checks.ts';
import { countAppEvent } from '#web/lib/app-events.ts';
import {
  acceptWaiting,
  clearPayment,
  forgetAbandoned,
  forgetUtr,
  getChoice,
  getProgress,
  keepChoice,
  setNotWaiting,
  setStep,
  setWaiting,
  stepAt,
  tryAgain,
} from '#web/lib/checkout.ts';
import { readText, useStoredJson, useStoredText } from '#web/lib/device.ts';
import { pagePath } from '#web/lib/language.ts';
import { findOrder, getOrders } from '#web/lib/my-orders.ts';
import { currentParts, placeOrder } from '#web/lib/ordering.ts';
import { REFUSED_WITHOUT_REASON, refusalWords } from '#web/lib/outbox.ts';
import type { Draft, PaymentStep } from '#web/lib/stored-checkout.ts';
import { acceptChoice, acceptProgress } from '#web/lib/stored-checkout.ts';
import { beginPayment, closePayment, getUnfinished, keepUnfinished } from '#web/lib/unfinished.ts';
import { toast } from '#web/ui/toast.tsx';
import { appName } from './app-name.ts';
import { useReceived } from './use-received.ts';

/** If the page is still visible after this many milliseconds, the app did not open. */
const OPENED_WITHIN_MS = 2_500;

/**
 * The current time, updated every `everyMs` while `running` and whenever the tab becomes visible.
 */
function useClock(everyMs: number, running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs, running]);
  return now;
}

/** Clicks an anchor: browsers allow this to open an app. */
function followLink(href: string): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Values the payment page needs when a button is pressed. */
export interface PaymentFacts {
  draft: Draft | null;
  /**
   * The draft that may already be paid for although its items are no longer available (D22); else
   * null.
   */
  stored: Draft | null;
  /** Rupees. */
  total: number;
  upiId: string;
  /** The UPI string of the draft; null before the draft exists. */
  upiUri: string | null;
  platform: UpiPlatform;
  /** The code on the page may be scanned and paid without a press. */
  codeShown: boolean;
  /** `goodsKey` of what this tab buys; null when nothing is left of it. */
  goods: string | null;
}

/**
 * The steps of a payment (R2.4), stored on the device so that they survive the switch to the app, a
 * reload and another tab.
 */
export function usePaymentFlow(facts: PaymentFacts) {
  const { draft, stored, total, upiId, upiUri, platform } = facts;
  const navigate = useNavigate();
  const progress = useStoredJson('paymentInProgress', acceptProgress);
  const openedAt = acceptWaiting(useStoredText('waitingForPayment'));
  const choice = useStoredJson('paymentMethod', acceptChoice);
  const [busy, setBusy] = useState(false);
  const [otherWays, setOtherWays] = useState(false);
  const [startingAgain, setStartingAgain] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; address: boolean } | null>(null);
  const ticking = progress?.step === 'verifying' || (progress?.step === 'instructions' && openedAt !== null);
  const clock = useClock(250, ticking);
  const moment = stepAt(progress, openedAt, Math.max(clock, progress?.since ?? 0));
  const own = draft ?? stored;
  const order = own?.orderNumber ?? '';
  /** The shopper has gone to pay this order: it may be paid, also after Cancel and after a day. */
  const tried = order !== '' && choice?.orderId === order;
  const go = (step: PaymentStep | null) => setStep(order, step, Date.now());
  /** From here on the shopper may have paid. */
  const begin = () => {
    if (own) beginPayment(own, Date.now());
  };
  const { received, canConfirm } = useReceived(own, {
    asks: moment !== null || busy,
    asked: busy || moment?.step === 'utr',
    codeShown: facts.codeShown,
    goods: facts.goods,
  });

  // A timer changed the step: store it, so that other tabs and a reload agree.
  const derived = moment?.step;
  const since = moment?.since ?? 0;
  useEffect(() => {
    if (progress && derived && derived !== progress.step) {
      setStep(progress.orderNumber, derived, since);
    }
  }, [progress, derived, since]);

  const appOpening = useRef<AbortController>(undefined);
  useEffect(() => () => appOpening.current?.abort(), []);

  /** Opens the app inside the tap handler; browsers block it in a timer (docs/upi.md). */
  const openApp = (link: string, appId: string, name = appName(appId)) => {
    appOpening.current?.abort();
    const watching = new AbortController();
    appOpening.current = watching;
    document.addEventListener(
      'visibilitychange',
      () => {
        // A page that is closed or reloaded turns hidden too, perhaps after the order was placed.
        if (document.visibilityState !== 'hidden' || !getProgress()) return;
        setWaiting(Date.now());
        begin();
        countAppEvent(appId, 'opened');
        watching.abort();
      },
      { signal: watching.signal },
    );
    const timer = setTimeout(() => {
      watching.abort();
      toast.error(m.couldNotOpen({ app: name }));
    }, OPENED_WITHIN_MS);
    watching.signal.addEventListener('abort', () => clearTimeout(timer));
    followLink(link);
  };

  /**
   * The link that opens an app; null on a desktop. Android returns to this page with `noapp` when
   * the app is missing.
   */
  const linkTo = (appId: string) =>
    upiUri && appLink(appId, upiUri, platform, `${window.location.origin}${pagePath(`/payment?noapp=${appId}`)}`);

  const choose = (appId: string, confirmed = false, orderId = order) => {
    keepChoice({
      method: 'upi',
      app: upiApp(appId).name,
      appId,
      upiId,
      amount: total,
      orderId,
      paymentUrl: upiUri ?? '',
      timestamp: Date.now(),
      confirmed,
    });
  };

  const isReceived = useRef(false);
  isReceived.current = received !== null;
  const submit = async () => {
    const parts = currentParts();
    if (!parts || parts.pricing.total <= 0) {
      const without = parts ? null : (cartFault(readText('cart')) ?? common.addressFirst());
      toast.error(without ?? m.addItemsFirst());
      return;
    }
    if (!parts.app) {
      toast.error(m.methodFirst());
      return;
    }
    setBusy(true);
    setRefusal(null);
    go('creating');
    const placed = await placeOrder(parts, Date.now());
    // The bank was faster: the page shows that, and the order is the same.
    if (isReceived.current) return;
    if (placed.kind === 'refused') {
      go('utr');
      setRefusal({
        message: refusalWords(placed.message || REFUSED_WITHOUT_REASON),
        address: placed.errors.some(({ path }) => path.startsWith('shippingAddress')),
      });
      setBusy(false);
      return;
    }
    if (placed.orderNumber !== parts.orderNumber) toast.info(m.newOrderNumber({ number: placed.orderNumber }));
    navigate(`/payment-success?orderId=${encodeURIComponent(placed.orderNumber)}`, {
      replace: true,
      state: { created: placed.sent },
    });
  };

  // The page was reloaded while the order was being sent: send it again. The server recognizes an
  // order that it already has.
  const resumed = useRef(false);
  const sendAgain = useRef(submit);
  sendAgain.current = submit;
  useEffect(() => {
    if (resumed.current) return;
    resumed.current = true;
    if (progress?.step === 'creating') void sendAgain.current();
  }, [progress]);

  const shownStep = (): PaymentStep | 'received' | 'again' | null => {
    if (received) return 'received';
    if (busy) return 'creating';
    if (startingAgain && moment?.step === 'utr') return 'again';
    return moment?.step ?? null;
  };

  return {
    step: shownStep(),
    received,
    /** A source may confirm this payment by itself. */
    canConfirm,
    secondsLeft: moment?.secondsLeft ?? 0,
    appId: choice?.appId ?? null,
    busy,
    refusal,
    openedAt,
    /** The alternatives to the chosen app are expanded. */
    otherWays,
    tried,
    choose: (appId: string) => choose(appId, false, tried ? order : ''),
    /** 'PayNow' and 'Pay ₹… Now'. The caller has validated the total and the choice. */
    pay(appId: string | null, nothingChosen: string) {
      if (!appId) {
        toast.error(nothingChosen);
        return;
      }
      if (!isUpiApp(appId)) {
        toast.error(m.invalidApp());
        return;
      }
      if (!upiUri) return;
      forgetAbandoned(Date.now());
      choose(appId);
      setRefusal(null);
      setOtherWays(false);
      go('instructions');
      const link = linkTo(appId);
      if (link) openApp(link, appId);
    },
    linkTo,
    openApp,
    /** 'I've Paid - Continue': 'Verifying Payment' opens a second later (D63). */
    paid() {
      begin();
      setWaiting(Date.now());
    },
    /** That second is running, or the app is open. */
    confirming: progress?.step === 'instructions' && openedAt !== null && openedAt >= progress.since,
    /**
     * 'Cancel & Choose Different Method': if an app was opened, the payment may have gone through,
     * so ask the shopper.
     */
    cancel() {
      if (openedAt !== null) {
        go('confirm');
        return;
      }
      clearPayment();
      closePayment();
      toast.error(m.cancelled());
    },
    skip: () => go('utr'),
    /**
     * 'I have paid – enter UTR' of a shopper who scanned the code on the page, or who has gone to
     * pay before.
     */
    enterUtr() {
      choose(choice && isUpiApp(choice.appId) ? choice.appId : 'other', true);
      begin();
      setRefusal(null);
      go('utr');
    },
    /** From the UTR entry to the page. */
    back: () => go(null),
    /** The page has the code that was scanned: no app was chosen. */
    toCode: platform === 'desktop' && choice?.confirmed === true,
    /**
     * The app declined. Return to the other apps, the QR code, the UPI ID and the amount; cart and
     * draft stay (docs/upi.md).
     */
    otherWay() {
      countAppEvent(choice?.appId, 'declined');
      setNotWaiting();
      // It belongs to the payment that failed.
      forgetUtr();
      setRefusal(null);
      setOtherWays(true);
      go('instructions');
    },
    submit,
    /** 'Try Again' asks first (D28). */
    askAgain: () => setStartingAgain(true),
    notAgain: () => setStartingAgain(false),
    /** 'No, start again'. */
    again() {
      const begun = getUnfinished();
      const undo = tryAgain(findOrder(getOrders(), order) !== null);
      if (begun) keepUnfinished({ ...begun, closed: true });
      navigate('/');
      toast.info(m.cartCleared(), { action: { label: m.undo(), onPress: undo }, duration: 8_000 });
    },
    /** Opens 'Payment Completed?'. */
    openConfirm: () => go('confirm'),
    /** 'Payment Done - Go to Summary'. */
    done() {
      choose(getChoice()?.appId ?? 'other', true);
      setWaiting(Date.now());
      begin();
      go(null);
      toast.info(common.enterUtr());
      navigate('/order-review');
    },
    notDone() {
      setNotWaiting();
      forgetUtr();
      closePayment();
      go(null);
      toast.error(m.cancelled());
    },
    /**
     * Leaves the UTR form to correct the address; on return 'Payment Completed?' opens. Until then
     * the order stays what was paid for.
     */
    leave() {
      if (openedAt === null) setWaiting(Date.now());
      go(null);
    },
  };
}
