import './app-tiles.css';
import './payment.css';
import type { ReactNode } from 'react';
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
  /** A tablet: the apps are on this device, so their list is open. */
  hasApps: boolean;
};

/**
 * The payment page on a desktop (R2.2, D27): code, amount and UPI ID first, then the UTR. The apps,
 * which open only on a phone or a tablet, are behind 'More UPI Payment Options'. Without items that
 * can be paid for, nothing asks to pay.
 */
export function PaymentDesktop({ view, items, notices, hasApps }: DesktopProps) {
  const { payable, enterUtr } = view;
  return (
    <div className="page-form pb-16">
      <CheckoutSteps current={1} />
      <h1 className="mb-6 text-display-lg">{payable ? m.scanAndPay() : m.title()}</h1>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:items-start xl:gap-12">
        <div className="grid min-w-0 gap-6">
          {notices}
          {payable && <ScanPanel view={view} />}
          <div>
            <div className="flex items-center gap-4">
              <ButtonLink to="/address" variant="line" size="lg">
                <Icon of={ArrowLeft} /> {m.backToAddress()}
              </ButtonLink>
              {(payable || enterUtr) && (
                <Button
                  size="lg"
                  className="flex-1"
                  variant={payable ? 'primary' : 'line'}
                  disabled={enterUtr === null}
                  onClick={enterUtr ?? undefined}
                >
                  {m.paidEnterUtr()}
                </Button>
              )}
            </div>
            {payable && <p className="mt-4 text-small text-ink-soft">{m.whatIsUtr()}</p>}
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
  const coded = codeIn(pricing.discounts) > 0;
  const bold = { b: strong };
  return (
    <section
      className="panel grid grid-cols-[auto_minmax(0,1fr)] items-center gap-8 [--qr:17rem]"
      aria-label={m.scanAndPay()}
    >
      <UpiQr text={upiUri} label={m.qrCode({ amount })} />
      <div>
        <p>
          <span className="text-ink-soft">{m.totalToPay()}</span>
          <b className="num weight-750 block text-[2.75rem] [line-height:1.05]">{amount}</b>
        </p>
        <ol className="numlist mt-5 mb-6">
          <li>{m.scanStep()}</li>
          <li>{rich(coded ? m.checkNameAndAmount({ payee, amount }) : m.checkName({ payee }), bold)}</li>
          <li>{coded ? m.comeBackKnown() : m.comeBack()}</li>
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

/**
 * The apps that open on this device, for tablets, and for shoppers who want the steps of their own
 * app.
 */
function AppChoice({ view, open }: { view: PaymentView; open: boolean }) {
  const { apps, appId, pricing } = view;
  const amount = formatRupees(pricing.total);
  return (
    <Fold
      label={m.moreOptions()}
      lineClass="justify-between pt-2 hairline-t-line"
      className="more-upi"
      open={open || (appId !== null && appId !== 'other') || undefined}
    >
      <div className="mt-3 grid gap-5">
        <RadioTiles
          legend={m.upiApp()}
          hideLegend
          name="upi-app"
          look="grid"
          value={appId}
          onChange={view.choose}
          tiles={apps.first.map(({ id, name }) => ({
            value: id,
            label: id === 'other' ? m.otherApp() : name,
            picture: <UpiLogo app={id} size={48} />,
          }))}
        />
        {apps.more.length > 0 && (
          <RadioTiles
            legend={m.moreApps()}
            hideLegend
            name="upi-app"
            look="list"
            value={appId}
            onChange={view.choose}
            tiles={apps.more.map(({ id }) => ({
              value: id,
              label: appName(id),
              picture: <UpiLogo app={id} size={32} />,
            }))}
          />
        )}
        <Button
          variant="line"
          size="lg"
          className="justify-self-start"
          busy={view.draftPending}
          busyText={m.payAmount({ amount })}
          disabled={!appId}
          onClick={() => view.pay(m.chooseToProceed())}
        >
          {m.payAmount({ amount })}
        </Button>
      </div>
    </Fold>
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
