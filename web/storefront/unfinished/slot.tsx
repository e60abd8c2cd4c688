import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useStoredText } from '#web/lib/device.ts';
import { withoutBase } from '#web/lib/language.ts';
import { useOnDemand } from '#web/ui/on-demand.ts';
import { shownOf } from '#web/unfinished-script.ts';

/** These pages have a card of their own. */
const CARDS = ['/track-order', '/orders'];

/**
 * The place of the strip for an unfinished payment (D66). What is in it is loaded only for shoppers
 * who have one.
 */
export function UnfinishedSlot() {
  const stored = useStoredText('unfinishedPayment');
  const card = CARDS.includes(withoutBase(useLocation().pathname));
  const [Strip, load] = useOnDemand(() => import('./strip.tsx').then(({ UnfinishedStrip }) => UnfinishedStrip));
  const shown = shownOf(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new with each render
  useEffect(() => {
    if (shown) document.documentElement.dataset.unfinished = shown;
    else delete document.documentElement.dataset.unfinished;
    if (stored) load('quietly');
  }, [stored, shown]);
  return (
    <div className="unfinished" data-card={card || undefined}>
      {stored && Strip && <Strip card={card} />}
    </div>
  );
}
