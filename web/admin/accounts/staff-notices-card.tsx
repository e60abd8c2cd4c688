import { useQuery } from '@tanstack/react-query';
import { ALERT_TEXTS, type StaffAlerts } from '#shop/accounts/staff-notices.ts';
import { formatDate } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { endPush, type PushState, pushState, switchPushOn } from '../lib/push.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { useListQuery } from '../ui/use-list-query.ts';
import { accountCalls, alertsQuery } from './account-api.ts';
import { useSaving } from './use-saving.ts';

const LOAD_FAILED = 'Failed to load your alerts. Please check your connection.';
const SAVE_FAILED = 'Failed to save. Please try again.';
const PUSH_FAILED = 'Alerts could not be turned on. Please try again, and allow notifications when the browser asks.';

/** Alerts of new orders for the signed-in person: by email, and in browsers. */
export function AlertsCard() {
  const { data, failed, fetching, retry } = useListQuery(alertsQuery, LOAD_FAILED);
  const { busy, run } = useSaving();
  return (
    <section className="admin-card" aria-labelledby="alerts">
      <header className="card-head">
        <h2 id="alerts">Alerts of new orders</h2>
      </header>
      <div className="card-body grid gap-3">
        {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
        {!data && !failed && <ListSkeleton label="Loading your alerts" />}
        {data && (
          <>
            <Checkbox
              label="Email me about each new order"
              checked={data.mail}
              disabled={busy !== null}
              onChange={(event) => {
                const mail = event.target.checked;
                void run('mail', () => accountCalls.setAlertMails(mail), { otherwise: SAVE_FAILED });
              }}
            />
            <BrowserAlerts alerts={data} busy={busy} run={run} />
          </>
        )}
      </div>
    </section>
  );
}

type Saving = ReturnType<typeof useSaving>;

function BrowserAlerts({ alerts, busy, run }: { alerts: StaffAlerts } & Saving) {
  const { data: here } = useQuery({ queryKey: ['account', 'push'], queryFn: pushState, refetchInterval: false });
  if (!here) return null;
  const mine = here.state === 'on' ? alerts.devices.find(({ endpoint }) => endpoint === here.endpoint) : undefined;
  const others = alerts.devices.filter((device) => device !== mine);
  const remove = (id: string) => accountCalls.removeAlertDevice(id);
  return (
    <>
      <p role="status">{stateWords(here, { on: mine !== undefined, ready: alerts.ready })}</p>
      {mine && (
        <Button
          variant="quiet"
          size="admin"
          className="justify-self-start"
          busy={busy === mine.id}
          onClick={() => void run(mine.id, () => endPush().then(() => remove(mine.id)), { otherwise: SAVE_FAILED })}
        >
          Turn off in this browser
        </Button>
      )}
      {!mine && alerts.ready && (here.state === 'off' || here.state === 'on') && (
        <Button
          size="admin"
          className="justify-self-start"
          busy={busy === 'push'}
          busyText="Turning on…"
          onClick={() => void run('push', switchPushOn, { otherwise: PUSH_FAILED })}
        >
          Turn on in this browser
        </Button>
      )}
      {others.length > 0 && (
        <ul className="grid gap-2" aria-label="Other browsers with alerts">
          {others.map(({ id, device, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {device} <span className="text-ink-soft">since {formatDate(createdAt)}</span>
              </span>
              <Button
                variant="quiet"
                size="admin"
                busy={busy === id}
                aria-label={`Turn alerts off on ${device}`}
                onClick={() => void run(id, () => remove(id), { otherwise: SAVE_FAILED })}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function stateWords({ state }: PushState, { on, ready }: { on: boolean; ready: boolean }): string {
  if (on) return 'New orders appear as notifications in this browser, even when the admin is closed.';
  if (state === 'denied') {
    return 'Notifications from this site are blocked in this browser. To allow them, press the icon beside the address, set Notifications to Allow, and reload this page.';
  }
  if (state === 'unsupported') {
    return 'This browser cannot show alerts. They need https and an up-to-date browser. On an iPhone, first add the shop to the Home Screen and open it from there.';
  }
  return ready
    ? 'This browser can show new orders as notifications, even when the admin is closed. It will ask for your permission.'
    : ALERT_TEXTS.noKey;
}
