import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import rules from '#messages/back-in-stock';
import m from '#messages/product';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { DataNotice } from '#web/lib/data-notice.tsx';
import { useHydrated } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';

type Step = { at: 'closed' | 'contact' } | { at: 'code'; email: string } | { at: 'done'; message: string };

/**
 * In place of the buttons that buy a sold-out size: 'Out of Stock', and one mail when it is back,
 * after the address is confirmed by a code, or a message on WhatsApp. Use a `key` of product and size.
 */
export function NotifyMe({ productId, size }: { productId: string; size: string }) {
  const [step, setStep] = useState<Step>({ at: 'closed' });
  const [error, setError] = useState('');
  const [busy, setBusy] = useState<'submit' | 'resend' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  if (step.at === 'closed') {
    return (
      <div className="flex flex-wrap gap-2.5">
        <Button size="lg" disabled className="flex-auto">
          {m.outOfStock()}
        </Button>
        {hydrated && (
          <Button size="lg" variant="line" className="flex-auto" onClick={() => setStep({ at: 'contact' })}>
            {size ? m.notifySize({ size: sizeLabel(size) }) : m.notifyOpen()}
          </Button>
        )}
      </div>
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
      setError(isApiError(failure) ? (failure.errors[0]?.msg ?? failure.message) : m.notifyLater());
      input.current?.focus();
    } finally {
      setBusy(null);
    }
  };
  const ask = async (contact: string) => {
    const { confirm } = await call('POST /stock-alerts', { body: { productId, size, contact } });
    setStep(confirm ? { at: 'code', email: contact } : { at: 'done', message: rules.phoneKept() });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '');
    void attempt('submit', async () => {
      if (step.at !== 'code') return ask(typed);
      const body = { productId, size, email: step.email, code: typed };
      await call('POST /stock-alerts/confirm', { body });
      setStep({ at: 'done', message: rules.confirmed() });
    });
  };
  const resend = (email: string) =>
    attempt('resend', async () => {
      await ask(email);
      toast.success(m.notifyResent());
      setError('');
      // The old code is void.
      if (input.current) input.current.value = '';
      input.current?.focus();
    });
  const code = step.at === 'code';
  return (
    <form className="panel grid gap-3" noValidate onSubmit={submit}>
      <p role="status" className="empty:hidden">
        {code ? rules.codeSent() : ''}
      </p>
      <TextField
        key={step.at}
        ref={input}
        name="typed"
        autoFocus
        label={code ? m.notifyCode() : m.notifyContact()}
        hint={code ? undefined : m.notifyOnce()}
        type="text"
        inputMode={code ? 'numeric' : 'email'}
        autoComplete={code ? 'one-time-code' : 'email'}
        maxLength={code ? 10 : 254}
        error={error}
        onChange={() => setError('')}
      />
      {!code && <DataNotice of="stockAlert" />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy === 'submit'} busyText={m.sending()}>
          {code ? m.confirm() : m.notifyMe()}
        </Button>
        {step.at === 'code' && (
          <Button
            variant="quiet"
            busy={busy === 'resend'}
            busyText={m.sending()}
            onClick={() => void resend(step.email)}
          >
            {m.newCode()}
          </Button>
        )}
        {step.at === 'code' && (
          <Button
            variant="text"
            onClick={() => {
              setError('');
              setStep({ at: 'contact' });
            }}
          >
            {m.notifyChange()}
          </Button>
        )}
      </div>
    </form>
  );
}
