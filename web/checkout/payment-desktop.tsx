import './app-tiles.css';
import './payment.css';
import { type ReactNode, useId } from 'react';
import m from '#messages/payment';
import { formatRupees } from '#shop/money/money.ts';
import { deliveryPromise, shippingPrice } from '#shop/orders/delivery.ts';
import { CouponField } from '#web/lib/coupon-field.tsx';
import { codeIn } from '#web/lib/discounts.ts';
import type { CheckoutItem } from '#web/lib/stored-checkout.ts';
import { OrderItems } from '#web/orders/order-items.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { DiscountLines } from '#web/ui/discount-lines.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowLeft } from '#web/ui/page-icons.ts';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { rich, strong } from '#web/ui/rich.tsx';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { appName } from './app-name.ts';
import { CodeNote } from './code-note.tsx';
import { HoldNote } from './hold-note.tsx';
import type { PaymentView } from './payment-view.ts';
import { CheckoutSteps } from './steps.tsx';
import { UpiQr } from './upi-qr.tsx';

type DesktopProps = {
  view: PaymentView;
  items: readonly CheckoutItem[];
  notices: ReactNode;
};

/**
 * The payment page on a desktop (R2.2, D63): amount, QR code, UPI ID and the apps lead; 'Pay ₹… Now'
 * begins the specified steps, and 'I have paid – enter UTR' is the second way. Without items that
 * can be paid for, nothing asks to pay.
 */
export function PaymentDesktop({ view, items, notices }: DesktopProps) {
  const { payable, enterUtr } = view;
  return (
    <div className="page-form pb-16">
      <CheckoutSteps current={1} />
      <h1 className="mb-3 text-display-md">{payable ? m.scanAndPay() : m.title()}</h1>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:items-start xl:gap-12">
        <div className="grid min-w-0 gap-5">
          {notices}
          {payable && <ScanPanel view={view} />}
          <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
            <ButtonLink to="/address" variant="line" size="lg">
              <Icon of={ArrowLeft} /> {m.backToAddress()}
            </ButtonLink>
            {payable && <PayButton view={view} />}
            {enterUtr && (
              <Button size="lg" variant="bare" className="link px-0" onClick={enterUtr}>
                {m.paidEnterUtr()}
              </Button>
            )}
          </div>
        </div>
        {items.length > 0 && <OrderPanel view={view} items={items} />}
      </div>
    </div>
  );
}

/** 'Pay ₹… Now', and why it is disabled. */
function PayButton({ view }: { view: PaymentView }) {
  const why = useId();
  const amount = formatRupees(view.pricing.total);
  return (
    <div className="grid flex-1 gap-1.5">
      <Button
        size="lg"
        busy={view.draftPending}
        busyText={m.payAmount({ amount })}
        disabled={!view.appId}
        aria-describedby={view.appId ? undefined : why}
        onClick={() => view.pay(m.chooseToProceed())}
      >
        {m.payAmount({ amount })}
      </Button>
      {!view.appId && (
        <p id={why} className="text-small text-ink-soft">
          {m.chooseToProceed()}
        </p>
      )}
    </div>
  );
}

function ScanPanel({ view }: { view: PaymentView }) {
  const { pricing, upiId, payee, upiUri, canConfirm } = view;
  const amount = formatRupees(pricing.total);
  const app = view.appId === 'other' ? null : view.appId;
  const bold = { b: strong };
  const comeBack = codeIn(pricing.discounts) > 0 ? m.comeBackKnown : canConfirm ? m.comeBackSeen : m.comeBack;
  return (
    <section
      className="panel grid grid-cols-[auto_minmax(0,1fr)] items-start gap-9 py-6 [--qr:17rem]"
      aria-label={m.scanAndPay()}
    >
      <div className="grid gap-3">
        <UpiQr text={upiUri} label={m.qrCode({ amount })} />
        <p className="flex min-h-8 items-center justify-center gap-2.5 weight-650" aria-live="polite">
          {app && <UpiLogo app={app} size={32} />}
          <span>{app ? m.scanWith({ app: appName(app) }) : m.scanWithAny()}</span>
        </p>
        <CopyField text={upiId} what="UPI ID" />
      </div>
      <div>
        <div className="amount">
          <div>
            <small>{m.totalToPay()}</small>
            <b>{amount}</b>
          </div>
          <div className="text-right">
            <small>{m.payTo()}</small>
            <span className="weight-650 wrap-anywhere">{payee}</span>
          </div>
        </div>
        <AppChoice view={view} />
        <ol className="numlist mt-3" aria-live="polite">
          <li>{rich(app ? m.openScan({ app: appName(app) }) : m.openAnyScan(), bold)}</li>
          <li>{rich(m.checkNameAndAmount({ payee, amount }), bold)}</li>
          <li>{comeBack()}</li>
        </ol>
      </div>
    </section>
  );
}

/** The first apps as a grid, the others behind 'More UPI Payment Options'. */
function AppChoice({ view: { apps, appId, choose } }: { view: PaymentView }) {
  const amongMore = apps.more.some(({ id }) => id === appId);
  return (
    <div className="mt-5 grid gap-2">
      <RadioTiles
        legend={m.chooseUpiApp()}
        name="upi-app"
        look="grid"
        value={appId}
        onChange={choose}
        tiles={apps.first.map(({ id, name }) => ({
          value: id,
          label: id === 'other' ? m.otherApp() : name,
          picture: <UpiLogo app={id} size={40} />,
        }))}
      />
      {apps.more.length > 0 && (
        <Fold label={m.moreOptions()} lineClass="justify-between" className="more-upi" open={amongMore || undefined}>
          <RadioTiles
            legend={m.moreApps()}
            hideLegend
            name="upi-app"
            look="list"
            value={appId}
            onChange={choose}
            tiles={apps.more.map(({ id }) => ({
              value: id,
              label: appName(id),
              picture: <UpiLogo app={id} size={28} />,
            }))}
          />
        </Fold>
      )}
    </div>
  );
}

function OrderPanel({ view, items }: { view: PaymentView; items: readonly CheckoutItem[] }) {
  const { pricing, orderNumber, reservedUntil, notHeld } = view;
  return (
    <aside className="co-side panel">
      <h2 className="mb-4 text-display-sm">{m.yourOrder()}</h2>
      <OrderItems items={items} />
      <dl className="sum mt-5 hairline-t-line pt-4">
        <div>
          <dt>{m.productTotal()}</dt>
          <dd>{formatRupees(pricing.subtotal)}</dd>
        </div>
        <div>
          <dt>{m.shipping()}</dt>
          <dd className="free">{shippingPrice(view.to?.country ?? '', m.free())}</dd>
        </div>
        <DiscountLines discounts={pricing.discounts} />
        <div className="total">
          <dt>{m.orderTotal()}</dt>
          <dd>{formatRupees(pricing.total)}</dd>
        </div>
      </dl>
      {view.to && <p className="mt-3 text-small text-ink-soft">{deliveryPromise(view.to)}</p>}
      <CodeNote {...pricing} />
      {view.couponOpen && <CouponField result={view.coupon} className="mt-3" />}
      <HoldNote until={reservedUntil} refused={notHeld} className="mt-5" />
      {orderNumber && <p className="mt-2 text-micro text-ink-faint">{m.orderNumber({ number: orderNumber })}</p>}
    </aside>
  );
}
