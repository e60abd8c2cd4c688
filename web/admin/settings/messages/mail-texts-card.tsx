import { useQuery } from '@tanstack/react-query';
import {
  inEverySubject,
  MAIL_KINDS,
  MAIL_TEXTS,
  mailPlaceholders,
  mailText,
  mailTextFault,
  type ShopperMailKind,
  statedFacts,
} from '#shop/settings/mail-texts.ts';
import type { MessageSettings } from '#shop/settings/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall } from '../../lib/session.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { type EditedRecord, useRecord } from '../../ui/use-record.ts';
import { useRested } from '../../ui/use-rested.ts';
import { useTestMail } from '../shop-api.ts';
import { LOAD_FAILED, messagesRecord, useOpenText } from './messages-record.ts';
import { Placeholders, TemplateField } from './template-field.tsx';

/** Subject and text of the mails to shoppers, with a preview and a test. */
export function MailTexts() {
  const record = useRecord(messagesRecord);
  const [kind, setKind] = useOpenText<ShopperMailKind>('mails', MAIL_KINDS, 'order_received', record.errors);
  const own = MAIL_TEXTS[kind];
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <RecordForm title="Emails to shoppers" record={record} action="Save messages" loadFailed={LOAD_FAILED}>
        {({ mails }) => (
          <>
            <SelectField
              label="Email"
              admin
              value={kind}
              onChange={(event) => setKind(event.target.value as ShopperMailKind)}
            >
              {MAIL_KINDS.map((id) => (
                <option key={id} value={id}>
                  {`${MAIL_TEXTS[id].label}${mails[id] ? ' (your text)' : ''}`}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Subject"
              name={`mails.${kind}.subject`}
              admin
              maxLength={120}
              value={mails[kind]?.subject ?? own.subject}
              error={record.errors[`mails.${kind}.subject`]}
              onChange={(event) => editMail(record, kind, { subject: event.target.value })}
            />
            <TemplateField
              label="Text"
              name={`mails.${kind}.text`}
              value={mails[kind]?.text ?? own.text}
              original={own.text}
              error={record.errors[`mails.${kind}.text`]}
              onChange={(text) => editMail(record, kind, { text })}
            />
            <p className="hint">{alwaysIn(kind)}</p>
            <Placeholders names={mailPlaceholders(kind)} sample={SAMPLE} />
          </>
        )}
      </RecordForm>
      {record.value && <MailPreview kind={kind} value={record.value} />}
    </div>
  );
}

/** What the owner cannot lose by rewriting. */
function alwaysIn(kind: ShopperMailKind): string {
  const number = inEverySubject(kind);
  const facts = statedFacts(kind);
  return [
    `Below your text the shop always adds ${MAIL_TEXTS[kind].added}.`,
    ...(number ? [`The ${number} number is in every subject.`] : []),
    ...(facts.length > 0 ? [`If your text leaves them out, the shop adds these lines too: ${facts.join(', ')}.`] : []),
  ].join(' ');
}

const SAMPLE = {
  name: 'Ananya Iyer',
  order: 'ORD1795113600037',
  shop: 'the name of your shop',
  total: '₹1,249',
  date: '20 Nov 2026, 12:00 pm',
  next: 'what happens next',
  reason: 'your reason',
  problem: 'Damaged',
  refund: 'amount and reference',
  ticket: 'K-7F3K-9Q2M',
  officer: 'your grievance officer',
  answer_by: '20 Dec 2026',
  product: 'California Almonds (250g)',
  code: '123456',
};

/** Rewrites a part of one mail; one that is the shop's own again is left out. */
function editMail(
  record: EditedRecord<MessageSettings>,
  kind: ShopperMailKind,
  change: { subject?: string; text?: string },
) {
  record.change((current) => {
    const texts = { ...current.mails[kind], ...change };
    for (const part of ['subject', 'text'] as const) if (texts[part] === MAIL_TEXTS[kind][part]) delete texts[part];
    const mails = { ...current.mails, [kind]: texts };
    if (Object.keys(texts).length === 0) delete mails[kind];
    return { ...current, mails };
  });
}

/**
 * The mail as a shopper gets it, with example values. It has no scripts, and the policy of this
 * page would not run any.
 */
function MailPreview({ kind, value }: { kind: ShopperMailKind; value: MessageSettings }) {
  const { subject, text } = mailText(value.mails, kind);
  const body = useRested({ kind, subject, text });
  const fault = mailTextFault(kind, 'subject', subject) ?? mailTextFault(kind, 'text', text);
  const preview = useQuery({
    queryKey: ['settings', 'messages', 'preview', body],
    queryFn: ({ signal }) => adminCall('POST /settings/messages/preview', { body }, { signal }),
    enabled: fault === null && body.kind === kind,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  const test = useTestMail(() => adminCall('POST /settings/messages/test', { body: { kind, subject, text } }));
  return (
    <section className="admin-card self-start" aria-label="Preview">
      <header className="card-head">
        <h2>Preview</h2>
        <span>{MAIL_TEXTS[kind].label}</span>
      </header>
      <div className="card-body grid gap-3">
        {fault && <Note tone="warn">{fault}</Note>}
        {!fault && preview.data && (
          <>
            <p className="wrap-anywhere">
              <span className="text-ink-soft">Subject:</span> <b>{preview.data.subject}</b>
            </p>
            <iframe
              title={`Preview of the email ‘${MAIL_TEXTS[kind].label}’`}
              className="h-144 w-full rounded-card border border-admin-line"
              srcDoc={preview.data.html}
            />
          </>
        )}
        <Button
          variant="quiet"
          size="admin"
          className="justify-self-start"
          busy={test.isPending}
          busyText="Sending…"
          onClick={() => (fault ? toast.error(fault) : test.mutate())}
        >
          Send me a test
        </Button>
      </div>
    </section>
  );
}
