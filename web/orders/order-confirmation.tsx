import '#web/ui/label.css';
import m from '#messages/orders';
import { isOver, type PaymentProgress, statusLabel } from '#shop/orders/order-status.ts';
import { nextSteps, paymentProgress } from '#shop/orders/payments/progress.ts';
import { pagePath } from '#web/lib/language.ts';
import { WhatsAppLink } from '#web/lib/whatsapp-link.tsx';
import { getServices } from '#web/services.server.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Truck } from '#web/ui/icons.ts';
import type { Route } from './+types/order-confirmation';
import {
  AddressPanel,
  CopyNote,
  GiftPanel,
  ItemsPanel,
  NotePanel,
  OrderHelp,
  OrderNotFound,
  OrderSkeleton,
  PaymentPanel,
} from './order-parts.tsx';
import { ParcelPanel } from './parcel-card.tsx';
import { PaymentNotice, paymentWords } from './payment-notice.tsx';
import { SavedNote } from './saved-note.tsx';
import { SendUtr } from './send-utr.tsx';
import { trackPath } from './track-path.ts';
import { type OrderView, useOrder, useSeen } from './use-order.ts';

/**
 * The loader returns no personal data: the order is on the device, and its current state is read
 * with the order secret (D32).
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { brandName } = await getServices(context).settings.shop();
  return { brandName };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: m.detailsPage({ brand: loaderData?.brandName ?? '' }) }, { name: 'robots', content: 'noindex' }];
}

/** The confirmation (R2.2). The banner text is exactly the specification's. */
export default function OrderConfirmation({ params }: Route.ComponentProps) {
  const state = useOrder(params.orderId);
  useSeen(params.orderId);
  if (state.kind === 'loading') return <OrderSkeleton />;
  if (state.kind === 'missing') return <OrderNotFound orderNumber={params.orderId} />;
  const { order, usualCheckMs, reload } = state;
  const progress = paymentProgress(order);
  const steps = nextSteps({
    status: order.status,
    progress,
    city: order.address.city,
    country: order.address.country,
    hasEmail: order.address.email !== '',
  });
  const banner = bannerOf(order, progress, usualCheckMs);
  const { orderNumber } = order.copy;
  return (
    <div className="page-form pt-5 pb-16">
      <section className="label label-leaf on-dark">
        <div className="grid gap-2.5 px-1 py-2">
          <h1>{banner.title}</h1>
          {banner.text && <p className="max-w-[44ch] text-[#d8e6d2]">{banner.text}</p>}
          <p className="mono mt-1.5 text-[1.125rem]">{orderNumber}</p>
        </div>
      </section>
      <div className="mt-5 mb-6 grid gap-2.5 sm:flex sm:flex-wrap">
        <ButtonLink to={trackPath(orderNumber)} size="lg">
          <Icon of={Truck} /> {m.trackThisOrder()}
        </ButtonLink>
        <ButtonLink to="/" variant="line" size="lg">
          {m.continueShopping()}
        </ButtonLink>
      </div>
      <KeepOrder orderNumber={orderNumber} />
      <SavedNote order={order.copy} className="mb-6" />
      {banner.waits && <PaymentNotice order={order} usualCheckMs={usualCheckMs} hasForm className="mb-6" />}
      <CopyNote state={state} className="mb-6" />
      <div className="co-grid">
        {/* On a phone a payment that has come is told before the items. */}
        <div className="grid gap-4 max-lg:contents">
          <SendUtr order={order} reload={reload} />
          <ParcelPanel order={order.live} />
          <ItemsPanel order={order} sums />
          <div className={`grid gap-4 ${order.note ? 'sm:grid-cols-2' : ''}`}>
            <AddressPanel order={order} />
            <NotePanel note={order.note} />
          </div>
          <GiftPanel message={order.giftMessage} />
        </div>
        <aside className="co-side grid gap-4 max-lg:contents">
          <PaymentPanel
            order={order}
            pending={m.pending()}
            className={progress === 'received' ? 'max-lg:order-first' : ''}
          />
          <OrderHelp orderNumber={orderNumber} />
          {steps.length > 0 && (
            <section className="panel">
              <h2 className="mb-3.5 text-display-sm">{m.whatsNext()}</h2>
              <ol className="numlist">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

/** The link to the order, for another device, which asks for the mobile number. */
function KeepOrder({ orderNumber }: { orderNumber: string }) {
  const path = trackPath(orderNumber);
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 print:hidden">
      <span className="text-ink-soft">{m.keepOrder()}</span>
      <CopyButton
        text={new URL(pagePath(path), window.location.origin).href}
        what={m.orderLink()}
        word={m.copyLink()}
        className="-ml-3"
      />
      <WhatsAppLink share text={m.myOrder({ number: orderNumber })} path={path}>
        {m.sendToMyself()}
      </WhatsAppLink>
    </p>
  );
}

/**
 * The banner: the specification's words while the payment is awaited, then what is true of it
 * (D51). `waits`: the page still needs the notice about the payment.
 */
function bannerOf(order: OrderView, progress: PaymentProgress | null, usualCheckMs: number | null) {
  if (isOver(order.status) || progress === null) {
    return { title: m.bannerStatus({ status: statusLabel(order.status) }), text: '', waits: true };
  }
  if (progress === 'utr_wanted' || progress === 'checking') {
    return { title: m.bannerTitle(), text: m.bannerText(), waits: true };
  }
  return { ...paymentWords(progress, order, usualCheckMs), waits: false };
}
