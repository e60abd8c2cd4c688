import { useContext, useState } from 'react';
import { ChevronUp } from '#web/admin/ui/icons.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox, FieldError, TextareaField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { ChevronDown, Trash2 } from '#web/ui/page-icons.ts';
import { NumberField } from '../ui/number-field.tsx';
import { ImageField, Uploads } from './image-field.tsx';
import { getAt, nameOf, type Path, setAt } from './paths.ts';
import type { FieldSpec, ListSpec } from './spec.ts';
import { TextsField } from './texts-field.tsx';

interface Editing {
  /** The whole content of the page. */
  content: unknown;
  /** Dotted path → message. */
  errors: Record<string, string>;
  /** Changes the content as it is then: an upload may end after other changes. */
  onEdit: (change: (content: unknown) => unknown) => void;
}

/** The fields of a part, from its specification (spec.ts). */
export function ContentFields({ fields, at, ...editing }: { fields: readonly FieldSpec[]; at: Path } & Editing) {
  return fields.map((field) => (
    <ContentField key={field.name} field={field} path={field.name ? [...at, field.name] : at} {...editing} />
  ));
}

function ContentField({ field, path, ...editing }: { field: FieldSpec; path: Path } & Editing) {
  const { content, errors, onEdit } = editing;
  const value = getAt(content, path);
  const name = nameOf(path);
  const error = errors[name];
  const set = (next: unknown) => onEdit((now) => setAt(now, path, next));
  const { label, hint } = field;
  switch (field.kind) {
    case 'group':
      return (
        <fieldset className="record-part content-group">
          <legend>{label}</legend>
          <ContentFields fields={field.fields} at={path} {...editing} />
        </fieldset>
      );
    case 'list':
      return <ListField field={field} path={path} {...editing} />;
    case 'switch':
      return <Checkbox label={label} checked={value === true} onChange={(event) => set(event.target.checked)} />;
    case 'number':
      return (
        <NumberField
          label={label}
          name={name}
          value={typeof value === 'number' ? value : Number.NaN}
          error={error}
          hint={hint}
          onChange={set}
        />
      );
    case 'color':
      return <ColorField label={label} name={name} value={asText(value)} error={error} onChange={set} />;
    case 'image':
      return (
        <ImageField
          label={label}
          name={name}
          value={asText(value)}
          upload={field.upload}
          error={error}
          hint={hint}
          onChange={set}
        />
      );
    case 'lines':
    case 'paragraphs': {
      const texts = Array.isArray(value) ? value.map(String) : [];
      // The server's error path includes the index of the text.
      const wrong = error ?? Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1];
      return <TextsField field={field} name={name} value={texts} error={wrong} onChange={set} />;
    }
    default: {
      const change = (typed: string) => set(typed === '' && field.optional ? undefined : typed);
      const shared = { label, name, hint, error, value: asText(value), optional: field.optional };
      return field.kind === 'text' ? (
        <TextareaField {...shared} admin rows={3} onChange={(event) => change(event.target.value)} />
      ) : (
        <TextField
          {...shared}
          admin
          autoComplete="off"
          maxLength={field.kind === 'link' ? 2000 : 400}
          boxClass={field.kind === 'link' ? 'mono' : ''}
          onChange={(event) => change(event.target.value)}
        />
      );
    }
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A list of collapsible items, reordered by buttons, which work with keyboard and touch. */
function ListField({ field, path, ...editing }: { field: ListSpec; path: Path } & Editing) {
  const { content, errors, onEdit } = editing;
  const items = (getAt(content, path) as unknown[] | undefined) ?? [];
  const [open, setOpen] = useState<number | null>(null);
  const [uploads, setUploads] = useState(0);
  const outer = useContext(Uploads);
  const count = (change: 1 | -1) => {
    setUploads((running) => running + change);
    outer(change);
  };
  const still = uploads > 0;
  const set = (next: unknown[]) => onEdit((now) => setAt(now, path, next));
  const add = (item: unknown) => {
    setOpen(items.length);
    set([...items, item]);
  };
  const move = (from: number, to: number) => {
    const next = items.toSpliced(from, 1);
    set(next.toSpliced(to, 0, items[from]));
    if (open === from) setOpen(to);
  };
  const { texts } = field;
  const error = errors[nameOf(path)];
  return (
    <fieldset className="record-part content-list">
      <legend>{field.label}</legend>
      {items.map((item, at) => {
        const name = nameOf([...path, at]);
        const wrong = Object.keys(errors).some((key) => key === name || key.startsWith(`${name}.`));
        const title = titleOf(item, field, at);
        return (
          <details
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified only by its position
            key={at}
            open={open === at || wrong}
            onToggle={(event) => {
              if (event.target !== event.currentTarget) return;
              if (event.currentTarget.open) setOpen(at);
              else if (open === at) setOpen(null);
            }}
          >
            <summary>{title}</summary>
            <div className="content-item">
              {typeof item === 'string' && texts ? (
                <TextareaField
                  label="Text"
                  name={name}
                  admin
                  rows={2}
                  hint={texts.hint}
                  error={errors[name]}
                  value={item}
                  onChange={({ target: { value } }) => onEdit((now) => setAt(now, [...path, at], value))}
                />
              ) : (
                <>
                  {errors[name] && <FieldError>{errors[name]}</FieldError>}
                  <Uploads value={count}>
                    <ContentFields fields={field.fields} at={[...path, at]} {...editing} />
                  </Uploads>
                </>
              )}
              <div className="content-moves">
                <IconButton
                  aria-label={`Move ${title} up`}
                  disabled={still || at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <Icon of={ChevronUp} />
                </IconButton>
                <IconButton
                  aria-label={`Move ${title} down`}
                  disabled={still || at === items.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <Icon of={ChevronDown} />
                </IconButton>
                <Button
                  variant="line"
                  size="admin"
                  aria-label={`Remove ${title}`}
                  disabled={still}
                  onClick={() => {
                    setOpen(null);
                    set(items.toSpliced(at, 1));
                  }}
                >
                  <Icon of={Trash2} /> Remove
                </Button>
              </div>
            </div>
          </details>
        );
      })}
      {error && <FieldError>{error}</FieldError>}
      {items.length < field.most && (
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" size="admin" onClick={() => add(field.fresh())}>
            <Icon of={Plus} /> Add {field.one}
          </Button>
          {texts && (
            <Button variant="quiet" size="admin" onClick={() => add(texts.fresh)}>
              <Icon of={Plus} /> Add {texts.label}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

function titleOf(item: unknown, field: ListSpec, at: number): string {
  const words = typeof item === 'string' ? item : asText(getAt(item, [field.titleKey]));
  const text = words.length > 60 ? `${words.slice(0, 60)}…` : words;
  return text || `${field.one} ${at + 1}`;
}

interface ColorFieldProps {
  label: string;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A colour, picked or typed. The browser's colour picker supports only #rrggbb. */
function ColorField({ label, name, value, error, onChange }: ColorFieldProps) {
  const long = /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000';
  return (
    <div className="color-field">
      <input
        type="color"
        aria-label={`Choose: ${label}`}
        value={long.toLowerCase()}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextField
        label={label}
        name={name}
        admin
        boxClass="mono"
        maxLength={7}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
