import { useState } from 'react';
import { type ApiKey, ApiKeyInput, KEY_NAME_MAX } from '#shop/connect/keys.ts';
import { SCOPE_WORDS } from '#shop/connect/scopes.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useSaving } from '../accounts/use-saving.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { firstErrors } from '../ui/first-errors.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { useForm } from '../ui/use-form.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { connectCalls, keysQuery } from './connect-api.ts';
import { TickList } from './tick-list.tsx';

const LOAD_FAILED = 'Failed to load the API keys. Please check your connection.';
const SAVE_FAILED = 'Failed to save the API keys. Please try again.';

/** The API keys of other programs: make, end, and when each was used. */
export function KeysCard() {
  const { data, failed, fetching, retry } = useListQuery(keysQuery, LOAD_FAILED);
  const saving = useSaving('connect');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  return (
    <section className="admin-card" aria-labelledby="api-keys">
      <header className="card-head">
        <h2 id="api-keys">API keys</h2>
        <Button variant="quiet" size="admin" className="ml-auto" onClick={() => setMaking(true)}>
          <Icon of={Plus} /> Make a key
        </Button>
      </header>
      <p className="px-4.5 pt-3 text-ink-soft">
        With a key another program, such as your accounts or your courier, works with this shop. It may do only what you
        tick. No key can sign in, read settings or mails, confirm payments or refund.{' '}
        <a className="link" href="/api/docs">
          What programs can call
        </a>
      </p>
      {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data?.length === 0 && <p className="px-4.5 py-3">No keys yet.</p>}
      {data ? (
        <ul className="needs people">
          {data.map((key) => (
            <li key={key.id}>
              <StatusPill tone={key.works ? 'green' : 'gray'} admin>
                {key.works ? 'Works' : 'Stopped'}
              </StatusPill>
              <span>
                <b>{key.name}</b>
                <small>
                  <code>{key.start}…</code> <span>{key.scopes.join(', ')}</span>
                </small>
                <small>
                  <span>
                    {key.lastUsedAt === null ? 'Never used' : `Last used ${formatDateTime(key.lastUsedAt)}`}
                    {` · made by ${key.madeBy} on ${formatDateTime(key.createdAt)}`}
                  </span>
                </small>
                {!key.works && <small>{key.madeBy} is no active admin any more, so the key does not work.</small>}
              </span>
              <Button variant="line" size="admin" aria-label={`End ${key.name}`} onClick={() => setEnding(key)}>
                End
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        !failed && <ListSkeleton label="Loading the API keys" />
      )}
      <Dialog open={making} onClose={() => setMaking(false)} title="Make a key">
        <KeyForm
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      </Dialog>
      <Dialog open={made !== null} onClose={() => setMade(null)} title="Your new key">
        {made && (
          <div className="grid gap-4">
            <p>Copy it into the program now. It is shown only this once; the shop does not store it.</p>
            <CopyField text={made} what="key" />
            <div className="flex justify-end">
              <Button size="admin" onClick={() => setMade(null)}>
                Done
              </Button>
            </div>
          </div>
        )}
      </Dialog>
      <ConfirmDialog
        open={ending !== null}
        title="End this key?"
        action="End key"
        busyText="Ending..."
        busy={saving.busy !== null}
        onConfirm={() =>
          ending &&
          void saving.run(ending.id, () => connectCalls.endKey(ending.id), {
            otherwise: SAVE_FAILED,
            onDone: () => setEnding(null),
          })
        }
        onClose={() => setEnding(null)}
      >
        <p>
          {ending?.name} can no longer use this shop, from its next call on. A key that was ended never works again.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function KeyForm({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const { run } = useSaving('connect');
  const form = useForm<ApiKeyInput>({
    start: { name: '', scopes: [] },
    check: (value) => firstErrors(ApiKeyInput, value),
    onSubmit: async (value) => {
      await run('make', () => connectCalls.makeKey(value), {
        otherwise: SAVE_FAILED,
        onDone: ({ key }) => onMade(key),
        onFields: form.refuse,
      });
    },
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <TextField
        label="Name of the program"
        {...form.text('name')}
        hint="The audit log names it so."
        autoComplete="off"
        maxLength={KEY_NAME_MAX}
      />
      <TickList legend="It may" choices={SCOPE_WORDS} {...form.pick('scopes')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="admin" busy={form.busy} busyText="Making...">
          Make key
        </Button>
      </div>
    </form>
  );
}
