import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import rules from '#messages/contact-rules';
import m from '#messages/pages';
import type { ContactField, ContactForm as Message } from '#shop/contacts/contacts.ts';
import { CONTACT_FIELDS, CONTACT_LENGTHS, checkContact } from '#shop/contacts/contacts.ts';
import {
  checkEnquiry,
  ENQUIRY_FIELDS,
  type EnquiryField,
  type EnquiryForm,
  toEnquiry,
} from '#shop/contacts/enquiry.ts';
import type { ContactPage } from '#shop/content/content.ts';
import { call, isApiError, isUnreachable } from '#web/lib/api.ts';
import { DataNotice } from '#web/lib/data-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextareaField, TextField } from '#web/ui/field.tsx';
import { showFirstError } from '#web/ui/first-error.ts';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { GiftFields } from './gift-fields.tsx';

const EMPTY: Message = { name: '', email: '', phone: '', subject: '', message: '' };
type Errors = Partial<Record<ContactField | EnquiryField, string>>;

/** Field errors from the server. */
function fieldErrors(errors: { path: string; msg: string }[]): Errors {
  const found: Errors = {};
  for (const { path, msg } of errors) {
    const field = [...CONTACT_FIELDS, ...ENQUIRY_FIELDS].find((name) => path === name || path === `enquiry.${name}`);
    if (field) found[field] ??= msg;
  }
  return found;
}

/** The contact form with the messages of R1.5; it resets on success. */
export function ContactForm({ texts, promise }: { texts: ContactPage['form']; promise: string }) {
  const [message, setMessage] = useState(EMPTY);
  const [complaint, setComplaint] = useState(false);
  const [gifts, setGifts] = useState<EnquiryForm | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const failed = Object.keys(errors).length > 0;

  const show = (found: Errors) => {
    showFirstError(form.current, () => setErrors(found));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found: Errors = checkContact(message);
    if (gifts) Object.assign(found, checkEnquiry(gifts, Date.now()));
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await call('POST /contacts', { body: { ...message, complaint, enquiry: gifts && toEnquiry(gifts) } });
      setMessage(EMPTY);
      setComplaint(false);
      setGifts(null);
      toast.success(rules.sent());
    } catch (error) {
      if (!isApiError(error)) throw error;
      show(fieldErrors(error.errors));
      toast.error(isUnreachable(error) && error.status !== 429 ? rules.failed() : error.message);
    } finally {
      setBusy(false);
    }
  };
  const field = (name: ContactField) => ({
    name,
    value: message[name],
    error: errors[name],
    maxLength: CONTACT_LENGTHS[name],
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setMessage((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _cleared, ...others }) => others);
    },
  });

  const changeGifts = (changed: EnquiryForm | null, fields: readonly EnquiryField[]) => {
    setGifts(changed);
    setErrors((before) => {
      const others = { ...before };
      for (const name of fields) delete others[name];
      return others;
    });
  };

  return (
    <form ref={form} className="panel" method="post" noValidate onSubmit={submit}>
      <h2 className="mb-4.5 text-display-sm">{texts.title}</h2>
      <noscript>
        <Note tone="warn" className="mb-4.5">
          {m.formScript()}
        </Note>
      </noscript>
      {failed && (
        <Note tone="bad" live="alert" className="mb-4.5">
          {rules.invalid()}
        </Note>
      )}
      <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
        <TextField label={texts.nameLabel} autoComplete="name" required {...field('name')} />
        <TextField label={texts.emailLabel} type="email" autoComplete="email" required {...field('email')} />
        <TextField label={texts.phoneLabel} type="tel" autoComplete="tel" inputMode="tel" {...field('phone')} />
        <TextField label={texts.subjectLabel} autoComplete="off" required {...field('subject')} />
        <TextareaField label={texts.messageLabel} className="sm:col-span-2" rows={5} required {...field('message')} />
        <GiftFields gifts={gifts} errors={errors} onChange={changeGifts} />
        <div className="sm:col-span-2">
          <Checkbox
            label={m.complaint()}
            name="complaint"
            checked={complaint}
            aria-describedby="complaint-hint"
            onChange={({ target }) => setComplaint(target.checked)}
          />
          <p id="complaint-hint" className="hint">
            {m.complaintHint()}
          </p>
        </div>
      </div>
      <DataNotice of="contact" className="mt-4" />
      <Button type="submit" size="lg" className="mt-3" busy={busy} busyText={texts.submittingText}>
        {texts.submitText}
      </Button>
      <p className="hint mt-3">{promise}</p>
    </form>
  );
}
