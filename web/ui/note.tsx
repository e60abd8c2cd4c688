import type { ReactNode } from 'react';
import m from '#messages/frame';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { CircleCheck, CircleX, Info, RotateCw, TriangleAlert } from './icons.ts';

const ICONS = { ok: CircleCheck, info: Info, warn: TriangleAlert, bad: CircleX };

/**
 * A coloured message inside a page. `live`: announced when it appears (`alert` for errors, `status`
 * for the rest).
 */
export function Note({
  tone,
  live,
  className = '',
  children,
}: {
  tone: keyof typeof ICONS;
  live?: 'status' | 'alert';
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`note note-${tone} ${className}`} role={live}>
      <Icon of={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}

/**
 * The specification's error message, with a Retry button if the request can be retried. Keep the
 * last good content below.
 */
export function ErrorNote({
  message,
  onRetry,
  retrying,
  quiet,
}: {
  message: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** A toast has already announced it. */
  quiet?: boolean;
}) {
  return (
    <div className="note note-bad" role={quiet ? undefined : 'alert'}>
      <Icon of={CircleX} />
      <span>{message}</span>
      {onRetry && (
        <Button variant="line" onClick={onRetry} busy={retrying}>
          <Icon of={RotateCw} /> {m.retry()}
        </Button>
      )}
    </div>
  );
}
