import { useEffect, useState } from 'react';
import { formatTime } from '#shop/india/dates.ts';
import { holdMinutesLeft } from '#shop/orders/holds.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Clock } from '#web/ui/icons.ts';
import { useCheckoutSettings } from './checkout-settings.ts';

/** What the page says when the shop takes the order but holds nothing for it (D53). */
const NOT_HELD = 'We cannot hold these items for you right now. Please complete your order soon.';

/** 'Your items are held until 4:32 pm (14 min left).' `until` in epoch ms. Without a hold it says so when the shop has `refused` one. */
export function HoldNote(props: { until: number | null; refused: boolean; className?: string }) {
  const { until, refused, className = '' } = props;
  const { holdMinutes } = useCheckoutSettings();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  if (refused) return <p className={`text-small text-ink-soft ${className}`}>{NOT_HELD}</p>;
  if (until === null || until <= now) return null;
  const minutes = holdMinutesLeft(until, now, holdMinutes);
  return (
    <p className={`flex items-center gap-2 text-small text-ink-soft ${className}`}>
      <Icon of={Clock} />
      <span>
        Your items are held until {formatTime(until)} ({minutes} min left).
      </span>
    </p>
  );
}
