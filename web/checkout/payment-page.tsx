import './payment.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PrefetchPageLinks, useNavigate, useSearchParams } from 'react-router';
import common from '#messages/checkout';
import m from '#messages/payment';
import { appsAtCheckout, isOfferedApp } from '#shop/money/app-list.ts';
import { toPaise } from '#shop/money/money.ts';
import { checkPayable } from '#shop/money/pricing.ts';
import { platformOf, upiLink } from '#shop/money/upi.ts';
import { cartFault } from '#shop/orders/cart-checks.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import { clearPayment, priceItems } from '#web/lib/checkout.ts';
import { forget, readText } from '#web/lib/device.ts';
import { countStep } from '#web/lib/insight.ts';
import { pagePath } from '#web/lib/language.ts';
import { getOrders } from '#web/lib/my-orders.ts';
import { goodsKey } from '#web/lib/ordering.ts';
import { closePayment, getUnfinished } from '#web/lib/unfinished.ts';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { appName } from './app-name.ts';
import { useCheckoutSettings } from './checkout-settings.ts';
import { useFinishedElsewhere } from './finished-elsewhere.ts';
import { useLoadedAhead } from './load-ahead.ts';
import { useCheckoutItems } from './order-summary.tsx';
import { PaymentDesktop } from './payment-desktop.tsx';
import { PaymentNotices } from './payment-notices.tsx';
import { PaymentOverlays } from './payment-overlays.tsx';
import { PaymentPhone } from './payment-phone.tsx';
import { ReceivedAgain } from './payment-received.tsx';
import type { PaymentView } from './payment-view.ts';
import { CheckoutSteps } from './steps.tsx';
import { useDraft } from './use-draft.ts';
import { usePaymentFlow } from './use-payment-flow.ts';
import type { ReceivedPayment } from './use-received.ts';

export function meta() {
  return [{ title: m.title() }, { name: 'robots', content: 'noindex' }];
}

/**
 * Step 2 of checkout (R2.2). The items are stored on the device, so the server renders only the
 * shell.
 */
export default function Payment() {
  const checkout = useCheckoutItems();
  const finished = useFinishedElsewhere();
  const loaded = checkout !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was there when the page was loaded
  const received = useMemo(() => (checkout?.items.length === 0 ? receivedBefore() : null), [loaded]);
  if (received) {
    return (
      <>
        <Shell />
        <ReceivedAgain payment={received} />
      </>
    );
  }
  if (!checkout || finished) return <Shell />;
  return <PaymentBoard {...checkout} />;
}

/** The payment that this page had received before it was reloaded. */
function receivedBefore(): ReceivedPayment | null {
  const found = getUnfinished()?.found;
  return found?.onPaymentPage ? { ...found, typing: false } : null;
}

function Shell() {
  return (
    <div className="page-form pb-16">
      <CheckoutSteps current={1} />
      <h1 className="sr-only">{m.title()}</h1>
      <NeedsScript />
      <Note tone="info" live="status" className="if-script">
        {m.loading()}
      </Note>
      <div className="mt-5 grid gap-2.5" aria-hidden="true">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-17 rounded-card" />
        ))}
      </div>
    </div>
  );
}

