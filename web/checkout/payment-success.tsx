import './payment.css';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import common from '#messages/checkout';
import m from '#messages/payment-success';
import { countAppEvent } from '#web/lib/app-events.ts';
import { getChoice } from '#web/lib/checkout.ts';
import { useOnline } from '#web/lib/connection.ts';
import { useHydrated } from '#web/lib/device.ts';
import { findOrder, useOrders } from '#web/lib/my-orders.ts';
import { openConfirmation } from '#web/lib/ordering.ts';
import { PaymentNotice } from '#web/orders/payment-notice.tsx';
import { useOrder } from '#web/orders/use-order.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { useCheckoutSettings } from './checkout-settings.ts';
import { loadSavedOrder } from './load-ahead.ts';
import { type Outcome, settleReturn } from './settle-return.ts';

const SavedOrderView = lazy(() => loadSavedOrder().then((loaded) => ({ default: loaded.SavedOrderView })));

export function meta() {
  return [{ title: m.title() }, { name: 'robots', content: 'noindex' }];
}

/**
 * R2.4: the confirmation opens after 2 s, or after 1 s for an existing order; errors redirect after
 * 3 s.
 */
const OPEN_MS = 2_000;
const OPEN_KNOWN_MS = 1_000;
const LEAVE_MS = 3_000;

type View =
  | { kind: 'processing' }
  | { kind: 'success'; orderNumber: string; title: string; openIn: number }
  | Extract<Outcome, { kind: 'error' }>;

/**
 * The return URL of the UPI app, also opened by the payment page (R2.2): processing, success or
 * error.
 */
export default function PaymentSuccess() {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const location = useLocation();
  const [query] = useSearchParams();
  // A link that the shopper has pressed is not overtaken by a redirect.
  const leaving = useNavigation().state !== 'idle';
  const [view, setView] = useState<View>({ kind: 'processing' });
  const started = useRef(false);
  const { shop } = useCheckoutSettings();
  const online = useOnline();
  const order = findOrder(useOrders(), view.kind === 'success' ? view.orderNumber : '');
  // It stays on screen when the order is sent: a tab that opens by itself would be blocked by then.
  const [waited, setWaited] = useState(false);
  const waits = order !== null && order.delivery !== 'sent';
  if (waits && !waited) setWaited(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per visit
  useEffect(() => {
    if (!hydrated || started.current) return;
    started.current = true;
    const handedOver = (location.state as { created?: unknown } | null)?.created !== undefined;
    // Clear it: a reload is a separate visit.
    if (handedOver) navigate({ search: location.search }, { replace: true, state: null });
    void settleReturn(query, handedOver, Date.now()).then((outcome) => {
      if (outcome.kind === 'to-payment') {
        if (outcome.failed) {
          countAppEvent(getChoice()?.appId, 'declined');
          toast.error(common.notCompleted());
        } else toast.info(common.enterUtr());
        navigate('/payment', { replace: true });
      } else if (outcome.kind === 'error') {
        setView(outcome);
      } else {
        const title = outcome.known ? m.known() : m.created();
        setView({
          kind: 'success',
          orderNumber: outcome.orderNumber,
          title,
          openIn: outcome.known ? OPEN_KNOWN_MS : OPEN_MS,
        });
      }
    });
  }, [hydrated]);

  useEffect(() => {
    if (leaving || view.kind === 'processing' || (view.kind === 'success' && (waits || waited || !online))) return;
    const timer =
      view.kind === 'success'
        ? setTimeout(() => openConfirmation(view.orderNumber, navigate), view.openIn)
        : setTimeout(() => navigate(view.leaveTo, { replace: true }), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [view, navigate, waits, waited, online, leaving]);

  if (order && (waits || waited)) {
    return (
      <Suspense>
        <SavedOrderView order={order} shop={shop} />
      </Suspense>
    );
  }
  return (
    <div className="page-form grid justify-items-center py-8">
      <NeedsScript />
      <section
        className="if-script grid w-full max-w-96 grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-3.5 rounded-sheet hairline-line bg-card px-[min(1.75rem,7vw)] py-10 text-center"
        aria-live="polite"
      >
        {view.kind === 'processing' && (
          <>
            <span className="spin size-16 [border-width:4px] text-neel-700" aria-hidden="true" />
            <h1 className="text-display-md">{m.processing()}</h1>
            <p className="text-ink-soft">{m.keepOpen()}</p>
          </>
        )}
        {view.kind === 'success' && (
          <Success {...view} online={online} onOpen={() => openConfirmation(view.orderNumber, navigate)} />
        )}
        {view.kind === 'error' && (
          <>
            <Ring tone="bg-bad-bg text-bad">
              <Icon of={TriangleAlert} />
            </Ring>
            <h1 className="text-display-md">{m.issue()}</h1>
            <p className="text-ink-soft">{view.message}</p>
            {view.elsewhere && <p className="weight-600">{m.elsewhere()}</p>}
            <p className="text-small text-ink-soft">{view.leaveTo === '/' ? m.toShop() : m.toReview()}</p>
            <ButtonLink to="/contact-us" variant="line" block>
              {m.support()}
            </ButtonLink>
          </>
        )}
      </section>
    </div>
  );
}

interface SuccessProps {
  orderNumber: string;
  title: string;
  online: boolean;
  onOpen: () => void;
}

function Success({ orderNumber, title, online, onOpen }: SuccessProps) {
  const state = useOrder(orderNumber);
  return (
    <>
      <Ring tone="bg-ok-bg text-ok">
        <Icon of={Check} />
      </Ring>
      <h1 className="text-display-md">{title}</h1>
      {state.kind === 'found' && <PaymentNotice order={state.order} usualCheckMs={state.usualCheckMs} />}
      <p className="text-ink-soft">
        {m.orderNumber()}
        <br />
        <b className="mono text-[1.15rem] text-ink">{orderNumber}</b>
      </p>
      <p className="text-small text-ink-soft">{online ? m.opensInTab() : m.offline()}</p>
      {online && (
        <Button block onClick={onOpen}>
          {m.open()}
        </Button>
      )}
    </>
  );
}

function Ring({ tone, children }: { tone: string; children: ReactNode }) {
  return <span className={`seal ${tone}`}>{children}</span>;
}
