import '#web/ui/facts.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '#shop/contacts/contact-input.ts';
import { CONTACT_LENGTHS, CONTACT_PRIORITIES, CONTACT_STATUSES } from '#shop/contacts/contacts.ts';
import type { GrievanceStep } from '#shop/contacts/grievances.ts';
import { formatDate, formatDateTime, noonOf } from '#shop/india/dates.ts';
import { groupIndian } from '#shop/money/money.ts';
import { Drawer } from '#web/admin/ui/drawer.tsx';
import { isApiError } from '#web/lib/api.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextareaField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { Mail, Trash2 } from '#web/ui/page-icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { OutdatedNote } from '../ui/outdated-note.tsx';
import { type Draft, type Fields, fieldsOf, useForm } from '../ui/use-form.ts';
import { useKept } from '../ui/use-kept.ts';
import { useRecord } from '../ui/use-record.ts';
import { PRIORITY, STATUS } from './contact-words.ts';
import {
  contactCalls,
  contactRecord,
  LOAD_FAILED,
  type StoredContact,
  storedContact,
  type Triage,
} from './contacts-api.ts';
import { Grievance } from './grievance.tsx';

/** One message in a drawer on the right; full screen on a phone. Its id is in the URL. */
export function ContactDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Drawer open={id !== null} onClose={onClose} label="Message">
      {id !== null && <Sheet key={id} id={id} onClose={onClose} />}
    </Drawer>
  );
}

