import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { useForm } from '../ui/use-form.ts';

/** Parts of the dialogs about an order. */

export type NamedOrder = { orderNumber: string } & ({ name: string } | { shippingAddress: { name: string } });

export const nameOf = (order: NamedOrder) => ('name' in order ? order.name : order.shippingAddress.name);

/** Names the order that the dialog is about (G6). */
export function WhichOrder({ order }: { order: NamedOrder }) {
  return (
    <p className="wrap-anywhere">
      <b className="mono">{order.orderNumber}</b> · {nameOf(order)}
    </p>
  );
}

/** Why the answer was not saved although nothing in it is wrong. */
export function Outdated({ sentence }: { sentence: string | undefined }) {
  if (!sentence) return null;
  return (
    <Note tone="warn" live="alert">
      {sentence}
    </Note>
  );
}

export function FormButtons({ close, back, children }: { close: () => void; back: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="quiet" size="admin" onClick={close}>
        {back}
      </Button>
      {children}
    </div>
  );
}

/** The error of a text that must not be empty. */
export const required = (text: string, missing: string) => (text.trim() ? undefined : missing);

/** Of a reason that goes into an email. */
export const MAILED = { most: 500, hint: 'The shopper reads it in the email.' };

export interface ReasonFormProps {
  about: ReactNode;
  /** The error when the reason is empty. */
  missing: string;
  most: number;
  hint: string;
  back?: string;
  confirm: string;
  busy: boolean;
  busyText?: string;
  outdated?: string | undefined;
  onReason: (reason: string) => void;
  onClose: () => void;
  /** What will happen. */
  children?: ReactNode;
}

/** A question that is answered by a reason. */
export function ReasonForm({ about, children, back = 'Back', busyText = 'Saving…', ...props }: ReasonFormProps) {
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: required(reason, props.missing) }),
    onSubmit: ({ reason }) => props.onReason(reason.trim()),
  });
  return (
    <form className="grid gap-4" {...form.props}>
      {about}
      {children && <p className="text-ink-soft">{children}</p>}
      <TextareaField label="Reason" admin {...form.text('reason')} maxLength={props.most} hint={props.hint} />
      <Outdated sentence={props.outdated} />
      <FormButtons close={props.onClose} back={back}>
        <Button type="submit" size="admin" variant="bad" busy={props.busy} busyText={busyText}>
          {props.confirm}
        </Button>
      </FormButtons>
    </form>
  );
}
