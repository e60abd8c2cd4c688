import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextareaField, TextField } from '#web/ui/field.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import type { Fields } from '../../ui/use-form.ts';
import { type EditedRecord, useRecord } from '../../ui/use-record.ts';
import { BackToPayment, SetupLinks } from '../setup-links.tsx';
import { OwnAccountsPart } from './own-accounts-part.tsx';
import { builtIn, type ProofForm, type SourceName } from './proof-form.ts';
import { LOAD_FAILED, proofRecord } from './proof-record.ts';
import { SOURCES, SourceRule } from './source-rule.tsx';

interface PartProps {
  value: ProofForm;
  fields: Fields<ProofForm>;
  record: EditedRecord<ProofForm>;
}

/** The rules for proof by bank credits (D55): what may confirm an order without a person. */
export function ProofRules() {
  const record = useRecord(proofRecord);
  return (
    <div className="grid gap-4">
      <BackToPayment />
      <div className="overview">
        <div className="overview-col">
          <RecordForm title="What proves a payment" record={record} action="Save rules" loadFailed={LOAD_FAILED}>
            {(value, fields) => (
              <>
                <OwnAccountsPart value={value} record={record} />
                {(Object.keys(SOURCES) as SourceName[]).map((source) => (
                  <fieldset key={source} className="record-part grid gap-3">
                    <legend>{SOURCES[source].title}</legend>
                    <SourceRule source={source} value={value} fields={fields} />
                  </fieldset>
                ))}
                <WithoutTyping fields={fields} />
                <Mailbox value={value} fields={fields} record={record} />
                <NameList kind="senders" value={value} record={record} />
                <NameList kind="domains" value={value} record={record} />
                <SigningKeys value={value} fields={fields} record={record} />
              </>
            )}
          </RecordForm>
        </div>
        <div className="overview-col">
          <SetupLinks without="rules" />
        </div>
      </div>
    </div>
  );
}

/** The two ways in which a payment needs no UTR from the shopper (D61). */
function WithoutTyping({ fields }: Pick<PartProps, 'fields'>) {
  return (
    <fieldset className="record-part grid gap-3">
      <legend>Paid without typing</legend>
      <div>
        <Checkbox label="By order number" {...fields.tick('byNumber')} />
        <p className="hint">
          When your bank’s report shows the order number that our payment link writes into the note, and the amount is
          that order’s total, nobody types a UTR.
        </p>
      </div>
      <div>
        <Checkbox label="By exact paise" {...fields.tick('byPaise')} />
        <p className="hint">
          Each total becomes an amount of its own, so a payment is recognised even without a note. It costs you up to 99
          paise an order, which the shopper sees as ‘Payment code’.
        </p>
      </div>
    </fieldset>
  );
}

function Mailbox({ value, fields, record }: PartProps) {
  const { mailbox, password, passwordSet } = value;
  const own = fields.part('mailbox');
  const field = (name: keyof ProofForm['mailbox'], label: string, placeholder: string, hint?: string) => (
    <TextField
      label={label}
      {...own.text(name)}
      admin
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={placeholder}
      maxLength={200}
      hint={hint}
    />
  );
  return (
    <fieldset className="record-part grid gap-4">
      <legend>Mailbox with the bank’s emails</legend>
      <p className="hint">The shop reads new emails and never marks, moves or deletes one. Use a mailbox of its own.</p>
      <div className="record-grid">
        {field('host', 'IMAP server', 'imap.gmail.com')}
        {field('port', 'Port', '993')}
        {field('user', 'User', 'payments@example.com')}
        <TextField
          label="Password"
          name="mailbox.password"
          admin
          type="password"
          autoComplete="new-password"
          maxLength={500}
          placeholder={passwordSet ? 'Saved' : ''}
          hint="An app password, if your provider has them. It is stored encrypted and never shown again."
          value={password}
          error={record.errors['mailbox.password']}
          onChange={(event) => record.edit({ password: event.target.value })}
        />
      </div>
      {field(
        'address',
        'Address the bank writes to',
        mailbox.user.includes('@') ? mailbox.user : 'payments@example.com',
        'Only emails to this address are believed, so that nobody can pass on an email of their own bank. Empty: the user above, if it is an address.',
      )}
      {passwordSet && (
        <Button
          variant="quiet"
          size="admin"
          className="justify-self-start"
          onClick={() => record.edit({ passwordSet: false, password: '' })}
        >
          Remove the saved password
        </Button>
      )}
      {field(
        'authservId',
        'Name of the checking server',
        'mx.google.com',
        'The first word of “Authentication-Results” in an email’s source. An email can bring forged results along; only those of this server count. Without it, no mail is believed.',
      )}
    </fieldset>
  );
}

