import type { ComponentProps, ReactNode } from 'react';
import { ACCOUNT_TEXTS, checkNewPassword, checkOtp, checkResetEmail, OTP_LENGTH } from '#shop/accounts/accounts.ts';
import { asciiDigits, cleanEmail } from '#shop/text/text.ts';
import { NewPasswordFields } from '#web/admin/ui/password-field.tsx';
import { useForm } from '#web/admin/ui/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, TextField } from '#web/ui/field.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.tsx';
import { resetPassword, sendOtp, verifyOtp } from './reset-api.ts';

interface StepProps {
  title?: string | undefined;
  form: { props: ComponentProps<'form'>; busy: boolean };
  subtitle: ReactNode;
  button: string;
  busyText: string;
  links?: ReactNode;
  children: ReactNode;
}

/** One step of the reset: heading, fields, one button, and links back. */
function Step({ form, title = 'Reset Password', subtitle, button, busyText, links, children }: StepProps) {
  return (
    <form method="post" className="grid gap-4" {...form.props}>
      <div>
        <h1 className="text-display-md">{title}</h1>
        <p className="mt-1.5 text-small text-ink-soft">{subtitle}</p>
      </div>
      {children}
      <Button type="submit" size="lg" block busy={form.busy} busyText={busyText}>
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
  const form = useForm({
    start: { email: first },
    check: ({ email }) => ({ email: checkResetEmail(email) }),
    onSubmit: async ({ email }) => {
      await sendOtp(cleanEmail(email));
      toast.success(ACCOUNT_TEXTS.otpSent);
      onSent(cleanEmail(email));
    },
    failed: ACCOUNT_TEXTS.otpSendFailed,
  });
  return (
    <Step
      form={form}
      subtitle="Enter your admin email. We send a 6-digit OTP."
      button="Send OTP"
      busyText="Sending OTP..."
    >
      <TextField
        label="Admin Email Address"
        {...form.text('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
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
  const form = useForm({
    start: { otp: '' },
    check: ({ otp }) => ({ otp: checkOtp(otp) }),
    incomplete: () => ACCOUNT_TEXTS.otpPlease,
    onSubmit: async ({ otp }) => {
      const token = await verifyOtp(email, otp);
      if (!token) {
        toast.error(ACCOUNT_TEXTS.resetTokenMissing);
        return;
      }
      toast.success(ACCOUNT_TEXTS.otpVerified);
      onVerified(token);
    },
    failed: ACCOUNT_TEXTS.otpWrong,
  });
  const { value, error, onChange, name } = form.pick('otp');
  return (
    <Step
      form={form}
      subtitle={`Enter the OTP sent to ${email}`}
      button="Verify OTP"
      busyText="Verifying OTP..."
      links={
        <button type="button" className="link link-tap" onClick={onBack}>
          ← Back to Email
        </button>
      }
    >
      <Field label="OTP" error={error}>
        {(wiring) => (
          <input
            {...wiring}
            className="input min-h-16 text-[1.75rem] weight-650 tracking-[0.4em] text-center num"
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={OTP_LENGTH}
            value={value}
            onChange={(event) => onChange(asciiDigits(event.target.value).replace(/\D/g, '').slice(0, OTP_LENGTH))}
          />
        )}
      </Field>
    </Step>
  );
}

/** Step 3: the new password, twice. */
export function PasswordStep({ token, invited, onDone }: { token: string; invited: boolean; onDone: () => void }) {
  const form = useForm({
    start: { newPassword: '', confirmPassword: '' },
    check: checkNewPassword,
    onSubmit: async ({ newPassword }) => {
      await resetPassword(token, newPassword);
      toast.success(ACCOUNT_TEXTS.resetDone);
      onDone();
    },
    failed: ACCOUNT_TEXTS.resetFailed,
  });
  return (
    <Step
      form={form}
      title={invited ? 'Welcome to the team' : undefined}
      subtitle={invited ? 'Choose your password.' : 'Choose a new password.'}
      button={invited ? 'Save password' : 'Reset Password'}
      busyText={invited ? 'Saving password...' : 'Resetting password...'}
    >
      <NewPasswordFields pick={form.pick} />
    </Step>
  );
}
