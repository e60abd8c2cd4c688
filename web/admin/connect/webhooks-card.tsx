import { useState } from 'react';
import { EVENT_WORDS, type Webhook, WebhookInput } from '#shop/connect/webhooks.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { StatusPill, type Tone } from '#web/ui/status-pill.tsx';
import { useSaving } from '../accounts/use-saving.ts';
import { countOf } from '../lib/count.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { firstErrors } from '../ui/first-errors.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { useForm } from '../ui/use-form.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { connectCalls, webhooksQuery } from './connect-api.ts';
import { TickList } from './tick-list.tsx';
import { WebhookMessages } from './webhook-messages.tsx';

const LOAD_FAILED = 'Failed to load the webhooks. Please check your connection.';
const SAVE_FAILED = 'Failed to save the webhooks. Please try again.';

/** Programs that are told of events: make, pause, delete, and what became of each message. */
export function WebhooksCard() {
  const { data, failed, fetching, retry } = useListQuery(webhooksQuery, LOAD_FAILED);
  const saving = useSaving('connect');
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const [renewing, setRenewing] = useState<Webhook | null>(null);
  const [shown, setShown] = useState<Webhook | null>(null);
  return (
    <section className="admin-card" aria-labelledby="webhooks">
      <header className="card-head">
        <h2 id="webhooks">Webhooks</h2>
        <Button variant="quiet" size="admin" className="ml-auto" onClick={() => setMaking(true)}>
          <Icon of={Plus} /> Tell a program
        </Button>
      </header>
      <p className="px-4.5 pt-3 text-ink-soft">
        The shop tells another program at once what happens here. Messages name order numbers, products and amounts, but
        no person. What a program does not take is sent again for three days.
      </p>
      {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data?.length === 0 && <p className="px-4.5 py-3">No webhooks yet.</p>}
      {data ? (
        <ul className="needs people">
          {data.map((hook) => (
            <li key={hook.id}>
              <StatusPill tone={toneOf(hook)} admin>
                {hook.pausedAt !== null ? 'Paused' : hook.failingSince !== null ? 'Failing' : 'Works'}
              </StatusPill>
              <span>
                <b>{hook.url}</b>
                <small>{hook.events.join(', ')}</small>
                <small>{stateOf(hook)}</small>
              </span>
              <span className="row-actions">
                <Button
                  variant="quiet"
                  size="admin"
                  aria-label={`Messages to ${hook.url}`}
                  onClick={() => setShown(hook)}
                >
                  Messages
                </Button>
                <Button
                  variant="quiet"
                  size="admin"
                  busy={saving.busy === hook.id}
                  aria-label={`${hook.pausedAt === null ? 'Pause' : 'Go on with'} ${hook.url}`}
                  onClick={() =>
                    void saving.run(hook.id, () => connectCalls.pause(hook.id, hook.pausedAt === null), {
                      otherwise: SAVE_FAILED,
                    })
                  }
                >
                  {hook.pausedAt === null ? 'Pause' : 'Go on'}
                </Button>
                <Button
                  variant="quiet"
                  size="admin"
                  aria-label={`New secret for ${hook.url}`}
                  onClick={() => setRenewing(hook)}
                >
                  New secret
                </Button>
                <Button variant="line" size="admin" aria-label={`Delete ${hook.url}`} onClick={() => setDeleting(hook)}>
                  Delete
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        !failed && <ListSkeleton label="Loading the webhooks" />
      )}
      <Dialog open={making} onClose={() => setMaking(false)} title="Tell a program">
        <WebhookForm
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setSecret(made);
          }}
        />
      </Dialog>
      <Dialog open={secret !== null} onClose={() => setSecret(null)} title="The secret of the webhook">
        {secret && (
          <div className="grid gap-4">
            <p>
              Copy it into the program now: with it the program sees that a message is from this shop. It is shown only
              this once.
            </p>
            <CopyField text={secret} what="secret" />
            <div className="flex justify-end">
              <Button size="admin" onClick={() => setSecret(null)}>
                Done
              </Button>
            </div>
          </div>
        )}
      </Dialog>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title="Messages">
        {shown && <WebhookMessages hook={shown} />}
      </Dialog>
      <ConfirmDialog
        open={renewing !== null}
        title="Make a new secret?"
        action="New secret"
        busyText="Making..."
        busy={saving.busy !== null}
        onConfirm={() =>
          renewing &&
          void saving.run(renewing.id, () => connectCalls.renewSecret(renewing.id), {
            otherwise: SAVE_FAILED,
            onDone: (result) => {
              setRenewing(null);
              setSecret(result.secret);
            },
          })
        }
        onClose={() => setRenewing(null)}
      >
        <p>For {renewing?.url}.</p>
        <p>
          For 24 hours messages are signed with the old secret too, so that the program misses none. If somebody else
          knows the old one, make a new secret twice and enter the second: the old one ends at once.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this webhook?"
        action="Delete"
        busyText="Deleting..."
        busy={saving.busy !== null}
        onConfirm={() =>
          deleting &&
          void saving.run(deleting.id, () => connectCalls.deleteWebhook(deleting.id), {
            otherwise: SAVE_FAILED,
            onDone: () => setDeleting(null),
          })
        }
        onClose={() => setDeleting(null)}
      >
        <p>{deleting?.url} is told nothing any more. Messages that still wait are deleted too.</p>
      </ConfirmDialog>
    </section>
  );
}

function toneOf({ pausedAt, failingSince }: Webhook): Tone {
  if (pausedAt !== null) return 'gray';
  return failingSince === null ? 'green' : 'red';
}

function stateOf({ pausedAt, failingSince, waiting, failed }: Webhook): string {
  const parts = [
    pausedAt !== null ? `Paused since ${formatDateTime(pausedAt)}` : '',
    failingSince !== null ? `Failing since ${formatDateTime(failingSince)}` : '',
    waiting > 0 ? `${countOf(waiting, 'message')} waiting` : '',
    failed > 0 ? `${countOf(failed, 'message')} given up` : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'Nothing waits' : parts.join(' · ');
}

function WebhookForm({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const { run } = useSaving('connect');
  const form = useForm<WebhookInput>({
    start: { url: '', events: [] },
    check: (value) => firstErrors(WebhookInput, value),
    onSubmit: async (value) => {
      await run('make', () => connectCalls.makeWebhook(value), {
        otherwise: SAVE_FAILED,
        onDone: ({ secret }) => onMade(secret),
        onFields: form.refuse,
      });
    },
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <TextField
        label="Address of the program"
        {...form.text('url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        maxLength={500}
      />
      <TickList legend="Tell it when" choices={EVENT_WORDS} {...form.pick('events')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="admin" busy={form.busy} busyText="Making...">
          Make webhook
        </Button>
      </div>
    </form>
  );
}