const LISTS = {
  senders: {
    legend: 'Senders of bank SMS',
    hint: 'One bank a line: “HDFC: HDFCBK, HDFCBN”. Look-alikes such as HDFC8K exist: add only names from real messages of your bank.',
  },
  domains: {
    legend: 'Senders of bank emails',
    hint: 'One bank a line: “HDFC: hdfcbank.net”. Whoever owns a domain in this list can confirm orders: add only your bank’s own.',
  },
};

function NameList({ kind, value, record }: Omit<PartProps, 'fields'> & { kind: 'senders' | 'domains' }) {
  const text = value[kind];
  const error = Object.entries(record.errors).find(([path]) => path === kind || path.startsWith(`${kind}.`))?.[1];
  const { legend, hint } = LISTS[kind];
  return (
    <fieldset className="record-part grid gap-3">
      <legend>{legend}</legend>
      {text === null ? (
        <p className="hint">The built-in list of Indian banks and payment apps.</p>
      ) : (
        <TextareaField
          label={legend}
          hideLabel
          name={kind}
          admin
          boxClass="mono"
          rows={6}
          spellCheck={false}
          hint={hint}
          error={error}
          value={text}
          onChange={(event) => record.edit({ [kind]: event.target.value })}
        />
      )}
      <Button
        variant="quiet"
        size="admin"
        className="justify-self-start"
        onClick={() => record.edit({ [kind]: text === null ? builtIn(kind) : null })}
      >
        {text === null ? 'Edit the list' : 'Use the built-in list'}
      </Button>
    </fieldset>
  );
}

/** The forwarder apps that can sign what they post. */
const SIGNING_APPS = [
  {
    id: 'SMS Gateway for Android',
    note: 'Signs the whole message: with a key, a stranger who learns your address can do nothing.',
  },
  {
    id: 'SmsForwarder',
    note: 'Signs only the time, not the text: the key keeps strangers out, but does not prove the words.',
  },
];

function SigningKeys({ value, record }: PartProps) {
  const { keys, signedApps } = value;
  return (
    <fieldset className="record-part grid gap-4">
      <legend>Signing keys</legend>
      <p className="hint">
        Some apps sign what they send. Enter the key here and in the app. From then on, your shop takes signed messages
        only, so leave it empty if another phone of yours sends without one.
      </p>
      {SIGNING_APPS.map(({ id, note }) => {
        const saved = signedApps.includes(id);
        return (
          <div key={id} className="grid gap-2">
            <TextField
              label={id}
              name={`signingKeys.${id}`}
              admin
              type="password"
              autoComplete="new-password"
              maxLength={500}
              placeholder={saved ? 'Saved' : 'No key'}
              hint={note}
              value={keys[id] ?? ''}
              error={record.errors[`signingKeys.${id}`]}
              onChange={(event) => record.edit({ keys: { ...keys, [id]: event.target.value } })}
            />
            {saved && (
              <Button
                variant="quiet"
                size="admin"
                className="justify-self-start"
                onClick={() => record.edit({ signedApps: signedApps.filter((app) => app !== id) })}
              >
                Remove the key
              </Button>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
