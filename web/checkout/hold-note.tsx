import { useEffect, useState } from 'react';
import { formatTime } from '#shop/india/dates.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Clock } from '#web/ui/icons.ts';

/** 'Your items are held until 4:32 pm (14 min left).' `until` in epoch ms; renders nothing without a hold. */
export function HoldNote({ until, className = '' }: { until: number | null; className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  if (until === null || until <= now) return null;
  const minutes = Math.ceil((until - now) / 60_000);
  return (
    <p className={`flex items-center gap-2 text-small text-ink-soft ${className}`}>
      <Icon of={Clock} />
      <span>
        Your items are held until {formatTime(until)} ({minutes} min left).
      </span>
    </p>
  );
}
