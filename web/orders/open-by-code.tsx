import { type FormEvent, useState } from 'react';
import m from '#messages/tracking';
import rules from '#messages/tracking-rules';
import { CODE_LENGTH, checkCode, cleanCode } from '#shop/orders/order-code.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { keepOrder, openedOrder } from '#web/lib/my-orders.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';

interface OpenByCodeProps {
  orderNumber: string;
  /** What the shopper gets: the first button's text. */
  purpose: string;
  /** The order is on this device now. */
  onOpened: () => void;
}

/**
 * Opens a tracked order that was placed on another device, with a code sent to its email address
 * (D33).
 */
export function OpenByCode({ orderNumber, purpose, onOpened }: OpenByCodeProps) {
  const [step, setStep] = useState<'closed' | 'explained' | 'sent'>('closed');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState('');
  const [sent, setSent] = useState('');
  const [busy, setBusy] = useState<'send' | 'open' | null>(null);
  const params = { id: orderNumber };

  const attempt = async (what: 'send' | 'open', work: () => Promise<void>) => {
    setBusy(what);
    setFailure('');
    try {
      await work();
    } catch (failed) {
      // A wrong code is a matter of its field.
      if (isApiError(failed) && failed.errors.length > 0) setError(rules.code_wrong());
      else setFailure(isApiError(failed) ? failed.message : m.failed());
    } finally {
      setBusy(null);
    }
  };
  const send = () =>
    attempt('send', async () => {
      await call('POST /orders/:id/code', { params });
      setSent(rules.code_sent());
      setCode('');
      setError(undefined);
      setStep('sent');
    });
  const open = (event: FormEvent) => {
    event.preventDefault();
    const problem = checkCode(code);
    setError(problem ?? undefined);
    if (problem) return;
    void attempt('open', async () => {
      const { order, accessToken } = await call('POST /orders/:id/code/verify', { params, body: { code } });
      keepOrder(openedOrder(order, accessToken));
      onOpened();
    });
  };

  if (step === 'closed') {
    return (
      <Button variant="line" className="justify-self-start" onClick={() => setStep('explained')}>
        {purpose}
      </Button>
    );
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={open}>
      <p className="text-small text-ink-soft">{m.codeLead()}</p>
      {failure && (
        <Note tone="bad" live="alert">
          {failure}
        </Note>
      )}
      <p role="status" className="text-small text-ok empty:hidden">
        {sent}
      </p>
      {step === 'sent' && (
        <TextField
          label={m.code()}
          boxClass="mono"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH + 4}
          placeholder={m.sixDigits()}
          value={code}
          error={error}
          onChange={(event) => {
            setCode(cleanCode(event.target.value));
            setError(undefined);
          }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {step === 'sent' && (
          <Button type="submit" busy={busy === 'open'}>
            {m.openOrder()}
          </Button>
        )}
        <Button
          variant={step === 'sent' ? 'quiet' : 'primary'}
          busy={busy === 'send'}
          busyText={m.sending()}
          onClick={() => void send()}
        >
          {step === 'sent' ? m.sendNewCode() : m.sendCode()}
        </Button>
      </div>
    </form>
  );
}
