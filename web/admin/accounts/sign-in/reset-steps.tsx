import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ACCOUNT_TEXTS, checkNewPassword, checkOtp, checkResetEmail, OTP_LENGTH } from '#shop/accounts/accounts.ts';
import { asciiDigits } from '#shop/text/text.ts';
import { serverSentence } from '#web/admin/lib/session.ts';
import { NewPasswordFields } from '#web/admin/ui/password-field.tsx';
import { isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, TextField } from '#web/ui/field.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.tsx';
import { resetPassword, sendOtp, verifyOtp } from './reset-api.ts';

interface StepProps {
  subtitle: ReactNode;
  button: string;
  busyText: string;
  /**
   * Validates the form and sets its errors. Returns false when there are any; the first invalid
   * field gets the focus.
   */
  check: () => boolean;
  send: () => Promise<void>;
  links?: ReactNode;
  children: ReactNode;
}

/** One step of the reset: heading, fields, one button, and links back. */
function Step({ subtitle, button, busyText, check, send, links, children }: StepProps) {
  const [busy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!check()) {
      setAttempts(attempts + 1);
      return;
    }
    setBusy(true);
    try {
      await send();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} method="post" className="grid gap-4" noValidate onSubmit={submit}>
      <div>
        <h1 className="text-display-md">Reset Password</h1>
        <p className="mt-1.5 text-small text-ink-soft">{subtitle}</p>
      </div>
      {children}
      <Button type="submit" size="lg" block busy={busy} busyText={busyText}>
        {button}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 text-small">
        {links}
        <AppLink to="/kingadminlogin" className="link link-tap">
          Back to Login
        </AppLink>
      </div>
    </form>
  );
}

/** Step 1: the email address that receives the OTP. */
export function EmailStep({ email: first, onSent }: { email: string; onSent: (email: string) => void }) {
  const [email, setEmail] = useState(first);
  const [error, setError] = useState<string | null>(null);
  return (
    <Step
      subtitle="Enter your admin email. We send a 6-digit OTP."
      button="Send OTP"
      busyText="Sending OTP..."
      check={() => {
        const wrong = checkResetEmail(email);
        setError(wrong);
        return wrong === null;
      }}
      send={async () => {
        try {
          await sendOtp(email.trim());
          toast.success(ACCOUNT_TEXTS.otpSent);
          onSent(email.trim());
        } catch (failure) {
          toast.error(serverSentence(failure, ACCOUNT_TEXTS.otpSendFailed));
        }
      }}
    >
      <TextField
        label="Admin Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        value={email}
        error={error ?? undefined}
        onChange={(event) => {
          setEmail(event.target.value);
          setError(null);
        }}
      />
    </Step>
  );
}

/** Step 2: the OTP from the mail. */
export function OtpStep({
  email,
  onVerified,
  onBack,
}: {
  email: string;
  onVerified: (token: string) => void;
  onBack: () => void;
}) {
  const [otp, setOtp] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <Step
      subtitle={`Enter the OTP sent to ${email}`}
      button="Verify OTP"
      busyText="Verifying OTP..."
      check={() => {
        const wrong = checkOtp(otp);
        setError(wrong);
        if (wrong) toast.error(ACCOUNT_TEXTS.otpPlease);
        return wrong === null;
      }}
      send={async () => {
        try {
          const token = await verifyOtp(email, otp);
          if (!token) {
            toast.error(ACCOUNT_TEXTS.resetTokenMissing);
            return;
          }
          toast.success(ACCOUNT_TEXTS.otpVerified);
          onVerified(token);
        } catch (failure) {
          toast.error(serverSentence(failure, ACCOUNT_TEXTS.otpWrong));
        }
      }}
      links={
        <button type="button" className="link link-tap" onClick={onBack}>
          ← Back to Email
        </button>
      }
    >
      <Field label="OTP" error={error ?? undefined}>
        {(wiring) => (
          <input
            {...wiring}
            className="input min-h-16 text-[1.75rem] weight-650 tracking-[0.4em] text-center num"
            name="otp"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={OTP_LENGTH}
            value={otp}
            onChange={(event) => {
              setOtp(asciiDigits(event.target.value).replace(/\D/g, '').slice(0, OTP_LENGTH));
              setError(null);
            }}
          />
        )}
      </Field>
    </Step>
  );
}

/** Step 3: the new password, twice. */
export function PasswordStep({ token, onDone }: { token: string; onDone: () => void }) {
  const [form, setForm] = useState({ newPassword: '', confirmPassword: '' });
  const [errors, setErrors] = useState<ReturnType<typeof checkNewPassword>>({});
  const edit = (name: keyof typeof form) => (value: string) => {
    setForm((current) => ({ ...current, [name]: value }));
    setErrors((current) => ({ ...current, [name]: undefined }));
  };
  return (
    <Step
      subtitle="Choose a new password."
      button="Reset Password"
      busyText="Resetting password..."
      check={() => {
        const wrong = checkNewPassword(form);
        setErrors(wrong);
        return Object.keys(wrong).length === 0;
      }}
      send={async () => {
        try {
          await resetPassword(token, form.newPassword);
          toast.success(ACCOUNT_TEXTS.resetDone);
          onDone();
        } catch (failure) {
          const field = isApiError(failure) ? failure.errors.find(({ path }) => path === 'newPassword') : undefined;
          if (field) setErrors({ newPassword: field.msg });
          toast.error(serverSentence(failure, ACCOUNT_TEXTS.resetFailed));
        }
      }}
    >
      <NewPasswordFields form={form} errors={errors} edit={edit} />
    </Step>
  );
}
