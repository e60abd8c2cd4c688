import { useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus, X } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AccountFields, checkAccount } from './account-fields.tsx';
import type { BankActions, Senders } from './bank-api.ts';
import { WITHOUT_ACCOUNT } from './without-account.ts';

interface OwnAccountsProps extends Pick<Senders, 'accounts' | 'ignored'> {
  actions: BankActions;
}

/** The accounts whose credits count, each with the senders that write about it. */
export function OwnAccounts({ accounts, ignored, actions }: OwnAccountsProps) {
  const [adding, setAdding] = useState(false);
  return (
    <section className="admin-card" aria-labelledby="own-accounts">
      <header className="card-head">
        <h3 id="own-accounts" className="font-sans text-[0.9375rem] weight-650 tracking-normal">
          Your accounts
        </h3>
      </header>
      <div className="card-body grid grid-cols-[minmax(0,1fr)] gap-3">
        {accounts.length === 0 && <Note tone="warn">{WITHOUT_ACCOUNT}</Note>}
        <ul className="grid gap-2 empty:hidden" aria-label="Your accounts">
          {accounts.map((account) => (
            <Account key={`${account.bank} ${account.tail}`} account={account} actions={actions} />
          ))}
        </ul>
        {adding ? (
          <AddForm actions={actions} onClose={() => setAdding(false)} />
        ) : (
          <Button variant="quiet" size="admin" className="justify-self-start" onClick={() => setAdding(true)}>
            <Icon of={Plus} /> Add an account
          </Button>
        )}
        {ignored.length > 0 && <Ignored senders={ignored} actions={actions} />}
      </div>
    </section>
  );
}

function Account({ account, actions }: { account: Senders['accounts'][number]; actions: BankActions }) {
  const { bank, tail, app, senders } = account;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <div className="wrap-anywhere">
        <b className="weight-600">{bank}</b> {tail && <span className="mono">…{tail}</span>}
        <p className="text-ink-soft">
          {senders.length > 0 ? senders.join(', ') : 'No sender yet. When its first message comes, the shop asks you.'}
        </p>
        {app && <p className="text-ink-soft">Payment app</p>}
      </div>
      <IconButton
        aria-label={`Remove ${[bank, tail].filter(Boolean).join(' ')}`}
        disabled={actions.isBusy('account')}
        onClick={() => actions.removeAccount({ bank, tail })}
      >
        <Icon of={X} />
      </IconButton>
    </li>
  );
}

function AddForm({ actions, onClose }: { actions: BankActions; onClose: () => void }) {
  const form = useForm({
    start: { bank: '', tail: '' },
    check: checkAccount,
    focus: true,
    onSubmit: (account) => actions.addAccount(account, onClose),
  });
  return (
    <form className="grid gap-3" {...form.props}>
      <AccountFields value={form.value} errors={form.errors} onChange={form.edit} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="admin" busy={actions.isBusy('account')}>
          Add account
        </Button>
        <Button variant="quiet" size="admin" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}

function Ignored({ senders, actions }: { senders: string[]; actions: BankActions }) {
  return (
    <div className="border-admin-line border-t pt-3">
      <p className="weight-600">Ignored senders</p>
      <ul>
        {senders.map((sender) => (
          <li key={sender} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="mono">{sender}</span>
            <Button variant="text" size="admin" busy={actions.isBusy(sender)} onClick={() => actions.notice(sender)}>
              Stop ignoring<span className="sr-only"> {sender}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
