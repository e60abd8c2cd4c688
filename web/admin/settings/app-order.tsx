import { useRef } from 'react';
import { type AppChoice, appChoices, FIRST_APPS } from '#shop/money/app-list.ts';
import { upiApp } from '#shop/money/upi.ts';
import { ChevronUp } from '#web/admin/ui/icons.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox, FieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ChevronDown } from '#web/ui/icons.ts';
import { UpiLogo } from '#web/ui/upi-logo.tsx';

interface AppOrderProps {
  /** Empty for the order of the specification. */
  saved: readonly AppChoice[];
  error?: string | undefined;
  onChange: (apps: AppChoice[]) => void;
}

/** Selects and orders the UPI apps of the payment page, with buttons, which work with keyboard and touch. */
export function AppOrder({ saved, error, onChange }: AppOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const choices = appChoices(saved);
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
              <Checkbox
                label={name}
                checked={visible}
                onChange={(event) =>
                  onChange(choices.map((one) => (one.id === id ? { id, visible: event.target.checked } : one)))
                }
              />
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
      {saved.length > 0 && (
        <Button variant="quiet" size="admin" className="justify-self-start" onClick={() => onChange([])}>
          Usual order, all shown
        </Button>
      )}
    </fieldset>
  );
}
