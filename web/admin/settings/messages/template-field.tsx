import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';

interface TemplateFieldProps {
  label: string;
  name: string;
  lang?: string;
  value: string;
  /** The shop's own text. */
  original: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}

/** A text with placeholders, and the way back to the shop's own. */
export function TemplateField({ label, name, lang, value, original, error, onChange }: TemplateFieldProps) {
  return (
    <div className="grid gap-2">
      <TextareaField
        label={label}
        name={name}
        lang={lang}
        admin
        rows={Math.min(14, Math.max(5, value.split('\n').length + 2))}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== original && (
        <Button variant="quiet" size="admin" className="justify-self-start" onClick={() => onChange(original)}>
          Use the original text
        </Button>
      )}
    </div>
  );
}

/** What a text may contain, with an example of each. */
export function Placeholders({
  names,
  sample,
}: {
  names: readonly string[];
  sample: Readonly<Record<string, string>>;
}) {
  return (
    <div className="grid gap-1">
      <p className="hint">
        The shop fills in these words in braces in each message. A line is left out if there is nothing to fill in for
        one of its words.
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {names.map((name) => (
          <li key={name} className="hint wrap-anywhere">
            <code className="mono weight-600 text-ink">{`{${name}}`}</code> {sample[name]}
          </li>
        ))}
      </ul>
    </div>
  );
}