function Sheet({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['contacts'] });
  const record = useRecord(contactRecord(id, refresh));
  const contact = (record.stored as StoredContact | undefined)?.contact;
  const [asking, setAsking] = useState<'reply' | 'delete' | null>(null);
  const calls = useContactCalls(
    id,
    refresh,
    (before, after) => record.takeOver(storedContact(before), storedContact(after)),
    (done) => {
      setAsking(null);
      if (done === 'delete') onClose();
    },
  );
  return (
    <div className="admin-drawer">
      <header>
        <div className="min-w-0">
          <h2 className="contact-title">{contact?.subject ?? 'Message'}</h2>
          {contact && (
            <p className="wrap-anywhere text-ink-soft">
              {contact.name} · {formatDateTime(contact.createdAt)}
            </p>
          )}
        </div>
        <span className="admin-drawer-status">
          {contact && (
            <StatusPill tone={STATUS[contact.status].tone} admin>
              {STATUS[contact.status].label}
            </StatusPill>
          )}
        </span>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="admin-drawer-body" aria-label="Message details" tabIndex={0}>
        {record.failed && <ErrorNote message={LOAD_FAILED} onRetry={record.retry} retrying={record.fetching} quiet />}
        {!contact && !record.failed && <ListSkeleton label="Loading the message" />}
        {contact && <Words contact={contact} />}
        {contact && <Grievance contact={contact} busy={calls.busy} onStep={calls.step} />}
        {contact && record.value && <TriageFields {...fieldsOf(record.value, record.errors, record.change)} />}
      </section>
      {contact && (
        <footer>
          {record.outdated && <OutdatedNote what="message" onLatest={record.clear} onMine={record.keepMine} />}
          <Button variant="line" size="admin" onClick={() => setAsking('delete')}>
            <Icon of={Trash2} /> Delete
          </Button>
          <span className="flex-1">{record.dirty && <small className="text-ink-soft">Not saved yet</small>}</span>
          <Button variant="quiet" size="admin" onClick={() => setAsking('reply')}>
            <Icon of={Mail} /> Reply by email
          </Button>
          {!record.outdated && (
            <Button size="admin" busy={record.busy} busyText="Saving…" onClick={() => void record.submit()}>
              Save
            </Button>
          )}
        </footer>
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        title="Delete this message?"
        action="Delete"
        busyText="Deleting…"
        busy={calls.busy}
        onClose={() => setAsking(null)}
        onConfirm={calls.remove}
      >
        <p>
          The message of <b>{contact?.name}</b>, ‘{contact?.subject}’, is deleted for good, with your notes.
        </p>
      </ConfirmDialog>
      <Dialog open={asking === 'reply'} onClose={() => setAsking(null)} title="Reply by email">
        {contact && (
          <ReplyForm
            contact={contact}
            busy={calls.busy}
            onCancel={() => setAsking(null)}
            onSend={(message, onSent) => calls.reply(message, contact, onSent)}
          />
        )}
      </Dialog>
    </div>
  );
}

function Words({ contact }: { contact: Contact }) {
  const { message, enquiry, email, phone, id, reply, repliedAt } = contact;
  return (
    <>
      <p className="contact-words">{message}</p>
      <dl className="kv">
        <dt>Email</dt>
        <dd>
          <a className="link admin-link" href={`mailto:${email}`}>
            {email}
          </a>
        </dd>
        {phone && (
          <>
            <dt>Phone</dt>
            <dd>
              <a className="link admin-link num" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                {phone}
              </a>
            </dd>
          </>
        )}
        {enquiry && (
          <>
            <dt>Gifts for a company</dt>
            <dd className="wrap-anywhere">{enquiry.company}</dd>
            <dt>Packs</dt>
            <dd className="num">{groupIndian(enquiry.packs)}</dd>
            <dt>Needed by</dt>
            <dd className="num">{formatDate(noonOf(enquiry.neededBy))}</dd>
          </>
        )}
        <dt>Reference</dt>
        <dd className="mono">{id}</dd>
      </dl>
      {reply && (
        <section>
          <h3>{repliedAt === null ? 'Last reply' : `Last reply, ${formatDateTime(repliedAt)}`}</h3>
          <p className="review-reply">{reply}</p>
        </section>
      )}
    </>
  );
}

function TriageFields({ text }: Fields<Triage>) {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Status" admin {...text('status')}>
          {CONTACT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS[status].label}
            </option>
          ))}
        </SelectField>
        <SelectField label="Priority" admin {...text('priority')}>
          {CONTACT_PRIORITIES.map((priority) => (
            <option key={priority} value={priority}>
              {PRIORITY[priority].label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextareaField
        label="Admin notes"
        admin
        {...text('adminNotes')}
        rows={3}
        maxLength={5000}
        placeholder="Only admins see this"
      />
    </div>
  );
}

function ReplyForm({
  contact,
  busy,
  onCancel,
  onSend,
}: {
  contact: Contact;
  busy: boolean;
  onCancel: () => void;
  onSend: (message: string, onSent: () => void) => void;
}) {
  const form = useForm({
    start: { message: '' },
    // Outdated once a reply has been sent since this one was begun, by someone else or by a request
    // whose response was lost.
    version: contact.repliedAt ?? undefined,
    kept: useKept<Draft<{ message: string }>>(['contact-reply', contact.id]),
    check: ({ message }) => ({ message: message.trim() ? null : 'Please write a reply' }),
    busy,
    onSubmit: ({ message }) => {
      onSend(message.trim(), form.clear);
    },
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <p className="text-ink-soft">
        To {contact.email}, with the subject ‘Re: {contact.subject}’. Greeting, brand and their own words are added.
      </p>
      <TextareaField label="Reply" admin {...form.text('message')} rows={7} maxLength={CONTACT_LENGTHS.message} />
      {form.outdated && (
        <Note tone="warn" live="alert">
          <p>A reply has been sent since you began yours. It says:</p>
          <p className="review-reply mt-2">{contact.reply}</p>
        </Note>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onCancel}>
          Cancel
        </Button>
        {form.outdated ? (
          // Its own element: a button that turned into the submit button under the press would
          // send.
          <Button key="keep" size="admin" variant="quiet" onClick={form.keepMine}>
            Keep my reply
          </Button>
        ) : (
          <Button key="send" type="submit" size="admin" busy={busy} busyText="Sending…">
            Send
          </Button>
        )}
      </div>
    </form>
  );
}

/** The reply and delete requests, with the toasts of R2.8. */
function useContactCalls(
  id: string,
  refresh: () => void,
  onReplied: (before: Contact, after: Contact) => void,
  onDone: (done: 'reply' | 'delete') => void,
) {
  const failed = (error: unknown, sentence: string) => {
    if (isSignedOut(error)) return;
    const changed = isApiError(error) && (error.status === 409 || error.status === 404);
    toast.error(changed ? serverSentence(error, sentence) : sentence);
    if (changed) refresh();
  };
  const reply = useMutation({
    mutationFn: ({ message, contact }: { message: string; contact: Contact }) =>
      contactCalls.reply(id, message, contact.version),
    onSuccess: ({ message, contact: after }, { contact: before }) => {
      onReplied(before, after);
      onDone('reply');
      toast.success(message);
      refresh();
    },
    onError: (error) => failed(error, 'Failed to send the reply'),
  });
  const step = useMutation({
    mutationFn: ({ step, note, contact }: { step: GrievanceStep; note?: string | undefined; contact: Contact }) =>
      contactCalls.grievance(id, step, contact.version, note),
    onSuccess: ({ message, contact: after }, { contact: before }) => {
      onReplied(before, after);
      toast.success(message);
      refresh();
    },
    onError: (error) => failed(error, 'Failed to save the complaint'),
  });
  const remove = useMutation({
    mutationFn: () => contactCalls.remove(id),
    onSuccess: ({ message }) => {
      onDone('delete');
      toast.success(message);
      refresh();
    },
    onError: (error) => failed(error, 'Failed to delete contact message'),
  });
  return {
    busy: reply.isPending || remove.isPending || step.isPending,
    step: (contact: Contact, name: GrievanceStep, note?: string) => step.mutate({ step: name, note, contact }),
    reply: (message: string, contact: Contact, onSent: () => void) =>
      reply.mutate({ message, contact }, { onSuccess: onSent }),
    remove: () => remove.mutate(),
  };
}
