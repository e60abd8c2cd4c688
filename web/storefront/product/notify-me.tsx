import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { call, isApiError } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';

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
  const [busy, setBusy] = useState<'submit' | 'resend' | null>(null);
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

  const attempt = async (what: 'submit' | 'resend', work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (failure) {
      setError(isApiError(failure) ? (failure.errors[0]?.msg ?? failure.message) : LATER);
      input.current?.focus();
    } finally {
      setBusy(null);
    }
  };
  const ask = async (contact: string) => {
    const { message, confirm } = await call('POST /stock-alerts', { body: { productId, size, contact } });
    setStep(confirm ? { at: 'code', email: contact, message } : { at: 'done', message });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '').trim();
    void attempt('submit', async () => {
      if (step.at !== 'code') return ask(typed);
      const body = { productId, size, email: step.email, code: typed };
      const { message } = await call('POST /stock-alerts/confirm', { body });
      setStep({ at: 'done', message });
    });
  };
  const resend = (email: string) =>
    attempt('resend', async () => {
      await ask(email);
      toast.success('We have sent you another e-mail.');
      setError('');
      // The old code is void.
      if (input.current) input.current.value = '';
      input.current?.focus();
    });
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
        hint={code ? undefined : 'We will write only once, about this product.'}
        type="text"
        inputMode={code ? 'numeric' : 'email'}
        autoComplete={code ? 'one-time-code' : 'email'}
        maxLength={code ? 10 : 254}
        error={error}
        onChange={() => setError('')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy === 'submit'} busyText="Sending…">
          {code ? 'Confirm' : 'Notify me'}
        </Button>
        {step.at === 'code' && (
          <Button variant="quiet" busy={busy === 'resend'} busyText="Sending…" onClick={() => void resend(step.email)}>
            Send a new code
          </Button>
        )}
      </div>
    </form>
  );
}
