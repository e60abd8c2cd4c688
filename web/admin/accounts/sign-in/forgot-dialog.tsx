import { useNavigate } from 'react-router';
import { ACCOUNT_TEXTS, checkForgot } from '#shop/accounts/accounts.ts';
import { cleanEmail } from '#shop/text/text.ts';
import { useForm } from '#web/admin/ui/use-form.ts';
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
  const form = useForm({
    start: { email: typed },
    check: ({ email }) => ({ email: checkForgot(email) }),
    onSubmit: async ({ email }) => {
      const message = await sendOtp(cleanEmail(email));
      toast.success(message + ACCOUNT_TEXTS.otpSentModal);
      const state: ResetState = { email: cleanEmail(email), step: 2 };
      await navigate('/admin/reset-password', { state });
    },
    failed: ACCOUNT_TEXTS.otpSendFailed,
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <p className="text-ink-soft">
        Enter your admin email address and we'll send you a 6-digit OTP to reset your password.
      </p>
      <TextField
        label="Admin Email Address"
        {...form.text('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="line" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy} busyText="Sending...">
          Send OTP
        </Button>
      </div>
    </form>
  );
}
