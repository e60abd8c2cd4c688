import './app-tiles.css';
import './payment.css';
import type { ReactNode } from 'react';
import { formatTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { OfferLine } from '#web/orders/order-items.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowLeft, ChevronDown, RotateCw, ShieldCheck } from '#web/ui/icons.ts';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { StepIndicator } from '#web/ui/step-indicator.tsx';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { NOT_HELD } from './hold-note.tsx';
import type { PaymentView } from './payment.tsx';
import { UpiQr } from './upi-qr.tsx';

/** The payment page on a desktop (R2.2): amount, a grid of apps, and the QR code on the right (D27). */
export function PaymentDesktop({ view, notices }: { view: PaymentView; notices: ReactNode }) {
  const { pricing, appId, apps } = view;
  const amount = formatRupees(pricing.total);
  return (
    <div className="page-form pb-16">
      <StepIndicator current={1} />
      <h1 className="sr-only">Payment</h1>
      <div className="co-grid">
        <div>
          <div className="amount">
            <div>
              <small>Total Amount to Pay</small>
              <b>{amount}</b>
            </div>
            <span className="flex items-center gap-3">
              {pricing.total <= 0 && (
                <Button variant="paper" onClick={view.refresh}>
                  <Icon of={RotateCw} /> Refresh
                </Button>
              )}
              <span className="inline-flex items-center gap-[0.4rem] h-9 py-0 px-[0.9rem] rounded-pill bg-[#0f3322] text-[#dff0e0] text-[0.875rem] weight-650 whitespace-nowrap">
                <Icon of={ShieldCheck} /> Secure Payment
              </span>
            </span>
          </div>
          <div className="mt-5">{notices}</div>
          <h2 className="mt-8 mb-3.5 text-display-sm">Choose a UPI app</h2>
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
            <details className="more-upi mt-5" open={apps.more.some(({ id }) => id === appId) || undefined}>
              <summary>
                More UPI Payment Options <Icon of={ChevronDown} />
              </summary>
              <div className="mt-3">
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
              </div>
            </details>
          )}
          <div className="mt-8 flex items-center justify-between gap-4">
            <ButtonLink to="/address" variant="line" size="lg">
              <Icon of={ArrowLeft} /> Back to Address
            </ButtonLink>
            <Button
              size="lg"
              className="max-w-88 flex-1"
              busy={view.draftPending}
              busyText={`Pay ${amount} Now`}
              disabled={!appId || pricing.total <= 0 || !view.payable}
              onClick={() => view.pay('Please select a UPI app to proceed')}
            >
              Pay {amount} Now
            </Button>
          </div>
        </div>
        <ScanPanel view={view} />
      </div>
    </div>
  );
}

function ScanPanel({ view }: { view: PaymentView }) {
  const { pricing, upiId, payee, upiUri, orderNumber, reservedUntil, notHeld } = view;
  return (
    <aside className="panel grid justify-items-center gap-3.5 text-center">
      <h2 className="text-display-sm">Scan with your phone</h2>
      <p className="-mt-1.5 text-small text-ink-soft">
        UPI apps do not open on a computer. Scan, pay, then come back here with your UTR.
      </p>
      <UpiQr text={pricing.total > 0 ? upiUri : null} label={`QR code to pay ${formatRupees(pricing.total)} by UPI`} />
      <div className="w-full text-left">
        <p className="mb-1.5 text-small text-ink-soft">UPI ID · {payee}</p>
        <CopyField text={upiId} what="UPI ID" />
      </div>
      <Button variant="text" onClick={view.openConfirm ?? undefined} disabled={view.openConfirm === null}>
        I have paid by scanning
      </Button>
      <dl className="sum w-full hairline-t-line pt-4">
        <div>
          <dt>Total Product Price</dt>
          <dd>{formatRupees(pricing.subtotal)}</dd>
        </div>
        <div>
          <dt>Shipping</dt>
          <dd className="free">FREE</dd>
        </div>
        <OfferLine discount={pricing.discount} />
        <div className="total">
          <dt>Order Total</dt>
          <dd>{formatRupees(pricing.total)}</dd>
        </div>
      </dl>
      {orderNumber && (
        <p className="text-micro text-ink-faint">
          Order {orderNumber}
          {reservedUntil !== null && reservedUntil > Date.now() && (
            <>
              <br />
              Items held until {formatTime(reservedUntil)}
            </>
          )}
          {notHeld && (
            <>
              <br />
              {NOT_HELD}
            </>
          )}
        </p>
      )}
    </aside>
  );
}
