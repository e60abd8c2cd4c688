import '#web/ui/facts.css';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { STATES } from '#shop/india/india.ts';
import { COUNTRIES, type Country } from '#shop/india/phones.ts';
import type { CheckName } from '#shop/operations/api.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { adminCall, isSignedOut } from '../lib/session.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import type { Fields } from '../ui/use-form.ts';
import { type EditedRecord, useRecord } from '../ui/use-record.ts';
import { AskServer } from './ask-server.tsx';
import { FeedsCard } from './feeds-card.tsx';
import { OpeningCard } from './opening-card.tsx';
import {
  LOAD_FAILED,
  loadHealth,
  type MailWay,
  shopRecord,
  staffPricesRecord,
  urgencyRecord,
  useSending,
  useTestMail,
} from './shop-api.ts';

/**
 * Shop Settings (D1, D14): company details for footer, contact page, invoices and mails; time
 * limits; mail delivery.
 */
export default function ShopSection() {
  const record = useRecord(shopRecord);
  const mail = (record.stored as { mail?: MailWay } | undefined)?.mail;
  return (
    <div className="overview">
      <div className="overview-col">
        <RecordForm title="Who the shop is" record={record} action="Save settings" loadFailed={LOAD_FAILED}>
          {(value, fields) => <Company value={value} fields={fields} record={record} />}
        </RecordForm>
      </div>
      <div className="overview-col">
        <OpeningCard />
        <TimeLimits />
        <StaffPrices />
        {mail && <MailCard mail={mail} />}
        <FeedsCard />
        <Health />
      </div>
    </div>
  );
}

type TextKey = Exclude<keyof ShopSettings, 'countries' | 'grievanceOfficer' | 'demoData' | 'refuseOtherStates'>;

interface CompanyProps {
  value: ShopSettings;
  fields: Fields<ShopSettings>;
  record: EditedRecord<ShopSettings>;
}

function Company({ value, fields, record }: CompanyProps) {
  const text = (name: TextKey, label: string, more: Partial<ComponentProps<typeof TextField>> = {}) => (
    <TextField label={label} {...fields.text(name)} admin autoComplete="off" {...more} />
  );
  const officer = fields.part('grievanceOfficer');
  const officerText = (
    name: keyof ShopSettings['grievanceOfficer'],
    label: string,
    more: Partial<ComponentProps<typeof TextField>> = {},
  ) => {
    const { value: typed = '', onChange, ...field } = officer.pick(name);
    const change = (event: { target: { value: string } }) => onChange(event.target.value);
    return <TextField label={label} {...field} value={typed} onChange={change} admin autoComplete="off" {...more} />;
  };
  return (
    <>
      <fieldset className="record-grid">
        <legend className="sr-only">Brand</legend>
        {text('brandName', 'Brand name', { maxLength: 60 })}
        {text('legalName', 'Legal name', { maxLength: 160, hint: 'The seller on invoices.' })}
        {text('tagline', 'Tagline', { maxLength: 160, className: 'sm:col-span-2' })}
      </fieldset>
      <fieldset className="record-part record-grid">
        <legend>Address</legend>
        {text('address', 'Street and building', { maxLength: 300, className: 'sm:col-span-2' })}
        {text('city', 'City', { maxLength: 80 })}
        {text('pincode', 'PIN code', { maxLength: 20, inputMode: 'numeric' })}
        <SelectField
          label="State"
          name="state"
          admin
          value={value.state}
          error={record.errors.state ?? record.errors.stateCode}
          onChange={(event) => {
            const state = STATES.find(({ name }) => name === event.target.value);
            record.edit({ state: state?.name ?? '', stateCode: state?.gstCode ?? '' });
          }}
        >
          <option value="">Not set</option>
          {STATES.map(({ name, gstCode }) => (
            <option key={name} value={name}>
              {name} ({gstCode})
            </option>
          ))}
        </SelectField>
        {text('country', 'Country', { maxLength: 80 })}
      </fieldset>
      <fieldset className="record-part record-grid">
        <legend>How shoppers reach you</legend>
        {text('phone', 'Phone', { maxLength: 40, type: 'tel' })}
        {text('email', 'Email', { maxLength: 254, type: 'email', hint: 'Contact messages are sent to it.' })}
        {text('whatsapp', 'WhatsApp number', {
          maxLength: 40,
          type: 'tel',
          optional: true,
          hint: 'For questions and order help. Without it the shop has no WhatsApp links.',
        })}
        {text('supportHours', 'Support hours', { maxLength: 120, className: 'sm:col-span-2' })}
      </fieldset>
      <fieldset className="record-part grid gap-2">
        <legend>Where you deliver</legend>
        <p className="hint">
          Always in India, free, in the days of your shipping policy. Shoppers abroad read before they pay that you
          agree on cost and time of the delivery by email.
        </p>
        {COUNTRIES.filter((country) => country !== 'India').map((country) => (
          <Checkbox
            key={country}
            label={country}
            checked={value.countries.includes(country)}
            onChange={(event) => record.edit({ countries: toggled(value.countries, country, event.target.checked) })}
          />
        ))}
      </fieldset>
      <fieldset className="record-part record-grid">
        <legend>Registrations</legend>
        {text('gstin', 'GSTIN', { maxLength: 40, boxClass: 'mono', hint: 'Stands on every invoice.' })}
        {text('fssaiLicence', 'FSSAI licence', { maxLength: 14, boxClass: 'mono', inputMode: 'numeric' })}
        <Checkbox
          className="sm:col-span-2"
          label="Without a GSTIN: refuse orders to other states"
          {...fields.tick('refuseOtherStates')}
        />
        <p className="hint sm:col-span-2">
          GST law wants a registration before goods are sold to another state. Without a GSTIN, such orders are marked
          for you; tick this to take none.
        </p>
      </fieldset>
      <fieldset className="record-part record-grid">
        <legend>Grievance officer</legend>
        {officerText('name', 'Officer’s name', { maxLength: 120 })}
        {officerText('designation', 'Designation', {
          maxLength: 120,
          hint: 'Such as Owner. The law asks for it beside the name.',
        })}
        {officerText('email', 'Officer’s email', { maxLength: 254, type: 'email' })}
        {officerText('phone', 'Officer’s phone', { maxLength: 40, type: 'tel', optional: true })}
      </fieldset>
      <fieldset className="record-part grid gap-2">
        <legend>Demo</legend>
        <Checkbox label="This is a demo: show a notice that these details are examples" {...fields.tick('demoData')} />
      </fieldset>
    </>
  );
}

