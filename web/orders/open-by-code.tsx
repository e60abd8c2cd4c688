import { type FormEvent, useState } from 'react';
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

/** Opens a tracked order that was placed on another device, with a code sent to its e-mail address (D33). */
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
      const message = isApiError(failed) ? failed.message : 'Something went wrong. Please try again.';
      // A wrong code is a matter of its field.
      if (isApiError(failed) && failed.errors.length > 0) setError(message);
      else setFailure(message);
    } finally {
      setBusy(null);
    }
  };
  const send = () =>
    attempt('send', async () => {
      const { message } = await call('POST /orders/:id/code', { params });
      setSent(message);
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
      <p className="text-small text-ink-soft">To open this order on this device, enter the code that we e-mail you.</p>
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
          label="Code"
          boxClass="mono"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH + 4}
          placeholder="6 digits"
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
            Open order
          </Button>
        )}
        <Button
          variant={step === 'sent' ? 'quiet' : 'primary'}
          busy={busy === 'send'}
          busyText="Sending…"
          onClick={() => void send()}
        >
          {step === 'sent' ? 'Send a new code' : 'Send code'}
        </Button>
      </div>
    </form>
  );
}
