import './payment.css';
import { formatRupees } from '#shop/money/money.ts';
import type { UpiPlatform } from '#shop/money/upi.ts';
import { upiApp } from '#shop/money/upi.ts';
import { VERIFY_SECONDS } from '#web/lib/checkout.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ChevronDown } from '#web/ui/icons.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { OtherWay } from './other-way.tsx';
import type { PaymentView } from './payment.tsx';
import { UpiQr } from './upi-qr.tsx';
import type { usePaymentFlow } from './use-payment-flow.ts';
import { UtrForm } from './utr-form.tsx';

type Flow = ReturnType<typeof usePaymentFlow>;
type OverlayProps = { view: PaymentView; flow: Flow; platform: UpiPlatform };

/** Steps in which a payment is in progress: Escape and the backdrop do nothing (G5). */
const HELD_OPEN = ['verifying', 'utr', 'creating'];

/** The five payment overlays (R2.2): one sheet whose content depends on the step. */
export function PaymentOverlays({ view, flow, platform }: OverlayProps) {
  const { step } = flow;
  const dismissable = step !== null && !HELD_OPEN.includes(step);
  const titles = {
    instructions: 'Payment Instructions',
    verifying: 'Verifying Payment',
    utr: 'Payment Completed!',
    creating: null,
    confirm: 'Payment Completed?',
  };
  return (
    <Dialog
      open={step !== null}
      onClose={step === 'confirm' ? flow.notDone : flow.cancel}
      title={step && titles[step]}
      label="Creating Your Order..."
      dismissable={dismissable}
      step={step ?? ''}
    >
      {step === 'instructions' && <Instructions view={view} flow={flow} platform={platform} />}
      {step === 'verifying' && <Verifying flow={flow} />}
      {step === 'utr' && <UtrForm flow={flow} total={view.pricing.total} />}
      {step === 'creating' && (
        <div className="grid justify-items-center gap-4 py-8 text-center" role="status">
          <span className="spin size-12 [border-width:4px] text-neel-700" aria-hidden="true" />
          <h2 className="text-display-md">Creating Your Order...</h2>
          <p className="text-ink-soft">
            Order <span className="mono">{view.orderNumber}</span> is saved on this phone. Do not pay again. Please keep
            this page open, it takes a few seconds.
          </p>
        </div>
      )}
      {step === 'confirm' && (
        <>
          <p className="text-ink-soft">Continue once your UPI app shows that the payment is done.</p>
          <div className="grid gap-2">
            <Button size="lg" block onClick={flow.done}>
              Payment Done - Go to Summary
            </Button>
            <Button variant="line" block onClick={flow.notDone}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Overlay 1, with fallbacks for an app that does not open: another app, the code, the UPI ID and exact amount. */
function Instructions({ view, flow, platform }: OverlayProps) {
  const app = upiApp(flow.appId ?? 'other');
  const onPhone = platform !== 'desktop';
  const name = app.id === 'other' ? 'Your UPI app' : app.name;
  const anyApp = flow.linkTo('other');
  const own = flow.linkTo(app.id);
  const code = (
    <>
      <UpiQr text={view.upiUri} label={`QR code to pay ${formatRupees(view.pricing.total)} by UPI`} />
      <CopyField text={view.pricing.total.toFixed(2)} what="amount" />
    </>
  );
  return (
    <>
      <div className="amount">
        <div>
          <small>Pay exactly</small>
          <b>{formatRupees(view.pricing.total)}</b>
        </div>
        <UpiLogo app={app.id} size={48} />
      </div>
      <ol className="numlist">
        <li>
          {onPhone
            ? `${name} opens with our UPI ID and the amount filled in.`
            : `Open ${app.id === 'other' ? 'a UPI app' : app.name} on your phone and scan this QR code.`}
        </li>
        <li>
          Check the payee name <b className="weight-600">{view.payee}</b> and pay.
        </li>
        <li>
          Come back to this page. You will need the <b className="weight-600">UTR</b>, the 12-digit bank reference.
        </li>
      </ol>
      <CopyField text={view.upiId} what="UPI ID" />
      {onPhone ? (
        <details className="more-upi" open={flow.otherWays}>
          <summary>
            {name} does not open? <Icon of={ChevronDown} />
          </summary>
          <div className="mt-3 grid justify-items-center gap-3">
            {own && (
              <a className="link link-tap" href={own} onClick={(event) => retry(event, flow, own, app.id)}>
                Open {app.id === 'other' ? 'a UPI app' : app.name} again
              </a>
            )}
            {anyApp && app.id !== 'other' && (
              <a
                className="link link-tap"
                href={anyApp}
                onClick={(event) => retry(event, flow, anyApp, 'other', 'UPI app')}
              >
                Any UPI app on this phone
              </a>
            )}
            {code}
          </div>
        </details>
      ) : (
        <div className="grid justify-items-center gap-3">{code}</div>
      )}
      <div className="grid gap-2">
        <Button size="lg" block onClick={flow.paid}>
          I've Paid - Continue
        </Button>
        <Button variant="bare" block className="weight-600 text-ink-soft" onClick={flow.cancel}>
          Cancel &amp; Choose Different Method
        </Button>
      </div>
    </>
  );
}

/** A real anchor for browsers that require one; the page detects whether the app opened. */
function retry(event: { preventDefault: () => void }, flow: Flow, ...app: Parameters<Flow['openApp']>): void {
  event.preventDefault();
  flow.openApp(...app);
}

/** What a screen reader announces of the countdown; nothing in between (G5). */
const ANNOUNCED = [20, 10, 5, 0];

/** Overlay 2: a 20-second countdown that can be skipped. */
function Verifying({ flow }: { flow: Flow }) {
  const { secondsLeft } = flow;
  const spoken = ANNOUNCED.filter((seconds) => seconds >= secondsLeft).at(-1) ?? VERIFY_SECONDS;
  return (
    <>
      <p className="text-ink-soft">Pay in your UPI app, then come back here to enter your UTR.</p>
      <div className="py-2 text-center" aria-hidden="true">
        <span className="seconds">{secondsLeft}</span>
        <span className="mt-1.5 block text-small text-ink-soft">seconds</span>
      </div>
      <span className="sr-only" role="status">
        {spoken} seconds left
      </span>
      <ProgressBar value={VERIFY_SECONDS - secondsLeft} max={VERIFY_SECONDS} label="Time until UTR entry" />
      <div className="grid gap-2">
        <Button variant="line" size="lg" block onClick={flow.skip}>
          Skip and enter UTR now
        </Button>
        <OtherWay onPress={flow.otherWay} />
      </div>
    </>
  );
}
