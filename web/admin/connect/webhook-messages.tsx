import type { Webhook, WebhookMessage } from '#shop/connect/webhooks.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { StatusPill, type Tone } from '#web/ui/status-pill.tsx';
import { useSaving } from '../accounts/use-saving.ts';
import { countOf } from '../lib/count.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { useListQuery } from '../ui/use-list-query.ts';
import { connectCalls, messagesQuery } from './connect-api.ts';

const LOAD_FAILED = 'Failed to load the messages. Please check your connection.';
const STATES: Record<WebhookMessage['status'], { label: string; tone: Tone }> = {
  queued: { label: 'Waiting', tone: 'yellow' },
  sent: { label: 'Taken', tone: 'green' },
  failed: { label: 'Given up', tone: 'red' },
};

/** The latest messages to a program, each to be sent again. */
export function WebhookMessages({ hook }: { hook: Webhook }) {
  const { data, failed, fetching, retry } = useListQuery(messagesQuery(hook.id), LOAD_FAILED);
  const saving = useSaving('connect');
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft wrap-anywhere">To {hook.url}, the latest 50</p>
      {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data?.length === 0 && <p>Nothing has happened yet that it asks for.</p>}
      {data ? (
        <ul className="needs people">
          {data.map((message) => (
            <li key={message.id}>
              <StatusPill tone={STATES[message.status].tone} admin>
                {STATES[message.status].label}
              </StatusPill>
              <span>
                <b>{message.type}</b>
                <small>
                  {formatDateTime(message.createdAt)}
                  <span>{` · ${countOf(message.tries, 'try', 'tries')}`}</span>
                </small>
                {message.lastError && <small>{message.lastError}</small>}
                <details>
                  <summary className="text-ink-soft">What it says</summary>
                  <code>{message.payload}</code>
                </details>
              </span>
              <Button
                variant="quiet"
                size="admin"
                busy={saving.busy === message.id}
                aria-label={`Send ${message.type} of ${formatDateTime(message.createdAt)} again`}
                onClick={() =>
                  void saving.run(message.id, () => connectCalls.resend(hook.id, message.id), {
                    otherwise: 'Failed to send the message again. Please try again.',
                  })
                }
              >
                Send again
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        !failed && <ListSkeleton label="Loading the messages" />
      )}
    </div>
  );
}
