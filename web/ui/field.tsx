import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from './icon.tsx';
import { CircleX } from './icons.ts';

type FieldText = {
  label: ReactNode;
  /** The specification's sentence; shown under the box and read with it. */
  error?: string;
  hint?: ReactNode;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /** The label is there for screen readers only. */
  hideLabel?: boolean;
  className?: string;
};

/** What a control needs to be tied to its label, hint and error. */
export type FieldWiring = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/** Label, control, hint and error, wired for screen readers. `children` draws the control with the wiring it is given. */
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
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
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

/** An error's sentence with its icon; for groups that build their own wiring. */
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
    /** The admin's smaller box. */
    admin?: boolean;
    /** Classes of the box itself; `className` goes to the whole field. */
    boxClass?: string;
  };

const boxClasses = (admin: boolean | undefined, more = '') => `input ${admin ? 'input-admin' : ''} ${more}`;

/** A single line. Give it the right `type`, `autoComplete`, `inputMode` and `maxLength`. */
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
    <Field {...{ label, error, hint, optional, hideLabel, className }}>
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
    <Field {...{ label, error, hint, optional, hideLabel, className }}>
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
    <Field {...{ label, error, hint, optional, hideLabel, className }}>
      {(wiring) => <select {...rest} {...wiring} className={`select ${boxClasses(admin, boxClass)}`} />}
    </Field>
  );
}

/** A select that stands in a toolbar: 44 px, its label for screen readers only. */
export function Select({ label, className = '', ...rest }: ComponentProps<'select'> & { label: string }) {
  return <select aria-label={label} {...rest} className={`select ${className}`} />;
}

/** A tick box with its words at the right; the whole line can be pressed. */
export function Checkbox({ label, className = '', ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={`check ${className}`}>
      <input type="checkbox" {...rest} className="box" />
      <span>{label}</span>
    </label>
  );
}
