import './payment.css';
import m from '#messages/payment';
import { formatRupees } from '#shop/money/money.ts';
import type { UpiPlatform } from '#shop/money/upi.ts';
import { upiApp } from '#shop/money/upi.ts';
import { VERIFY_SECONDS } from '#web/lib/checkout.ts';
import { endsWithPage } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { rich, strong } from '#web/ui/rich.tsx';
import { settle } from '#web/ui/settle.ts';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { OtherWay } from './other-way.tsx';
import { Received } from './payment-received.tsx';
import type { PaymentView } from './payment-view.ts';
import { UpiQr } from './upi-qr.tsx';
import type { usePaymentFlow } from './use-payment-flow.ts';
import { UtrForm } from './utr-form.tsx';

type Flow = ReturnType<typeof usePaymentFlow>;
type OverlayProps = { view: PaymentView; flow: Flow; platform: UpiPlatform };

/** Steps in which a payment is in progress: Escape and the backdrop do nothing (G5). */
const HELD_OPEN = ['verifying', 'utr', 'creating', 'received'];

/** The payment overlays (R2.2): one sheet whose content depends on the step. */
export function PaymentOverlays({ view, flow, platform }: OverlayProps) {
  const { step } = flow;
  const dismissable = step !== null && !HELD_OPEN.includes(step);
  const onClose: Record<string, () => void> = { confirm: flow.notDone, again: flow.notAgain };
  const titles = {
    instructions: m.instructions(),
    verifying: m.verifying(),
    utr: m.completed(),
    creating: null,
    received: null,
    again: m.haveYouPaid(),
    confirm: m.isCompleted(),
  };
  return (
    <Dialog
      open={step !== null}
      onClose={onClose[step ?? ''] ?? flow.cancel}
      title={step && titles[step]}
      label={step === 'received' ? m.received() : m.creating()}
      dismissable={dismissable}
      step={step ?? ''}
      wide={step === 'instructions' && platform === 'desktop'}
    >
      <div key={step} ref={settle} className="contents">
        {step === 'instructions' && <Instructions view={view} flow={flow} platform={platform} />}
        {step === 'verifying' && <Verifying flow={flow} total={view.pricing.total} onPhone={platform !== 'desktop'} />}
        {step === 'utr' && <UtrForm flow={flow} total={view.pricing.total} payable={view.payable} />}
        {step === 'creating' && (
          <div className="grid justify-items-center gap-4 py-8 text-center" role="status">
            <span className="spin size-12 [border-width:4px] text-neel-700" aria-hidden="true" />
            <h2 className="text-display-md">{m.creating()}</h2>
            <p className="text-ink-soft">
              {rich(
                (endsWithPage('draftOrder') ? m.creatingLost : m.creatingText)({
                  number: view.orderNumber,
                }),
                {
                  number: (number) => <span className="mono">{number}</span>,
                },
              )}
            </p>
          </div>
        )}
        {step === 'received' && flow.received && <Received payment={flow.received} />}
        {step === 'again' && (
          <>
            <p className="text-ink-soft">{m.againText()}</p>
            <div className="grid gap-2">
              <Button size="lg" block onClick={flow.notAgain}>
                {m.yesEnterUtr()}
              </Button>
              <Button variant="line" block onClick={flow.again}>
                {m.noStartAgain()}
              </Button>
              <Button variant="bare" block className="weight-600 text-ink-soft" onClick={flow.notAgain}>
                {m.back()}
              </Button>
            </div>
          </>
        )}
        {step === 'confirm' && (
          <>
            <p className="text-ink-soft">{m.whenDone()}</p>
            <div className="grid gap-2">
              <Button size="lg" block onClick={flow.done}>
                {m.done()}
              </Button>
              <Button variant="line" block onClick={flow.notDone}>
                {m.notDone()}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/**
 * Overlay 1, with fallbacks for an app that does not open: another app, the code, the UPI ID and
 * exact amount.
 */
function Instructions({ view, flow, platform }: OverlayProps) {
  const app = upiApp(flow.appId ?? 'other');
  const onPhone = platform !== 'desktop';
  const known = app.id !== 'other';
  const name = known ? app.name : m.yourUpiApp();
  const anyApp = flow.linkTo('other');
  const own = flow.linkTo(app.id);
  const amount = formatRupees(view.pricing.total);
  const code = <UpiQr text={view.upiUri} label={m.qrCode({ amount })} />;
  const exactAmount = <CopyField text={view.pricing.total.toFixed(2)} what={m.amount()} />;
  return (
    <>
      <div className={onPhone ? 'contents' : 'grid gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,1fr)]'}>
        {!onPhone && code}
        <div className="grid content-start gap-4">
          <div className="amount">
            <div>
              <small>{m.payExactly()}</small>
              <b>{amount}</b>
            </div>
            <UpiLogo app={app.id} size={48} />
          </div>
          <ol className="numlist">
            <li>
              {onPhone
                ? m.appOpens({ app: name })
                : rich(known ? m.openScan({ app: name }) : m.openAnyScan(), { b: strong })}
            </li>
            <li>{rich(m.checkPayee({ payee: view.payee }), { b: strong })}</li>
            <li>{onPhone ? rich(m.comeBackForUtr(), { b: strong }) : m.pressPaid({ app: name })}</li>
          </ol>
          <CopyField text={view.upiId} what="UPI ID" />
          {!onPhone && exactAmount}
        </div>
      </div>
      {onPhone && (
        <Fold
          label={m.doesNotOpen({ app: name })}
          lineClass="justify-between pt-2 hairline-t-line"
          open={flow.otherWays}
        >
          <div className="mt-3 grid justify-items-center gap-3">
            {own && (
              <a className="link link-tap" href={own} onClick={(event) => retry(event, flow, own, app.id)}>
                {known ? m.openAgain({ app: app.name }) : m.openAnyAgain()}
              </a>
            )}
            {anyApp && known && (
              <a
                className="link link-tap"
                href={anyApp}
                onClick={(event) => retry(event, flow, anyApp, 'other', m.upiApp())}
              >
                {m.anyUpiApp()}
              </a>
            )}
            {code}
            {exactAmount}
          </div>
        </Fold>
      )}
      <div className="grid gap-2">
        <Button size="lg" block busy={flow.confirming} busyText={m.paid()} onClick={flow.paid}>
          {m.paid()}
        </Button>
        <Button variant="bare" block className="weight-600 text-ink-soft" onClick={flow.cancel}>
          {m.chooseDifferent()}
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

/**
 * Where to pay, and what to come back for: the UTR only if no source may confirm the payment by
 * itself.
 */
function payWords(appId: string | null, canConfirm: boolean, onPhone: boolean): string {
  const app = upiApp(appId ?? 'other');
  const known = app.id !== 'other';
  if (!canConfirm) return known ? m.payForUtr({ app: app.name }) : m.payInApp();
  if (onPhone) return known ? m.payInKnownApp({ app: app.name }) : m.payInAnyApp();
  return known ? m.payInKnownAppOnPhone({ app: app.name }) : m.payInAnyAppOnPhone();
}

/** Overlay 2: a 20-second countdown that can be skipped. */
function Verifying({ flow, total, onPhone }: { flow: Flow; total: number; onPhone: boolean }) {
  const { secondsLeft, canConfirm } = flow;
  const spoken = ANNOUNCED.filter((seconds) => seconds >= secondsLeft).at(-1) ?? VERIFY_SECONDS;
  return (
    <>
      <p className="text-ink-soft">{payWords(flow.appId, canConfirm, onPhone)}</p>
      <div className="py-2 text-center" aria-hidden="true">
        <span className="seconds">{secondsLeft}</span>
        <span className="mt-1.5 block text-small text-ink-soft">{m.seconds()}</span>
      </div>
      <span className="sr-only" role="status">
        {m.secondsLeft({ seconds: spoken })}
      </span>
      <ProgressBar value={VERIFY_SECONDS - secondsLeft} max={VERIFY_SECONDS} label={m.timeUntilUtr()} />
      {canConfirm && <p className="looking">{rich(m.looking({ amount: formatRupees(total) }), { b: strong })}</p>}
      <div className="grid gap-2">
        <Button variant="line" size="lg" block onClick={flow.skip}>
          {m.skipToUtr()}
        </Button>
        <OtherWay onPress={flow.otherWay} />
      </div>
    </>
  );
}
