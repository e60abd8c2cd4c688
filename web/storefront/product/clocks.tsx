import './clocks.css';
import m from '#messages/product';
import { Countdown, useLoopingSeconds } from '#web/ui/countdown.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Truck } from '#web/ui/icons.ts';
import { Timer } from '#web/ui/page-icons.ts';

/** Initial seconds of a countdown; null when it is switched off (D14). */
export type ClockSettings = { offer: number | null; delivery: number | null };

/**
 * The offer countdown and the delivery cutoff, each with its own switch in the admin. They display
 * the initial value until hydrated.
 */
export function Clocks({ offer, delivery }: ClockSettings) {
  if (offer === null && delivery === null) return null;
  return (
    <div className="clocks">
      {offer !== null && (
        <p className="clock clock-offer">
          <Icon of={Timer} /> <span>{m.offerEnds()}</span> <Clock from={offer} />
        </p>
      )}
      {delivery !== null && (
        <p className="clock">
          <Icon of={Truck} /> <span>{m.orderWithin()}</span> <Clock from={delivery} />
        </p>
      )}
    </div>
  );
}

function Clock({ from }: { from: number }) {
  return <Countdown seconds={useLoopingSeconds(from)} />;
}
