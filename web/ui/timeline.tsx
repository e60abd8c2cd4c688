import './timeline.css';
import type { ReactNode } from 'react';
import m from '#messages/ui';
import { formatDateTime } from '#shop/india/dates.ts';
import { Icon } from './icon.tsx';
import { Check } from './page-icons.ts';

export type TimelineStep = {
  title: string;
  note?: ReactNode;
  /** Epoch milliseconds. */
  at?: number | null;
  state: 'done' | 'now' | 'todo';
};

const SPOKEN = { done: m.done, now: m.now, todo: m.toCome };

/**
 * The events of an order: ticks for the past, a ring for the current one, hollow for the future.
 */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className="tl">
      {steps.map(({ title, note, at, state }) => (
        <li key={title + (at ?? '')} data-state={state}>
          <span className="tl-dot">{state === 'done' && <Icon of={Check} />}</span>
          <div>
            <span className="sr-only">{SPOKEN[state]()} </span>
            <b>{title}</b>
            {note && <small>{note}</small>}
          </div>
          {at != null && <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>}
        </li>
      ))}
    </ol>
  );
}
