import { useState } from 'react';
import { LANGUAGES, TRANSLATIONS, type Translation } from '#shop/language.ts';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';

/** A text that has a box in each language. `most` counts characters, `rows` lines of its box. */
interface TranslatedText<Key extends string> {
  key: Key;
  label: string;
  /** What shoppers read where the translation is empty; shown in the empty box. */
  english: string;
  rows: number;
  most?: number;
  hint?: string;
}

interface TranslationFieldsProps<Key extends string> {
  texts: readonly TranslatedText<Key>[];
  value: Record<Translation, Record<Key, string>>;
  /** The error message of a field by its path in the body: 'translations.hi.name'. */
  errorOf: (path: string) => string | undefined;
  onChange: (value: Record<Translation, Record<Key, string>>) => void;
}

/** The texts of a record in the other languages of the shop; each language can be folded. */
export function TranslationFields<Key extends string>({
  texts,
  value,
  errorOf,
  onChange,
}: TranslationFieldsProps<Key>) {
  return (
    <div>
      <p className="hint">A text that you leave empty is shown in English.</p>
      {TRANSLATIONS.map((code) => (
        <LanguageFields
          key={code}
          code={code}
          texts={texts}
          value={value[code]}
          errorOf={errorOf}
          onChange={(typed) => onChange({ ...value, [code]: typed })}
        />
      ))}
    </div>
  );
}

interface LanguageFieldsProps<Key extends string> {
  code: Translation;
  texts: readonly TranslatedText<Key>[];
  value: Record<Key, string>;
  errorOf: (path: string) => string | undefined;
  onChange: (value: Record<Key, string>) => void;
}

function LanguageFields<Key extends string>({ code, texts, value, errorOf, onChange }: LanguageFieldsProps<Key>) {
  const [opened, setOpened] = useState(false);
  const { name, english } = LANGUAGES[code];
  const pathOf = (key: Key) => `translations.${code}.${key}`;
  // What has a fault must be seen.
  const open = opened || texts.some(({ key }) => errorOf(pathOf(key)) !== undefined);
  const filled = texts.filter(({ key }) => value[key].trim() !== '').length;
  const label = (
    <span className="mr-auto">
      <span lang={code}>{name}</span>{' '}
      <span className="weight-400 text-ink-soft">
        {english}, {filled} of {texts.length}
      </span>
    </span>
  );
  return (
    <Fold open={open} label={label} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      {open && (
        <div className="grid gap-[0.9rem] pt-1 pb-3">
          {texts.map(({ key, english: placeholder, rows, most, hint, ...text }) => {
            const field = {
              label: `${text.label} in ${english}`,
              hint,
              admin: true,
              name: pathOf(key),
              lang: code,
              maxLength: most,
              placeholder,
              error: errorOf(pathOf(key)),
              value: value[key],
              onChange: (event: { target: { value: string } }) => onChange({ ...value, [key]: event.target.value }),
            };
            return rows > 1 ? <TextareaField key={key} {...field} rows={rows} /> : <TextField key={key} {...field} />;
          })}
        </div>
      )}
    </Fold>
  );
}