/** The countries with this one switched on or off, in their order. */
function toggled(countries: readonly Country[], country: Country, on: boolean): Country[] {
  return COUNTRIES.filter((one) => (one === country ? on : countries.includes(one)));
}

/** Unpaid orders (D53), countdowns (D14) and typed claims (D64). */
function TimeLimits() {
  const record = useRecord(urgencyRecord);
  return (
    <RecordForm title="Time limits" record={record} action="Save time limits" loadFailed={LOAD_FAILED}>
      {(_value, fields) => (
        <>
          <NumberField
            label="Hours an order without a UTR keeps its stock"
            {...fields.pick('unpaidHours')}
            hint="Then the shop cancels an order without a UTR and tells the shopper. A UTR that comes later reopens it. Counts for new orders; 3 to 720 hours."
          />
          <NumberField
            label="Hours an order with a UTR keeps its stock"
            {...fields.pick('unprovenHours')}
            hint="If its payment is not verified by then, others can buy its goods. The order stays, and takes what is there when the payment is verified. Counts for new orders; 3 to 720 hours."
          />
          <Checkbox label="Offer countdown on product pages" {...fields.tick('offerCountdownEnabled')} />
          <Checkbox label="Free-delivery cutoff on product pages" {...fields.tick('deliveryCutoffEnabled')} />
          <Checkbox label="The number of people who ordered that you typed" {...fields.tick('typedCountsEnabled')} />
          <Checkbox label="The rating that you typed, without reviews" {...fields.tick('typedRatingsEnabled')} />
          <Note tone="warn">
            The Guidelines on Dark Patterns 2023 forbid false urgency and claims that nobody can prove: both countdowns
            start again at zero, and nobody has counted what was typed. Show only what is true.
          </Note>
        </>
      )}
    </RecordForm>
  );
}

/** What a manager may give away in an order that staff take (D67). */
function StaffPrices() {
  const record = useRecord(staffPricesRecord);
  return (
    <RecordForm title="Orders taken by staff" record={record} action="Save price limit" loadFailed={LOAD_FAILED}>
      {(_value, fields) => (
        <NumberField
          label="Lowest price that a manager may agree, in % of yours"
          {...fields.pick('lowestPricePercent')}
          hint="Below it, only an admin can take the order. A discount on the whole order counts, too."
        />
      )}
    </RecordForm>
  );
}

function MailCard({ mail }: { mail: MailWay }) {
  const test = useTestMail(() => adminCall('POST /settings/test-mail'));
  return (
    <section className="admin-card" aria-labelledby="mail-way">
      <header className="card-head">
        <h2 id="mail-way">Email</h2>
      </header>
      <div className="card-body grid gap-3">
        <dl className="kv">
          <dt>From</dt>
          <dd>{mail.from}</dd>
          <dt>Sent through</dt>
          <dd>{mail.by === 'smtp' ? 'your mail server' : 'nothing: emails are only saved as files'}</dd>
        </dl>
        {mail.by === 'files' && <AskServer about="mail" />}
        <Button
          variant="quiet"
          size="admin"
          className="justify-self-start"
          busy={test.isPending}
          busyText="Sending…"
          onClick={() => test.mutate()}
        >
          Send me a test email
        </Button>
      </div>
    </section>
  );
}

/** What is wrong comes first. */
const TONES = { fault: 'bad', warn: 'warn', ok: 'ok' } as const;
const RANKS = Object.keys(TONES);

/**
 * What each check of `npm run doctor` means to the owner; its own words are for whoever looks after
 * the server.
 */
