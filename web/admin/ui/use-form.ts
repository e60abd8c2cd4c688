import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';

/** The path of a field, such as 'accounts.0.bank' → what is wrong with it. */
export type Errors = Readonly<Record<string, string>>;

/** As a check returns it: fields may have nothing wrong. */
export type Check = Readonly<Record<string, string | null | undefined>>;

/** What is typed, and the version of the stored value that it is based on. */
export interface Draft<Value> {
  value: Value;
  base: number | string | undefined;
}

/** A state whose setter takes a function: `useState`, or `useKept`. */
type DraftState<Value> = readonly [
  Draft<Value> | null,
  (next: (now: Draft<Value> | null) => Draft<Value> | null) => void,
];

export interface FormOptions<Value> {
  /** What the fields show until something is typed: empty, or what is stored. */
  start: Value;
  /** Of the stored value. What is typed on another one is outdated: it is not sent. */
  version?: number | string | undefined;
  /** `useKept(name)` keeps what is typed when the form is closed. */
  kept?: DraftState<Value>;
  /** With a schema `firstErrors(Schema, value)`. Nothing is sent while something is wrong. */
  check?: (value: Value) => Check;
  /** A toast when something is wrong, beside the errors. */
  incomplete?: (value: Value) => string | null;
  /**
   * Sends the checked value. When it rejects, the errors of the response go to their fields, and a
   * toast says the response's sentence, or `failed` without one.
   */
  onSubmit: (value: Value) => unknown;
  failed?: string;
  /** Of a request that is sent elsewhere: whether it is under way, and the errors of its response. */
  busy?: boolean;
  refused?: Errors | undefined;
  /** The first field gets the focus when the form opens. */
  focus?: boolean;
}

/** What every admin form does: see 'An admin form' in docs/architecture.md. */
export function useForm<Value>(options: FormOptions<Value>) {
  const { start, version, refused, focus } = options;
  const element = useRef<HTMLFormElement>(null);
  const own = useState<Draft<Value> | null>(null);
  const [kept, setDraft] = options.kept ?? own;
  const [errors, setErrors] = useState<Errors>({});
  const [refusals, setRefusals] = useState(0);
  const [sending, setSending] = useState(false);
  // An upload that began earlier may change the value.
  const stored = useRef({ start, version });
  stored.current = { start, version };

  const draft = kept && !same(kept.value, start) ? kept : null;
  const value = draft ? draft.value : start;
  const busy = sending || options.busy === true;
  const outdated = draft !== null && !busy && draft.base !== version;

  const refuse = useCallback((wrong: Check) => {
    setErrors(found(wrong));
    setRefusals((count) => count + 1);
  }, []);
  useEffect(() => {
    if (refused) refuse(refused);
  }, [refused, refuse]);
  useEffect(() => {
    if (focus) element.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [focus]);
  useEffect(() => {
    if (refusals === 0) return;
    // A part of the form that was folded opens first.
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[data-invalid] input, [aria-invalid="true"]')?.focus();
    });
  }, [refusals]);

  const change: Change<Value> = (next, path) => {
    setErrors((now) => (path === undefined ? {} : without(now, path)));
    setDraft((now) => {
      const changed = next(now ? now.value : stored.current.start);
      if (same(changed, stored.current.start)) return null;
      return { value: changed, base: now ? now.base : stored.current.version };
    });
  };
  const clear = () => {
    setDraft(() => null);
    setErrors({});
  };
  const submit = async () => {
    if (busy || outdated) return;
    const wrong = found(options.check?.(value) ?? {});
    if (Object.keys(wrong).length > 0) {
      refuse(wrong);
      const sentence = options.incomplete?.(value);
      if (sentence) toast.error(sentence);
      return;
    }
    setErrors({});
    const sent = options.onSubmit(value);
    if (!(sent instanceof Promise)) return;
    setSending(true);
    try {
      await sent;
    } catch (error) {
      if (isSignedOut(error)) return;
      const fields = fieldErrors(error);
      if (Object.keys(fields).length > 0) refuse(fields);
      toast.error(serverSentence(error, options.failed ?? 'Failed to save. Please try again.'));
    } finally {
      setSending(false);
    }
  };

  return {
    value,
    errors,
    busy,
    dirty: draft !== null,
    outdated,
    /** The version that the value is based on. */
    base: draft ? draft.base : version,
    ...fieldsOf(value, errors, change),
    change,
    edit: (part: Partial<Value>) => change((now) => ({ ...now, ...part })),
    /** Displays errors; the first one gets the focus. */
    refuse,
    /** Forgets what is typed. */
    clear,
    /** `sent` is stored, as `version`: what was typed meanwhile stays. */
    saved: (sent: Value, version?: Draft<Value>['base']) =>
      setDraft((now) => (now && now.value !== sent ? { ...now, base: version } : null)),
    /** What is typed replaces what somebody else has stored. */
    keepMine: () => setDraft((now) => now && { ...now, base: version }),
    submit,
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

/** Without a path all errors go, with one those of its field. */
export type Change<Value> = (next: (now: Value) => Value, path?: string) => void;

type Named<Value, Kind> = {
  [Name in keyof Value & string]-?: Value[Name] extends Kind ? Name : never;
}[keyof Value & string];

/** The props of fields, by their name in the value. */
export interface Fields<Value> {
  /** Of a text field, a textarea or a select. */
  text: <Name extends Named<Value, string>>(
    name: Name,
  ) => {
    name: string;
    value: Value[Name];
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** Of a checkbox. */
  tick: <Name extends Named<Value, boolean>>(
    name: Name,
  ) => {
    name: string;
    checked: Value[Name];
    onChange: (event: { target: { checked: boolean } }) => void;
  };
  /** Of a component that returns the value itself. */
  pick: <Name extends keyof Value & string>(
    name: Name,
  ) => {
    name: string;
    value: Value[Name];
    error: string | undefined;
    onChange: (value: Value[Name]) => void;
  };
  /** The fields of a value in this one. */
  part: <Name extends keyof Value & string>(name: Name) => Fields<Value[Name]>;
}

export function fieldsOf<Value>(value: Value, errors: Errors, change: Change<Value>, before = ''): Fields<Value> {
  const at = (name: string) => `${before}${name}`;
  const set = (name: string, next: unknown) => change((now) => ({ ...now, [name]: next }), at(name));
  return {
    text: (name) => ({
      name: at(name),
      value: value[name],
      error: errors[at(name)],
      onChange: ({ target }) => set(name, target.value),
    }),
    tick: (name) => ({
      name: at(name),
      checked: value[name],
      onChange: ({ target }) => set(name, target.checked),
    }),
    pick: (name) => ({
      name: at(name),
      value: value[name],
      error: errors[at(name)],
      onChange: (next) => set(name, next),
    }),
    part: (name) =>
      fieldsOf(
        value[name],
        errors,
        (next, path) => change((now) => ({ ...now, [name]: next(now[name]) }), path),
        `${at(name)}.`,
      ),
  };
}

function found(checked: Check): Errors {
  return Object.fromEntries(Object.entries(checked).flatMap(([path, wrong]) => (wrong ? [[path, wrong]] : [])));
}

function without(errors: Errors, path: string): Errors {
  const { [path]: _, ...others } = errors;
  return others;
}

/** The errors of a response, by the path of their field. */
export function fieldErrors(error: unknown): Errors {
  return isApiError(error) ? Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])) : {};
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
