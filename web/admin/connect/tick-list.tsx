import { useId } from 'react';
import { Checkbox, FieldError } from '#web/ui/field.tsx';

interface TickListProps<Choice extends string> {
  legend: string;
  /** What can be ticked, in this order, with its words. */
  choices: Record<Choice, string>;
  value: readonly Choice[];
  error: string | undefined;
  onChange: (value: Choice[]) => void;
}

/** Several of a few choices, each with its code, as programs name it. */
export function TickList<Choice extends string>({ legend, choices, value, error, onChange }: TickListProps<Choice>) {
  const id = useId();
  const all = Object.keys(choices) as Choice[];
  return (
    <fieldset aria-describedby={error ? id : undefined} data-invalid={error ? '' : undefined}>
      <legend className="field-label">{legend}</legend>
      {all.map((choice) => (
        <Checkbox
          key={choice}
          label={
            <>
              <span>{choices[choice]}</span> <code className="text-ink-faint">{choice}</code>
            </>
          }
          checked={value.includes(choice)}
          onChange={({ target }) =>
            onChange(all.filter((one) => (one === choice ? target.checked : value.includes(one))))
          }
        />
      ))}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
