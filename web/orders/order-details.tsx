import { useState } from 'react';
import m from '#messages/orders';
import { canCancel, statusLabel, statusTone } from '#shop/orders/order-status.ts';
import { useReorder } from '#web/lib/reorder.ts';
import { getServices } from '#web/services.server.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowLeft } from '#web/ui/page-icons.ts';
import { rich } from '#web/ui/rich.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { Route } from './+types/order-details';
import { CancelDialog } from './cancel-dialog.tsx';
import { InvoiceButton } from './invoice-button.tsx';
import { OrderSums } from './order-items.tsx';
import {
  AddressPanel,
  CopyNote,
  GiftPanel,
  ItemsPanel,
  NotePanel,
  OrderHelp,
  OrderNotFound,
  OrderSkeleton,
  OrderTimeline,
  PaymentPanel,
} from './order-parts.tsx';
import { ParcelPanel } from './parcel-card.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { ReplacementPanel } from './replacement/replacement-panel.tsx';
import { RestToPay } from './rest-to-pay.tsx';
import { SavedNote } from './saved-note.tsx';
import { SendUtr } from './send-utr.tsx';
import { timelineOf, useOrder, useSeen } from './use-order.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { shop, payment } = await getServices(context).settings.all();
  const { upiId, accountHolderName } = payment;
  return { brandName: shop.brandName, payee: { upiId, accountHolderName } };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: m.detailsPage({ brand: loaderData?.brandName ?? '' }) }, { name: 'robots', content: 'noindex' }];
}

/** An order of this device; both of its URLs render this page (D8). */
export default function OrderDetails({ params, loaderData }: Route.ComponentProps) {
  const state = useOrder(params.orderId);
  useSeen(params.orderId);
  const reorder = useReorder();
  const [cancelling, setCancelling] = useState(false);
  if (state.kind === 'loading') return <OrderSkeleton />;
  if (state.kind === 'missing') return <OrderNotFound orderNumber={params.orderId} />;
  const { order, usualCheckMs, reload } = state;
  const { copy, live, status } = order;

  return (
    <div className="page-form pt-3 pb-16">
      <ButtonLink to="/orders" variant="text">
        <Icon of={ArrowLeft} /> {m.backToOrders()}
      </ButtonLink>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-display-md">
          {rich(m.orderHeading({ order: copy.orderNumber }), {
            number: (text) => <span className="mono text-[0.8em] [letter-spacing:-0.03em]">{text}</span>,
          })}
        </h1>
        <StatusPill tone={statusTone(status)}>{statusLabel(status)}</StatusPill>
      </div>
      <SavedNote order={copy} className="mb-5" />
      <PaymentNotice order={order} usualCheckMs={usualCheckMs} hasForm className="mb-5" />
      <CopyNote state={state} className="mb-5" />
      <div className="co-grid">
        <div className="grid gap-4">
          <RestToPay order={order} payee={loaderData.payee} />
          <SendUtr order={order} reload={reload} />
          <ParcelPanel order={live} />
          <section className="panel">
            <h2 className="mb-4 text-display-sm">{m.timeline()}</h2>
            <OrderTimeline order={timelineOf(order)} />
          </section>
          <ReplacementPanel order={order} reload={reload} />
          <ItemsPanel order={order} />
          <NotePanel note={order.note} />
          <GiftPanel message={order.giftMessage} />
        </div>
        <aside className="co-side grid gap-4">
          <section className="panel">
            <h2 className="mb-4 text-display-sm">{m.summary()}</h2>
            <OrderSums {...order.pricing} country={order.address.country} />
            <div className="mt-5 grid gap-2 empty:hidden">
              {status === 'delivered' && (
                <Button busy={reorder.busy} onClick={() => reorder.again(copy.items)}>
                  {m.reorderItems()}
                </Button>
              )}
              <InvoiceButton order={order} />
              {canCancel(status, 'shopper') && live && (
                <Button variant="line" onClick={() => setCancelling(true)}>
                  {m.cancelOrder()}
                </Button>
              )}
            </div>
          </section>
          <PaymentPanel order={order} />
          <AddressPanel order={order} />
          <OrderHelp orderNumber={copy.orderNumber} />
        </aside>
      </div>
      <CancelDialog
        order={copy}
        open={cancelling}
        onClose={(done) => {
          setCancelling(false);
          if (done) reload();
        }}
      />
    </div>
  );
}
