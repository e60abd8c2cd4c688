import '#web/ui/facts.css';
import { useState } from 'react';
import type { Contact } from '#shop/contacts/contact-input.ts';
import { CLOSING_NOTE_LENGTH, type GrievanceStep } from '#shop/contacts/grievances.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { useForm } from '../ui/use-form.ts';

interface Props {
  contact: Contact;
  busy: boolean;
  onStep: (contact: Contact, step: GrievanceStep, note?: string) => void;
}

/** A message in the grievance register: until when to acknowledge and settle it. */
export function Grievance({ contact, busy, onStep }: Props) {
  const [closing, setClosing] = useState(false);
  const { grievance } = contact;
  const step = (name: GrievanceStep) => () => onStep(contact, name);
  if (!grievance) {
    return (
      <Button variant="quiet" size="admin" className="justify-self-start" busy={busy} onClick={step('register')}>
        Register as a complaint
      </Button>
    );
  }
  const { acknowledgeBy, acknowledgedAt, resolveBy, closedAt, closingNote, overdue } = grievance;
  const open = closedAt === null;
  return (
    <section aria-labelledby="grievance">
      <h3 id="grievance">Complaint</h3>
      {overdue && (
        <Note tone="bad" className="mb-3">
          This complaint is overdue.
        </Note>
      )}
      <dl className="kv">
        <dt>{acknowledgedAt === null ? 'Acknowledge by' : 'Acknowledged'}</dt>
        <dd>{formatDateTime(acknowledgedAt ?? acknowledgeBy)}</dd>
        <dt>{open ? 'Settle by' : 'Closed'}</dt>
        <dd>{formatDateTime(closedAt ?? resolveBy)}</dd>
        {!open && (
          <>
            <dt>How it was settled</dt>
            <dd>{closingNote}</dd>
          </>
        )}
      </dl>
      {open && closing && <CloseForm busy={busy} onClose={(note) => onStep(contact, 'close', note)} />}
      {open && !closing && (
        <p className="mt-3 flex flex-wrap gap-2">
          {acknowledgedAt === null && (
            <Button size="admin" busy={busy} busyText="Sending…" onClick={step('acknowledge')}>
              Acknowledge by email
            </Button>
          )}
          <Button variant="quiet" size="admin" onClick={() => setClosing(true)}>
            Close with a note…
          </Button>
          <Button variant="quiet" size="admin" busy={busy} onClick={step('withdraw')}>
            Mark as not a complaint
          </Button>
        </p>
      )}
    </section>
  );
}

function CloseForm({ busy, onClose }: { busy: boolean; onClose: (note: string) => void }) {
  const form = useForm({
    start: { note: '' },
    check: ({ note }) => ({ note: note.trim() ? null : 'Please write how the complaint was settled' }),
    busy,
    onSubmit: ({ note }) => onClose(note.trim()),
  });
  return (
    <form className="mt-3 grid gap-3" {...form.props}>
      <TextareaField
        label="How it was settled"
        admin
        {...form.text('note')}
        rows={3}
        maxLength={CLOSING_NOTE_LENGTH}
        hint="This note stays in your register. To write to the sender, use Reply by email."
      />
      <Button type="submit" size="admin" className="justify-self-start" busy={busy} busyText="Saving…">
        Close the complaint
      </Button>
    </form>
  );
}
