import { useState } from 'react';
import { PASSWORD_MAX } from '#shop/accounts/accounts.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Eye, EyeOff } from './icons.ts';
import type { Fields } from './use-form.ts';

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error?: string | undefined;
  hint?: string;
  onChange: (value: string) => void;
}

/** A password field with a button that reveals the password. */
export function PasswordField({ label, name, autoComplete, value, error, hint, onChange }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            className="input pr-12"
            name={name}
            type={visible ? 'text' : 'password'}
            autoComplete={autoComplete}
            maxLength={PASSWORD_MAX}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {/* Its name is text: by an `aria-label`, a search for a field by its label would find the button too. */}
          <button type="button" className="iconbtn absolute top-0.5 right-0.5" onClick={() => setVisible(!visible)}>
            <span className="sr-only">{`${visible ? 'Hide' : 'Show'} ${label.toLowerCase()}`}</span>
            <Icon of={visible ? EyeOff : Eye} />
          </button>
        </div>
      )}
    </Field>
  );
}

/** The fields for a new password and its repetition. */
export function NewPasswordFields({ pick }: Pick<Fields<Record<'newPassword' | 'confirmPassword', string>>, 'pick'>) {
  return (
    <>
      <PasswordField label="New Password" {...pick('newPassword')} autoComplete="new-password" />
      <PasswordField label="Confirm New Password" {...pick('confirmPassword')} autoComplete="new-password" />
    </>
  );
}
