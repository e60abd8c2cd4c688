import { checkChangePassword } from '#shop/accounts/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { NewPasswordFields, PasswordField } from '../ui/password-field.tsx';
import { useForm } from '../ui/use-form.ts';
import { accountCalls } from './account-api.ts';
import { useSaving } from './use-saving.ts';

/** Changes the signed-in admin's password: requires the current one, ends the other sessions. */
export function PasswordForm() {
  const { run } = useSaving();
  const form = useForm({
    start: { currentPassword: '', newPassword: '', confirmPassword: '' },
    check: checkChangePassword,
    onSubmit: async ({ currentPassword, newPassword }) => {
      await run('password', () => accountCalls.changePassword({ currentPassword, newPassword }), {
        otherwise: 'Failed to change the password. Please try again.',
        onDone: form.clear,
        onFields: form.refuse,
      });
    },
  });
  return (
    <section className="admin-card" aria-labelledby="change-password">
      <header className="card-head">
        <h2 id="change-password">Change password</h2>
      </header>
      <form method="post" className="card-body grid gap-4" {...form.props}>
        <PasswordField label="Current Password" {...form.pick('currentPassword')} autoComplete="current-password" />
        <NewPasswordFields pick={form.pick} />
        <p className="text-ink-soft">Your other sessions end when the password changes.</p>
        <Button type="submit" size="admin" className="justify-self-start" busy={form.busy} busyText="Saving...">
          Change password
        </Button>
      </form>
    </section>
  );
}
