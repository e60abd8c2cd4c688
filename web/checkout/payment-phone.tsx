import '#web/ui/buybar.css';
import './payment.css';
import type { ReactNode } from 'react';
import m from '#messages/payment';
import { formatRupees } from '#shop/money/money.ts';
import { deliveryPromise, shippingPrice } from '#shop/orders/delivery.ts';
import { offerText } from '#shop/settings/offers.ts';
import type { PaymentSettings } from '#shop/settings/settings.ts';
import { CouponField } from '#web/lib/coupon-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { DiscountLines } from '#web/ui/discount-lines.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { ArrowLeft, BanknoteX, Zap } from '#web/ui/page-icons.ts';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { appName } from './app-name.ts';
import { CodeNote } from './code-note.tsx';
import { HoldNote } from './hold-note.tsx';
import type { PaymentView } from './payment-view.ts';
import { CheckoutSteps } from './steps.tsx';

type PhoneProps = {
  view: PaymentView;
  notices: ReactNode;
  payment: Pick<PaymentSettings, 'onlineOffer' | 'paytmNote'>;
};

/**
 * The payment page on a phone (R2.2): app list, price box, and a bar with PayNow; only notices when
 * there is nothing to pay. Who may have paid already enters the UTR instead of paying again (D22).
 */
export function PaymentPhone({ view, notices, payment }: PhoneProps) {
  const { onlineOffer, paytmNote } = payment;
  const { payable, enterUtr } = view;
  const promo = payable && offerText(onlineOffer, onlinePart(view.pricing.discounts));
  const noteOf = (id: string) => {
    if (id === 'other') return m.anyUpiApp();
    return id === 'paytm' && paytmNote.visible && paytmNote.text ? (
      <span className="weight-600 text-ok">{paytmNote.text}</span>
    ) : undefined;
  };
  const row = (value: string, label: string, note?: ReactNode) => ({
    value,
    label,
    note,
    picture: <UpiLogo app={value} />,
  });
  return (
    <>
      <div className="page-form pb-8">
        <div className="mt-1 -ml-2.5 flex items-center gap-1">
          <AppLink className="iconbtn" to="/address" aria-label={m.backToAddress()}>
            <Icon of={ArrowLeft} />
          </AppLink>
          <h1 className="text-[1.5rem]">{m.choosePayment()}</h1>
        </div>
        <CheckoutSteps current={1} />
        {promo && (
          <p className="promo mb-4">
            <Icon of={Zap} /> {promo}
          </p>
        )}
        <div className="grid gap-4">
          {notices}
          {enterUtr && (view.tried || !payable) && (
            <Button variant="line" size="lg" block onClick={enterUtr}>
              {m.paidEnterUtr()}
            </Button>
          )}
        </div>
        {payable && (
          <>
            <div className="mt-4">
              <RadioTiles
                legend={m.upiApp()}
                hideLegend
                name="upi-app"
                look="rows"
                value={view.appId}
                onChange={view.choose}
                tiles={[
                  ...view.apps.first.map(({ id }) => row(id, appName(id), noteOf(id))),
                  {
                    value: 'cod',
                    label: m.cod(),
                    note: m.unavailable(),
                    disabled: true,
                    picture: (
                      <span className="grid size-[44px] place-items-center rounded-[10px] bg-mute-bg">
                        <Icon of={BanknoteX} />
                      </span>
                    ),
                  },
                ]}
              />
            </div>
            <section className="panel mt-5" aria-label={m.price()}>
              <dl className="sum">
                <div>
                  <dt>{m.shipping()}</dt>
                  <dd className="free">{shippingPrice(view.to?.country ?? '', m.free())}</dd>
                </div>
                <div>
                  <dt>{m.productTotal()}</dt>
                  <dd>{formatRupees(view.pricing.subtotal)}</dd>
                </div>
                <DiscountLines discounts={view.pricing.discounts} />
                <div className="total">
                  <dt>{m.orderTotal()}</dt>
                  <dd>{formatRupees(view.pricing.total)}</dd>
                </div>
                <div>
                  <dt>{m.payee()}</dt>
                  <dd className="wrap-anywhere">{view.payee}</dd>
                </div>
              </dl>
              {view.to && <p className="mt-3 text-small text-ink-soft">{deliveryPromise(view.to)}</p>}
              <CodeNote {...view.pricing} />
              {view.couponOpen && <CouponField result={view.coupon} className="mt-3" />}
            </section>
            <HoldNote until={view.reservedUntil} refused={view.notHeld} className="mt-4" />
          </>
        )}
      </div>
      {payable && (
        <div className="buybar">
          <div>
            <span className="text-micro text-ink-soft">{m.orderTotal()}</span>
            <div className="price num">{formatRupees(view.pricing.total)}</div>
          </div>
          <Button size="lg" busy={view.draftPending} onClick={() => view.pay(m.chooseApp())}>
            {m.payNow()}
          </Button>
        </div>
      )}
    </>
  );
}

/** What the online payment offer takes off, in rupees. */
function onlinePart(discounts: PaymentView['pricing']['discounts']): number {
  return discounts.find(({ kind }) => kind === 'online_offer')?.amount ?? 0;
}
