import { useState } from 'react';
import { SENDERS } from '#shop/bank/senders.ts';
import { bankKey, isApp } from '#shop/orders/payments/own-accounts.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

export interface AccountValue {
  /** The name of the bank or app, as people call it. */
  bank: string;
  /** The last digits; empty for an app. */
  tail: string;
}

interface AccountFieldsProps {
  value: AccountValue;
  /** Of the fields, by name. */
  errors: Partial<Record<keyof AccountValue, string | undefined>>;
  onChange: (value: AccountValue) => void;
  /** Before the names of the fields: 'accounts.0.' */
  prefix?: string;
  tailLabel?: string;
}

const byName = [...SENDERS].sort((one, other) => one.name.localeCompare(other.name, 'en'));
const BANKS = byName.filter(({ app }) => !app);
const APPS = byName.filter(({ app }) => app);
const OTHER = 'other';

/** Whether a bank stands in the list, whatever the owner calls it. */
const isListed = (bank: string) => SENDERS.some((sender) => sender.bank === bankKey(bank));

/**
 * An own account: its bank or app, chosen from the list or typed, and its last digits. A payment
 * app has none.
 */
export function AccountFields({ value, errors, onChange, prefix = '', tailLabel }: AccountFieldsProps) {
  const { bank, tail } = value;
  const [typing, setTyping] = useState(false);
  const isOther = typing || (bank !== '' && !isListed(bank));
  const app = !isOther && isApp(bankKey(bank));
  const choose = (key: string) => {
    setTyping(key === OTHER);
    const name = SENDERS.find((sender) => sender.bank === key)?.name ?? '';
    onChange({ bank: name, tail: isApp(key) ? '' : tail });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] gap-3">
      <SelectField
        label="Bank or app"
        name={isOther ? undefined : `${prefix}bank`}
        admin
        error={isOther ? undefined : errors.bank}
        value={isOther ? OTHER : isListed(bank) ? bankKey(bank) : ''}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Please choose</option>
        <optgroup label="Banks">{BANKS.map(option)}</optgroup>
        <optgroup label="Payment apps">{APPS.map(option)}</optgroup>
        <option value={OTHER}>Another bank</option>
      </SelectField>
      {app ? (
        <p className="hint self-end pb-2">An app needs no digits.</p>
      ) : (
        <TextField
          label={tailLabel ?? 'Last 3 or 4 digits'}
          name={`${prefix}tail`}
          admin
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
          boxClass="mono"
          value={tail}
          error={errors.tail}
          onChange={(event) => onChange({ bank, tail: event.target.value })}
        />
      )}
      {isOther && (
        <TextField
          label="Name of the bank"
          className="col-span-full"
          name={`${prefix}bank`}
          admin
          autoComplete="off"
          maxLength={60}
          value={bank}
          error={errors.bank}
          onChange={(event) => onChange({ bank: event.target.value, tail })}
        />
      )}
    </div>
  );
}

const option = ({ bank, name }: { bank: string; name: string }) => (
  <option key={bank} value={bank}>
    {name}
  </option>
);

/** The errors of an account that is typed; empty if it can be saved. */
export function checkAccount({ bank, tail }: AccountValue): Partial<Record<keyof AccountValue, string>> {
  if (bank.trim() === '') return { bank: 'Please choose the bank' };
  const right = /^\d{3,4}$/.test(tail.trim()) || (tail.trim() === '' && isApp(bankKey(bank)));
  return right ? {} : { tail: 'Please enter the last 3 or 4 digits of the account' };
}
