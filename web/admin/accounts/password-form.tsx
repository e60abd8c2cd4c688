import { type FormEvent, useRef, useState } from 'react';
import { checkChangePassword } from '#shop/accounts/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { NewPasswordFields, PasswordField } from '../ui/password-field.tsx';
import { accountCalls } from './account-api.ts';
import { useSaving } from './use-saving.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the signed-in admin's password: requires the current one, ends the other sessions. */
export function PasswordForm() {
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<keyof typeof EMPTY, string>>>({});
  const { busy, run } = useSaving();
  const box = useRef<HTMLFormElement>(null);
  const edit = (name: keyof typeof EMPTY) => (value: string) => {
    setForm((current) => ({ ...current, [name]: value }));
    setErrors((current) => ({ ...current, [name]: undefined }));
  };
  const refuse = (wrong: Partial<Record<keyof typeof EMPTY, string>>) => {
    setErrors(wrong);
    const first = (Object.keys(EMPTY) as (keyof typeof EMPTY)[]).find((name) => wrong[name]);
    if (first) box.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = checkChangePassword(form);
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    const { currentPassword, newPassword } = form;
    void run('password', () => accountCalls.changePassword({ currentPassword, newPassword }), {
      otherwise: 'Failed to change the password. Please try again.',
      onDone: () => setForm(EMPTY),
      onFields: refuse,
    });
  };
  return (
    <section className="admin-card" aria-labelledby="change-password">
      <header className="card-head">
        <h2 id="change-password">Change password</h2>
      </header>
      <form ref={box} method="post" className="card-body grid gap-4" noValidate onSubmit={submit}>
        <PasswordField
          label="Current Password"
          name="currentPassword"
          autoComplete="current-password"
          value={form.currentPassword}
          error={errors.currentPassword}
          onChange={edit('currentPassword')}
        />
        <NewPasswordFields form={form} errors={errors} edit={edit} />
        <p className="text-ink-soft">Your other sessions end when the password changes.</p>
        <Button type="submit" size="admin" className="justify-self-start" busy={busy !== null} busyText="Saving...">
          Change password
        </Button>
      </form>
    </section>
  );
}
