import './payment.css';
import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import m from '#messages/payment';
import { formatRupees } from '#shop/money/money.ts';
import { checkUtr, isUtrReady, utrHelp } from '#shop/money/upi.ts';
import { useUtr } from '#web/lib/checkout.ts';
import { writeText } from '#web/lib/device.ts';
import { UtrField } from '#web/orders/utr-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { rich } from '#web/ui/rich.tsx';
import { OtherWay } from './other-way.tsx';
import type { usePaymentFlow } from './use-payment-flow.ts';

type Flow = Pick<
  ReturnType<typeof usePaymentFlow>,
  'appId' | 'submit' | 'askAgain' | 'otherWay' | 'back' | 'toCode' | 'refusal' | 'leave' | 'canConfirm'
>;

/**
 * Overlay 3: the UTR. The button is red below ten digits and green from ten on; it is enabled in
 * both states (G2).
 */
export function UtrForm({ flow, total, payable }: { flow: Flow; total: number; payable: boolean }) {
  const utr = useUtr();
  const [error, setError] = useState('');
  const [paidAt] = useState(() => Date.now());
  const form = useRef<HTMLFormElement>(null);
  const ready = isUtrReady(utr);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = checkUtr(utr);
    setError(problem ?? '');
    if (problem) form.current?.querySelector('input')?.focus();
    else void flow.submit();
  };
  const keep = (text: string) => {
    writeText('paymentUTR', text);
    setError('');
  };
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={submit}>
      <p className="text-ink-soft">
        {rich(m.lastStep({ amount: formatRupees(total) }), {
          b: (amount) => <b className="weight-600">{amount}</b>,
        })}
      </p>
      <ol className="numlist text-small">
        {utrHelp(flow.appId ?? 'other').map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {flow.refusal && (
        <Note tone="bad" live="alert">
          <p>{flow.refusal.message}</p>
          {flow.refusal.address && (
            <AppLink className="link" to="/address" onClick={flow.leave}>
              {m.addressLink()}
            </AppLink>
          )}
        </Note>
      )}
      <UtrField utr={utr} error={error} paidAt={paidAt} onChange={keep} />
      {flow.canConfirm && <p className="looking">{m.stillLooking()}</p>}
      <div className="grid gap-2">
        <Button type="submit" variant={ready ? 'ok' : 'bad'} size="lg" block>
          {ready && <Icon of={Check} />}
          <span>{m.submitOrder()}</span>
        </Button>
        {payable && !flow.toCode ? (
          <OtherWay onPress={flow.otherWay} />
        ) : (
          <Button variant="bare" block className="weight-600 text-ink-soft" onClick={flow.back}>
            {payable ? m.notPaidYet() : m.notDone()}
          </Button>
        )}
        <Button variant="bare" block className="weight-600 text-ink-soft" onClick={flow.askAgain}>
          {m.tryAgain()}
        </Button>
      </div>
    </form>
  );
}
