import './app-tiles.css';
import './payment.css';
import type { ReactNode } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import type { CheckoutItem } from '#web/lib/checkout.ts';
import { CouponField } from '#web/lib/coupon-field.tsx';
import { OrderItems } from '#web/orders/order-items.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { DiscountLines } from '#web/ui/discount-lines.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowLeft, ChevronDown } from '#web/ui/icons.ts';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { HoldNote } from './hold-note.tsx';
import type { PaymentView } from './payment.tsx';
import { CheckoutSteps } from './steps.tsx';
import { UpiQr } from './upi-qr.tsx';

type DesktopProps = {
  view: PaymentView;
  items: readonly CheckoutItem[];
  notices: ReactNode;
  /** A tablet: the apps are on this device, so their list is open. */
  hasApps: boolean;
};

/**
 * The payment page on a desktop (R2.2, D27): code, amount and UPI ID first, then the UTR. The apps, which open only on a phone or a
 * tablet, are behind 'More UPI Payment Options'. Without items that can be paid for, nothing asks to pay.
 */
export function PaymentDesktop({ view, items, notices, hasApps }: DesktopProps) {
  const { payable, enterUtr } = view;
  return (
    <div className="page-form pb-16">
      <CheckoutSteps current={1} />
      <h1 className="mb-6 text-display-lg">{payable ? 'Scan and pay' : 'Payment'}</h1>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:items-start xl:gap-12">
        <div className="grid min-w-0 gap-6">
          {notices}
          {payable && <ScanPanel view={view} />}
          <div>
            <div className="flex items-center gap-4">
              <ButtonLink to="/address" variant="line" size="lg">
                <Icon of={ArrowLeft} /> Back to Address
              </ButtonLink>
              {(payable || enterUtr) && (
                <Button
                  size="lg"
                  className="flex-1"
                  variant={payable ? 'primary' : 'line'}
                  disabled={enterUtr === null}
                  onClick={enterUtr ?? undefined}
                >
                  I have paid – enter UTR
                </Button>
              )}
            </div>
            {payable && (
              <p className="mt-4 text-small text-ink-soft">
                The UTR is the 12-digit number your UPI app shows after you pay. Your app may call it UTR, UPI Ref No.
                or RRN.
              </p>
            )}
          </div>
          {payable && <AppChoice view={view} open={hasApps} />}
        </div>
        {items.length > 0 && <OrderPanel view={view} items={items} />}
      </div>
    </div>
  );
}

function ScanPanel({ view: { pricing, upiId, payee, upiUri, apps } }: { view: PaymentView }) {
  const amount = formatRupees(pricing.total);
  return (
    <section
      className="panel grid grid-cols-[auto_minmax(0,1fr)] items-center gap-8 [--qr:17rem]"
      aria-label="Scan and pay"
    >
      <UpiQr text={upiUri} label={`QR code to pay ${amount} by UPI`} />
      <div>
        <p>
          <span className="text-ink-soft">Total Amount to Pay</span>
          <b className="num weight-750 block text-[2.75rem] [line-height:1.05]">{amount}</b>
        </p>
        <ol className="numlist mt-5 mb-6">
          <li>Scan with any UPI app on your phone.</li>
          <li>
            Check the name, <b className="weight-600">{payee}</b>, and pay.
          </li>
          <li>Come back here and enter the UTR.</li>
        </ol>
        <p className="mb-1.5 text-small text-ink-soft">UPI ID · {payee}</p>
        <CopyField text={upiId} what="UPI ID" />
        <p className="mt-5 flex flex-wrap items-center gap-1.5" aria-hidden="true">
          {[...apps.first, ...apps.more].slice(0, 6).map(({ id }) => (
            <UpiLogo key={id} app={id} size={28} />
          ))}
        </p>
      </div>
    </section>
  );
}

/** The apps that open on this device, for tablets, and for shoppers who want the steps of their own app. */
function AppChoice({ view, open }: { view: PaymentView; open: boolean }) {
  const { apps, appId, pricing } = view;
  const amount = formatRupees(pricing.total);
  return (
    <details className="more-upi" open={open || (appId !== null && appId !== 'other') || undefined}>
      <summary>
        More UPI Payment Options <Icon of={ChevronDown} />
      </summary>
      <div className="mt-3 grid gap-5">
        <RadioTiles
          legend="UPI app"
          hideLegend
          name="upi-app"
          look="grid"
          value={appId}
          onChange={view.choose}
          tiles={apps.first.map(({ id, name }) => ({
            value: id,
            label: id === 'other' ? 'Other' : name,
            picture: <UpiLogo app={id} size={48} />,
          }))}
        />
        {apps.more.length > 0 && (
          <RadioTiles
            legend="More UPI Payment Options"
            hideLegend
            name="upi-app"
            look="list"
            value={appId}
            onChange={view.choose}
            tiles={apps.more.map(({ id, name }) => ({
              value: id,
              label: name,
              picture: <UpiLogo app={id} size={32} />,
            }))}
          />
        )}
        <Button
          variant="line"
          size="lg"
          className="justify-self-start"
          busy={view.draftPending}
          busyText={`Pay ${amount} Now`}
          disabled={!appId}
          onClick={() => view.pay('Please select a UPI app to proceed')}
        >
          Pay {amount} Now
        </Button>
      </div>
    </details>
  );
}

function OrderPanel({ view, items }: { view: PaymentView; items: readonly CheckoutItem[] }) {
  const { pricing, orderNumber, reservedUntil, notHeld } = view;
  return (
    <aside className="co-side panel">
      <h2 className="mb-4 text-display-sm">Your order</h2>
      <OrderItems items={items} />
      <dl className="sum mt-5 hairline-t-line pt-4">
        <div>
          <dt>Total Product Price</dt>
          <dd>{formatRupees(pricing.subtotal)}</dd>
        </div>
        <div>
          <dt>Shipping</dt>
          <dd className="free">FREE</dd>
        </div>
        <DiscountLines discounts={pricing.discounts} />
        <div className="total">
          <dt>Order Total</dt>
          <dd>{formatRupees(pricing.total)}</dd>
        </div>
      </dl>
      {view.couponOpen && <CouponField result={view.coupon} className="mt-3" />}
      <HoldNote until={reservedUntil} refused={notHeld} className="mt-5" />
      {orderNumber && <p className="mt-2 text-micro text-ink-faint">Order {orderNumber}</p>}
    </aside>
  );
}