function PaymentBoard({ items, direct }: NonNullable<ReturnType<typeof useCheckoutItems>>) {
  const { payment } = useCheckoutSettings();
  const offer = offerAmount(payment.onlineOffer);
  const wide = useMedia('(width >= 64rem)');
  const [platform] = useState(() => platformOf(navigator.userAgent, navigator.maxTouchPoints));
  const [lastApp] = useState(() => getOrders()[0]?.payment.app ?? '');
  const [leaving, setLeaving] = useState(false);
  const { draft, address, state, paying, refresh: refreshDraft } = useDraft(items, direct, offer, leaving);

  // The draft defines what is paid for. Before it arrives, or when it is for other items, the cart
  // does.
  const current = draft && (paying || state.kind === 'held' || state.kind === 'offline') ? draft : null;
  const pricing = current?.pricing ?? priceItems(items, offer);
  const upiUri =
    current && payment.upiId
      ? upiLink({
          pa: payment.upiId,
          pn: payment.accountHolderName,
          am: toPaise(current.pricing.total),
          orderNumber: current.orderNumber,
          returnUrl: `${window.location.origin}${pagePath(`/payment-success?orderId=${current.orderNumber}`)}`,
        })
      : null;
  // The shopper scanned and paid before the items sold out or the page was reloaded: the order is
  // accepted anyway (D22).
  const stored = draft && goodsKey(draft.items, draft.direct) === goodsKey(items, direct) ? draft : null;
  const flow = usePaymentFlow({
    draft: current,
    stored,
    total: pricing.total,
    upiId: payment.upiId,
    upiUri,
    platform,
    codeShown: wide && upiUri !== null,
    goods: items.length === 0 ? null : goodsKey(items, direct),
  });
  useArrival(flow, items.length, current !== null);
  useLoadedAhead();
  const isLeaving = flow.busy || flow.received !== null;
  if (isLeaving !== leaving) setLeaving(isLeaving);

  const apps = appsAtCheckout(payment.apps, wide ? 'desktop' : 'phone');
  // The chosen app has been removed from the settings: do not use it, because the shopper can no
  // longer see it.
  const offered = [...apps.first, ...apps.more].some(({ id }) => id === flow.appId);
  const gone = flow.appId !== null && isOfferedApp(flow.appId) && !offered;
  // Until the shopper chooses, the app of the last order on this device.
  const usual = [...apps.first, ...(wide ? apps.more : [])].find(({ id }) => id === lastApp)?.id ?? null;
  const appId = gone ? null : (flow.appId ?? usual);

  const refresh = () => {
    const fault = items.length === 0 ? cartFault(readText('cart')) : null;
    if (fault) toast.error(fault);
    refreshDraft();
  };
  const now: PaymentView = {
    pricing,
    to: address,
    upiId: payment.upiId,
    payee: payment.accountHolderName,
    upiUri,
    orderNumber: current?.orderNumber ?? '',
    reservedUntil: current?.reservedUntil ?? null,
    coupon: state.kind === 'held' ? state.coupon : null,
    couponOpen: !paying && (state.kind === 'held' || state.kind === 'pending'),
    notHeld: state.kind === 'held' && current !== null && current.reservedUntil === null,
    apps,
    appId,
    choose: flow.choose,
    payable: state.kind !== 'refused' && payment.upiId !== '' && pricing.total > 0,
    draftPending: state.kind === 'pending',
    pay(nothingChosen) {
      const problem = checkPayable(toPaise(pricing.total));
      if (problem) toast.error(problem);
      else if (!address) toast.error(common.addressFirst());
      else flow.pay(appId, nothingChosen);
    },
    refresh,
    enterUtr: (current ?? stored) && pricing.total > 0 && payment.upiId !== '' ? flow.enterUtr : null,
    tried: flow.tried,
    canConfirm: flow.canConfirm,
  };
  // Behind 'Payment received' the page stays as it was: its items are bought, and the cart no
  // longer has them.
  const before = useRef({ view: now, items: current?.items ?? items });
  if (!flow.received) before.current = { view: now, items: current?.items ?? items };
  const { view, items: shown } = before.current;
  const notices = !flow.received && (
    <PaymentNotices
      state={state}
      empty={pricing.total <= 0}
      hasAddress={address !== null}
      onRefresh={refresh}
      hasUpi={payment.upiId !== ''}
    />
  );
  return (
    <>
      {wide ? (
        <PaymentDesktop view={view} items={shown} notices={notices} />
      ) : (
        <PaymentPhone view={view} notices={notices} payment={payment} />
      )}
      <PaymentOverlays view={view} flow={flow} platform={platform} />
      {/* The steps after the payment, before the shopper leaves to the UPI app: the network may be lost there. */}
      <PrefetchPageLinks page={pagePath('/payment-success')} />
      <PrefetchPageLinks page={pagePath('/order-review')} />
    </>
  );
}

/**
 * Runs once on arrival: handles a missing app, an interrupted payment, and a completed order, and
 * counts the visit.
 */
function useArrival(flow: ReturnType<typeof usePaymentFlow>, count: number, hasDraft: boolean): void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const missing = query.get('noapp');
  const { step, openedAt, openConfirm } = flow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the values at arrival
  useEffect(() => {
    const done = /^\/order-confirmation\/(.+)$/.exec(readText('pendingPaymentRedirect') ?? '')?.[1];
    if (done && count === 0 && step === null) {
      navigate(`/payment-success?orderId=${done}`, { replace: true });
    } else if (missing) {
      // Android returns here when the app is not installed (docs/upi.md).
      clearPayment();
      closePayment();
      toast.error(m.couldNotOpen({ app: appName(missing) }));
      navigate('/payment', { replace: true });
    } else if (openedAt !== null && step === null && hasDraft) {
      openConfirm();
    }
    if (done && step === null) forget('pendingPaymentRedirect');
    if (count > 0) countStep('payment');
  }, []);
}