const HEALTH: Record<CheckName, { title: string; ok: string; trouble: string }> = {
  Environment: {
    title: 'Set-up',
    ok: 'The shop is set up as it should be.',
    trouble: 'The set-up of the shop needs a change.',
  },
  Database: {
    title: 'Orders and products',
    ok: 'The shop reads and writes them without delay.',
    trouble: 'The shop cannot reach them as it should. Pages and orders may be slow or fail.',
  },
  Reports: {
    title: 'Figures and reports',
    ok: 'They are as new as the shop.',
    trouble: 'They are missing or older than the shop. Orders are not affected.',
  },
  'Disk space': {
    title: 'Space for your data',
    ok: 'There is enough.',
    trouble: 'Space runs out, or cannot be used. Without it the shop takes no orders.',
  },
  Mail: {
    title: 'Emails',
    ok: 'They go out, and none is late.',
    trouble: 'Emails to you and your shoppers may not arrive.',
  },
  'Payment messages': {
    title: 'Messages of your bank',
    ok: 'Nothing keeps the shop from reading them.',
    trouble: 'They are not read, so payments are not confirmed by themselves. Import a statement meanwhile.',
  },
  'Payment proof': {
    title: 'Proof of payments',
    ok: 'Messages or statements of your bank can confirm orders.',
    trouble: 'Something is missing, such as your own bank account, so messages confirm no order: Payment Settings.',
  },
  Invoices: {
    title: 'Invoices',
    ok: 'Every invoice that is due has been issued.',
    trouble: 'Some could not be issued. The operator finds the reason in the log.',
  },
  Secrets: {
    title: 'Stored passwords and keys',
    ok: 'The shop can use all of them.',
    trouble: 'The shop cannot use some of them any more. They have to be entered again.',
  },
  'Object storage': {
    title: 'Pictures',
    ok: 'They are stored where they should be.',
    trouble: 'Pictures cannot be stored, or strangers can see private ones.',
  },
  Clock: {
    title: 'Clock',
    ok: 'No difference was found.',
    trouble: 'The clock is wrong. Offers and codes may end too early or too late.',
  },
  'Public address': {
    title: 'Address of the shop',
    ok: 'It leads to your shop.',
    trouble: 'It may not lead to your shop, and links in emails may not work.',
  },
  Certificate: {
    title: 'Certificate of the address',
    ok: 'It does not end soon.',
    trouble: 'It ends soon or has ended. Then browsers let nobody into your shop.',
  },
  Proxy: {
    title: 'Telling visitors apart',
    ok: 'The shop knows where each visitor comes from.',
    trouble: 'One visitor who asks too much may lock out the others.',
  },
  Backup: {
    title: 'Backup',
    ok: 'There is a recent one.',
    trouble: 'It is not as it should be. If the server breaks, orders may be lost.',
  },
};

/** The state of the running shop and its last backup. */
function Health() {
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['doctor'],
    queryFn: ({ signal }) => loadHealth(signal),
    // Each look connects to the mail server and the object storage.
    refetchInterval: false,
  });
  const checks = data?.checks.toSorted((one, other) => RANKS.indexOf(one.state) - RANKS.indexOf(other.state));
  const failed = data?.failedMails ?? 0;
  const again = useSending(
    () => adminCall('POST /admin/mails/resend'),
    'Failed to send the emails again',
    () => void refetch(),
  );
  return (
    <section className="admin-card" aria-labelledby="health">
      <header className="card-head">
        <h2 id="health">Health of the shop</h2>
      </header>
      <div className="card-body grid gap-3">
        {isError && !isSignedOut(error) && (
          <ErrorNote
            message="The health of the shop could not be checked"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!data && !isError && <ListSkeleton label="Checking the shop" />}
        {data && (
          <>
            <ul className="grid gap-3">
              {checks?.map(({ name, state }) => (
                <li key={name}>
                  <Note tone={TONES[state]}>
                    <b>{HEALTH[name].title}</b>
                    <br />
                    {HEALTH[name][state === 'ok' ? 'ok' : 'trouble']}
                  </Note>
                </li>
              ))}
            </ul>
            {failed > 0 && (
              <>
                <p>
                  {failed === 1 ? '1 email of the last 30 days' : `${failed} emails of the last 30 days`} could not be
                  sent. If emails work again, you can send {failed === 1 ? 'it' : 'them'} now.
                </p>
                <Button
                  variant="quiet"
                  size="admin"
                  className="justify-self-start"
                  busy={again.isPending}
                  busyText="Sending…"
                  onClick={() => again.mutate()}
                >
                  Send failed emails again
                </Button>
              </>
            )}
            <details>
              <summary className="link min-h-11 content-center mouse:min-h-8">
                Details for whoever looks after the server
              </summary>
              <ul className="grid gap-2 wrap-anywhere text-ink-soft">
                {data.checks.map(({ name, text, action }) => (
                  <li key={name}>
                    <b>{name}:</b> {text} {action}
                  </li>
                ))}
              </ul>
            </details>
            <Button
              variant="quiet"
              size="admin"
              className="justify-self-start"
              busy={isFetching}
              busyText="Checking…"
              onClick={() => void refetch()}
            >
              Check again
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
