import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type AppChoice, appChoices, FIRST_APPS } from '#shop/money/app-list.ts';
import { upiApp } from '#shop/money/upi.ts';
import { usualTime } from '#shop/orders/payments/progress.ts';
import { type AppHealth, byHealth } from '#shop/orders/payments/upi-apps.ts';
import { ChevronUp } from '#web/admin/ui/icons.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox, FieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ChevronDown } from '#web/ui/page-icons.ts';
import { UpiLogo } from '#web/ui/upi-logo.tsx';
import { adminCall } from '../lib/session.ts';

const healthQuery = queryOptions({
  queryKey: ['payments', 'apps'],
  queryFn: async ({ signal }) => (await adminCall('GET /payments/apps', {}, { signal })).apps,
});

interface AppOrderProps {
  /** Empty for the order of the specification. */
  value: readonly AppChoice[];
  error?: string | undefined;
  onChange: (apps: AppChoice[]) => void;
}

/**
 * Selects and orders the UPI apps of the payment page, with buttons, which work with keyboard and
 * touch.
 */
export function AppOrder({ value, error, onChange }: AppOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const { data: health = [] } = useQuery(healthQuery);
  const choices = appChoices(value);
  const move = (at: number, by: -1 | 1) => {
    const next = [...choices];
    const [moved] = next.splice(at, 1);
    if (!moved) return;
    next.splice(at + by, 0, moved);
    onChange(next);
    // The buttons have moved; keeps the focus on the same app.
    requestAnimationFrame(() => {
      const row = list.current?.children[at + by];
      const same = row?.querySelector<HTMLButtonElement>(by < 0 ? '[data-up]' : '[data-down]');
      (same?.disabled ? row?.querySelector<HTMLButtonElement>('button:not(:disabled)') : same)?.focus();
    });
  };
  return (
    <fieldset className="record-part grid gap-3">
      <legend>UPI apps at checkout</legend>
      <p className="hint">
        The first {FIRST_APPS} that are shown stand open. A computer has the others behind ‘More UPI Payment Options’; a
        phone lists the first ones only.
      </p>
      <ol ref={list} className="app-order">
        {choices.map(({ id, visible }, at) => {
          const { name } = upiApp(id);
          return (
            <li key={id}>
              <UpiLogo app={id} size={28} />
              <div>
                <Checkbox
                  label={name}
                  checked={visible}
                  onChange={(event) =>
                    onChange(choices.map((one) => (one.id === id ? { id, visible: event.target.checked } : one)))
                  }
                />
                <Health of={health.find(({ app }) => app === id)} />
              </div>
              <IconButton data-up aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                <Icon of={ChevronUp} />
              </IconButton>
              <IconButton
                data-down
                aria-label={`Move ${name} down`}
                disabled={at === choices.length - 1}
                onClick={() => move(at, 1)}
              >
                <Icon of={ChevronDown} />
              </IconButton>
            </li>
          );
        })}
      </ol>
      {error && <FieldError>{error}</FieldError>}
      <span className="flex flex-wrap gap-2">
        {health.length > 0 && (
          <Button variant="quiet" size="admin" onClick={() => onChange(byHealth(choices, health))}>
            What works best first
          </Button>
        )}
        {value.length > 0 && (
          <Button variant="quiet" size="admin" onClick={() => onChange([])}>
            Usual order, all shown
          </Button>
        )}
      </span>
    </fieldset>
  );
}

/** How payments by an app went in the last 30 days. */
function Health({ of }: { of: AppHealth | undefined }) {
  if (!of) return null;
  const { opened, declined, utrGiven, verified, usualCheckMs } = of;
  const parts = [
    opened > 0 && `${opened} opened`,
    `${utrGiven} UTR`,
    `${verified} received`,
    usualCheckMs !== null && usualTime(usualCheckMs),
    declined > 0 && `${declined} declined`,
  ];
  return <p className="hint pb-2">{parts.filter(Boolean).join(' · ')}</p>;
}
