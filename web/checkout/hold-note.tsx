import { useEffect, useState } from 'react';
import m from '#messages/payment';
import { formatTime } from '#shop/india/dates.ts';
import { holdMinutesLeft } from '#shop/orders/holds.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Clock } from '#web/ui/page-icons.ts';
import { useCheckoutSettings } from './checkout-settings.ts';

/**
 * 'Your items are held until 4:32 pm (14 min left).' `until` in epoch ms. Without a hold it says so
 * when the shop has `refused` one (D53).
 */
export function HoldNote(props: { until: number | null; refused: boolean; className?: string }) {
  const { until, refused, className = '' } = props;
  const { holdMinutes } = useCheckoutSettings();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  if (refused) return <p className={`text-small text-ink-soft ${className}`}>{m.notHeld()}</p>;
  if (until === null || until <= now) return null;
  const minutes = holdMinutesLeft(until, now, holdMinutes);
  return (
    <p className={`flex items-center gap-2 text-small text-ink-soft ${className}`}>
      <Icon of={Clock} />
      <span>{m.held({ time: formatTime(until), minutes })}</span>
    </p>
  );
}
