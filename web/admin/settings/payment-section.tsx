import '#web/ui/chip.css';
import { useSearchParams } from 'react-router';
import { formatRupees } from '#shop/money/money.ts';
import { suggestUpiIds } from '#shop/money/upi.ts';
import { agreesWith } from '#shop/settings/offers.ts';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { useMay } from '../lib/session.ts';
import { NumberField } from '../ui/number-field.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import type { Fields } from '../ui/use-form.ts';
import { type EditedRecord, useRecord } from '../ui/use-record.ts';
import { AppOrder } from './app-order.tsx';
import { BankMessages } from './bank/bank-messages.tsx';
import { LOAD_FAILED, type PaymentForm, paymentRecord } from './payment-api.ts';
import { PaymentPreview } from './payment-preview.tsx';
import { PhoneSetup } from './phone/phone-setup.tsx';
import { ProofRules } from './proof/proof-rules.tsx';
import { SetupLinks } from './setup-links.tsx';

/**
 * Payment Settings (R2.2, R2.5, D30, D42): the payee, the texts and offers of the payment page, and
 * a preview.
 */
export default function PaymentSection() {
  const [search] = useSearchParams();
  const mayTrust = useMay()('GET /payments/wordings');
  const setup = search.get('setup');
  if (setup === 'phone') return <PhoneSetup />;
  if (setup === 'bank' && mayTrust) return <BankMessages />;
  return setup === 'rules' ? <ProofRules /> : <PaymentForms />;
}

function PaymentForms() {
  const record = useRecord(paymentRecord);
  return (
    <div className="overview xl:grid-rows-[auto_minmax(0,1fr)]">
      {/* First: in one column the form, which is long and loads later, pushes nothing down. */}
      <div className="xl:col-start-2">
        <SetupLinks />
      </div>
      <div className="overview-col xl:col-start-1 xl:row-start-1 xl:row-span-2">
        <RecordForm title="Where shoppers pay" record={record} action="Save settings" loadFailed={LOAD_FAILED}>
          {(value, fields) => (
            <>
              <Payee value={value} fields={fields} record={record} />
              <Offers value={value} fields={fields} />
              <AppOrder {...fields.pick('apps')} />
            </>
          )}
        </RecordForm>
      </div>
      {record.value && record.stored && (
        <div className="overview-col xl:col-start-2">
          <PaymentPreview typed={record.value} saved={record.stored.value} />
        </div>
      )}
    </div>
  );
}

interface PartProps {
  value: PaymentForm;
  fields: Fields<PaymentForm>;
}

function Payee({ value, fields, record }: PartProps & { record: EditedRecord<PaymentForm> }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Payee</legend>
      <div className="grid gap-2">
        <TextField
          label="UPI ID"
          {...fields.text('upiId')}
          admin
          boxClass="mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields */}
        <div className="flex flex-wrap gap-1.5" role="group" aria-label="Suggestions">
          {suggestUpiIds(value.upiId).map(({ label, id }) => (
            <button
              key={label}
              type="button"
              className="chip mono"
              onClick={(event) => {
                if (id) record.edit({ upiId: id });
                // The handle waits for a name.
                else event.currentTarget.form?.querySelector<HTMLInputElement>('[name="upiId"]')?.focus();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <TextField
        label="Account holder name"
        {...fields.text('accountHolderName')}
        admin
        autoComplete="off"
        maxLength={120}
        hint="The payee name shown in UPI apps."
      />
      <Note tone="warn">
        From the moment you save, every shopper pays to this UPI ID. Send ₹1 to it first to check.
      </Note>
    </fieldset>
  );
}

function Offers({ value, fields }: PartProps) {
  const { onlineOffer, paytmNote } = value;
  const offer = fields.part('onlineOffer');
  const note = fields.part('paytmNote');
  return (
    <fieldset className="record-part grid gap-4">
      <legend>Offer texts at checkout</legend>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField label="Online offer text" {...offer.text('text')} admin maxLength={120} />
        <NumberField label="Amount taken off ₹" {...offer.pick('amount')} hint={offerHint(value)} />
      </div>
      <Checkbox label="Show the online offer" {...offer.tick('visible')} />
      <TextField label="Paytm note" {...note.text('text')} admin maxLength={120} />
      <Checkbox label="Show the Paytm note" {...note.tick('visible')} />
      {(onlineOffer.visible || paytmNote.visible) && (
        <p className="hint">
          Show an offer only if shoppers really get it. A discount or cashback that nobody receives is misleading.
        </p>
      )}
    </fieldset>
  );
}

function offerHint({ onlineOffer: { text, amount, visible } }: PaymentForm): string {
  if (!(amount > 0)) return 'Enter an amount to show the offer.';
  if (!visible) return 'Nothing is taken off while the offer is hidden.';
  const off = `${formatRupees(amount)} is taken off every order that is paid online.`;
  return agreesWith(text, amount) ? off : `${off} The text names a different amount, so shoppers do not see it.`;
}
