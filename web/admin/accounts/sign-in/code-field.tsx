import { TextField } from '#web/ui/field.tsx';

/** A code of an authenticator app, or a recovery code. */
export function CodeField({
  value,
  error,
  label = 'Code',
  autoFocus,
  onChange,
}: {
  value: string;
  error: string | undefined;
  label?: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      label={label}
      name="code"
      autoFocus={autoFocus}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      boxClass="mono"
      maxLength={40}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
