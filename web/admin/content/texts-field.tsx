import { useEffect, useRef, useState } from 'react';
import { TextareaField } from '#web/ui/field.tsx';

interface TextsFieldProps {
  field: { kind: 'lines' | 'paragraphs'; label: string; hint?: string };
  name: string;
  value: readonly string[];
  error?: string | undefined;
  onChange: (texts: string[]) => void;
}

/**
 * Several texts in one box, separated by line breaks or empty lines. Does not normalize the text
 * during typing.
 */
export function TextsField({ field, name, value, error, onChange }: TextsFieldProps) {
  const { kind, label, hint } = field;
  const joined = value.join(kind === 'lines' ? '\n' : '\n\n');
  const [text, setText] = useState(joined);
  const sent = useRef(joined);
  useEffect(() => {
    if (joined !== sent.current) {
      sent.current = joined;
      setText(joined);
    }
  }, [joined]);
  return (
    <TextareaField
      label={label}
      name={name}
      admin
      rows={Math.min(12, Math.max(3, text.split('\n').length))}
      hint={hint}
      error={error}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        const texts = event.target.value
          .split(kind === 'lines' ? '\n' : /\n\s*\n/)
          .map((part) => part.trim())
          .filter(Boolean);
        sent.current = texts.join(kind === 'lines' ? '\n' : '\n\n');
        onChange(texts);
      }}
    />
  );
}
