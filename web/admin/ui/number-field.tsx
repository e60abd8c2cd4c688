import { useEffect, useRef, useState } from 'react';
import { TextField } from '#web/ui/field.tsx';

interface NumberFieldProps {
  label: string;
  name: string;
  value: number;
  error?: string | undefined;
  hint?: string;
  /** NaN when the text is not a number. */
  onChange: (value: number) => void;
}

/** A number field that allows incomplete input such as '12.' or an empty text during typing. */
export function NumberField({ label, name, value, error, hint, onChange }: NumberFieldProps) {
  const [text, setText] = useState(() => textOf(value));
  const sent = useRef(value);
  useEffect(() => {
    if (!Object.is(value, sent.current)) {
      sent.current = value;
      setText(textOf(value));
    }
  }, [value]);
  return (
    <TextField
      label={label}
      name={name}
      admin
      inputMode="decimal"
      maxLength={12}
      value={text}
      error={error}
      hint={hint}
      onChange={(event) => {
        setText(event.target.value);
        const typed = event.target.value.trim();
        sent.current = typed === '' ? Number.NaN : Number(typed);
        onChange(sent.current);
      }}
    />
  );
}

function textOf(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}
