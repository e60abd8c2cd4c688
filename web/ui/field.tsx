import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import m from '#messages/ui';
import { Icon } from './icon.tsx';
import { CircleX } from './icons.ts';

type FieldText = {
  label: ReactNode;
  /** The specification's message; displayed below the field and announced with it. */
  error?: string;
  hint?: ReactNode;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
  className?: string;
};

/** Props that connect a control to its label, hint and error. */
export type FieldWiring = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/**
 * Label, control, hint and error, connected for screen readers. `children` renders the control with
 * the given props.
 */
export function Field({
  label,
  error,
  hint,
  optional,
  hideLabel,
  className = '',
  children,
}: FieldText & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        <span>{label}</span>
        {optional && <span className="field-optional"> {m.optional()}</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** An error message with its icon; for groups with their own ARIA attributes. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon of={CircleX} />
      <span>{children}</span>
    </p>
  );
}

type Control<Tag extends 'input' | 'select' | 'textarea'> = FieldText &
  Omit<ComponentProps<Tag>, keyof FieldText> & {
    /** The smaller field of the admin. */
    admin?: boolean;
    /** Classes of the control itself; `className` applies to the whole field. */
    boxClass?: string;
  };

const boxClasses = (admin: boolean | undefined, more = '') => `input ${admin ? 'input-admin' : ''} ${more}`;

/** A single-line input. Pass the right `type`, `autoComplete`, `inputMode` and `maxLength`. */
export function TextField({
  label,
  error,
  hint,
  optional,
  hideLabel,
  className,
  admin,
  boxClass,
  ...rest
}: Control<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => <input type="text" {...rest} {...wiring} className={boxClasses(admin, boxClass)} />}
    </Field>
  );
}

export function TextareaField({
  label,
  error,
  hint,
  optional,
  hideLabel,
  className,
  admin,
  boxClass,
  ...rest
}: Control<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => <textarea {...rest} {...wiring} className={boxClasses(admin, boxClass)} />}
    </Field>
  );
}

/** A native select; `children` are its options. */
export function SelectField({
  label,
  error,
  hint,
  optional,
  hideLabel,
  className,
  admin,
  boxClass,
  ...rest
}: Control<'select'>) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => <select {...rest} {...wiring} className={`select ${boxClasses(admin, boxClass)}`} />}
    </Field>
  );
}

/** A select for a toolbar: 44 px, with its label for screen readers only. */
export function Select({
  label,
  admin,
  className = '',
  ...rest
}: ComponentProps<'select'> & { label: string; admin?: boolean }) {
  return <select aria-label={label} {...rest} className={`select ${admin ? 'input-admin pr-8' : ''} ${className}`} />;
}

/** A checkbox with its label on the right; the whole line is clickable. */
export function Checkbox({ label, className = '', ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={`check ${className}`}>
      <input type="checkbox" {...rest} className="box" />
      <span>{label}</span>
    </label>
  );
}
