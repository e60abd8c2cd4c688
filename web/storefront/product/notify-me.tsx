import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { call, isApiError } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';

type Step =
  | { at: 'closed' | 'contact' }
  | { at: 'code'; email: string; message: string }
  | { at: 'done'; message: string };

const LATER = 'That did not work just now. Please try again in a few minutes.';

/**
 * For a sold-out size: one mail when it is back, after the address is confirmed by a code, or a message on WhatsApp. Use a
 * `key` of product and size.
 */
export function NotifyMe({ productId, size }: { productId: string; size: string }) {
  const [step, setStep] = useState<Step>({ at: 'closed' });
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!useHydrated()) return null;
  if (step.at === 'closed') {
    return (
      <Button variant="line" className="justify-self-start" onClick={() => setStep({ at: 'contact' })}>
        Notify me when it is back
      </Button>
    );
  }
  if (step.at === 'done') {
    return (
      <Note tone="ok" live="status">
        {step.message}
      </Note>
    );
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '').trim();
    setBusy(true);
    try {
      if (step.at === 'code') {
        const { message } = await call('POST /stock-alerts/confirm', {
          body: { productId, size, email: step.email, code: typed },
        });
        setStep({ at: 'done', message });
      } else {
        const { message, confirm } = await call('POST /stock-alerts', { body: { productId, size, contact: typed } });
        setStep(confirm ? { at: 'code', email: typed, message } : { at: 'done', message });
      }
    } catch (failure) {
      setError(isApiError(failure) ? (failure.errors[0]?.msg ?? failure.message) : LATER);
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const code = step.at === 'code';
  return (
    <form className="panel grid gap-3" noValidate onSubmit={submit}>
      <p role="status" className="empty:hidden">
        {code ? step.message : ''}
      </p>
      <TextField
        key={step.at}
        ref={input}
        name="typed"
        autoFocus
        label={code ? 'Code from the e-mail' : 'Your e-mail address or WhatsApp number'}
        hint={code ? undefined : 'We write once, about this product only.'}
        type="text"
        inputMode={code ? 'numeric' : 'email'}
        autoComplete={code ? 'one-time-code' : 'email'}
        maxLength={code ? 10 : 254}
        error={error}
        onChange={() => setError('')}
      />
      <Button type="submit" className="justify-self-start" busy={busy} busyText="Sending…">
        {code ? 'Confirm' : 'Notify me'}
      </Button>
    </form>
  );
}
