import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus, X } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import type { EditedRecord } from '../../ui/use-record.ts';
import { AccountFields } from '../bank/account-fields.tsx';
import { WITHOUT_ACCOUNT } from '../bank/without-account.ts';
import type { ProofForm } from './proof-form.ts';

/**
 * The own accounts, which the rules begin with: without one nothing but a statement confirms by
 * itself.
 */
export function OwnAccountsPart({ value, record }: { value: ProofForm; record: EditedRecord<ProofForm> }) {
  const { accounts } = value;
  const errorOf = (at: number, name: 'bank' | 'tail') => record.errors[`accounts.${at}.${name}`];
  return (
    <fieldset className="record-part grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend>Your accounts</legend>
      {accounts.length === 0 ? (
        <Note tone="warn">{WITHOUT_ACCOUNT}</Note>
      ) : (
        <p className="hint">Only messages of these banks and apps, about these accounts, count.</p>
      )}
      {accounts.map((account, at) => (
        // The number of rows is part of the key: after one is removed, no field keeps what belonged
        // to another row.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
        <div key={`${accounts.length} ${at}`} className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <AccountFields
              value={account}
              prefix={`accounts.${at}.`}
              errors={{ bank: errorOf(at, 'bank'), tail: errorOf(at, 'tail') }}
              onChange={(next) => record.edit({ accounts: accounts.map((one, index) => (index === at ? next : one)) })}
            />
          </div>
          <IconButton
            className="mt-6"
            aria-label={`Remove account ${at + 1}`}
            onClick={() => record.edit({ accounts: accounts.filter((_one, index) => index !== at) })}
          >
            <Icon of={X} />
          </IconButton>
        </div>
      ))}
      {/* A link to this part names it. */}
      <Button
        variant="quiet"
        size="admin"
        name="accounts"
        className="justify-self-start"
        onClick={() => record.edit({ accounts: [...accounts, { bank: '', tail: '' }] })}
      >
        <Icon of={Plus} /> Add an account
      </Button>
    </fieldset>
  );
}
