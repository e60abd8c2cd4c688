import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ACCOUNT_TEXTS, checkForgot } from '#shop/accounts/accounts.ts';
import { serverSentence } from '#web/admin/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type ResetState, sendOtp } from './reset-api.ts';

/** 'Forgot your password?' (R2.2): sends the OTP and goes to step 2 of the reset page. */
export function ForgotDialog({ open, onClose, email }: { open: boolean; onClose: () => void; email: string }) {
  return (
    <Dialog open={open} onClose={onClose} title="Reset Password">
      <ForgotForm onClose={onClose} email={email} />
    </Dialog>
  );
}

function ForgotForm({ onClose, email: typed }: { onClose: () => void; email: string }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState(typed);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const wrong = checkForgot(email);
    setError(wrong ?? undefined);
    if (wrong) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    setBusy(true);
    try {
      const message = await sendOtp(email.trim());
      toast.success(message + ACCOUNT_TEXTS.otpSentModal);
      const state: ResetState = { email: email.trim(), step: 2 };
      navigate('/admin/reset-password', { state });
    } catch (failure) {
      toast.error(serverSentence(failure, ACCOUNT_TEXTS.otpSendFailed));
      setBusy(false);
    }
  };

  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <p className="text-ink-soft">
        Enter your admin email address and we'll send you a 6-digit OTP to reset your password.
      </p>
      <TextField
        label="Admin Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(undefined);
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="line" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} busyText="Sending...">
          Send OTP
        </Button>
      </div>
    </form>
  );
}
