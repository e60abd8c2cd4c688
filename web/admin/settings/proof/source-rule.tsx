import { TextField } from '#web/ui/field.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import type { Fields } from '../../ui/use-form.ts';
import type { ProofForm, SourceName } from './proof-form.ts';

/** The name of each source, and what can be forged. */
export const SOURCES: Record<SourceName, { title: string; forged: string }> = {
  statement: {
    title: 'Bank statement',
    forged:
      'Hard to fake: you take the file from your bank yourself, and its balances must add up. Import only files that you downloaded.',
  },
  email: {
    title: 'Bank email',
    forged:
      'A sender’s name can be faked, the bank’s digital signature cannot: only emails that your own mail server has checked count.',
  },
  sms: {
    title: 'Bank SMS',
    forged:
      'An SMS can be faked, and so can a message to your secret address by anybody who learns it. Your next statement checks every order that an SMS confirmed.',
  },
};

interface SourceRuleProps {
  source: SourceName;
  value: ProofForm;
  fields: Fields<ProofForm>;
}

/** What one source may do by itself. */
export function SourceRule({ source, value, fields }: SourceRuleProps) {
  const rule = value.sources[source];
  const own = fields.part('sources').part(source);
  const limit = (name: 'limitPerOrder' | 'limitPerDay', label: string) => (
    <TextField
      label={label}
      {...own.text(name)}
      admin
      inputMode="decimal"
      autoComplete="off"
      placeholder="No limit"
      maxLength={12}
    />
  );
  return (
    <div className="grid gap-3">
      <RadioTiles
        legend={`What a ${SOURCES[source].title.toLowerCase().replace('bank sms', 'bank SMS')} may do`}
        hideLegend
        name={`policy-${source}`}
        look="rows"
        value={rule.policy}
        onChange={own.pick('policy').onChange}
        tiles={[
          { value: 'suggest', label: 'Suggest, I confirm', note: 'Every exact match waits for your OK.' },
          {
            value: 'confirm',
            label: 'Confirm by itself',
            note: 'UTR, amount and day must agree. Anything above the limits waits for you.',
          },
        ]}
      />
      {rule.policy === 'confirm' && (
        <>
          <div className="grid grid-cols-2 gap-4">
            {limit('limitPerOrder', 'Up to ₹ an order')}
            {limit('limitPerDay', 'Up to ₹ a day')}
          </div>
          <p className="hint">Empty means no limit, 0 means never.</p>
        </>
      )}
      <p className="hint">{SOURCES[source].forged}</p>
    </div>
  );
}
