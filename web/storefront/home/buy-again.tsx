import { useEffect } from 'react';
import { useStoredText } from '#web/lib/device.ts';
import { useOnDemand } from '#web/ui/on-demand.ts';

const loadPanel = () => import('./buy-again-panel.tsx').then(({ BuyAgainPanel }) => BuyAgainPanel);

/** The latest order of a device that has bought; other devices do not load the code. */
export function BuyAgain() {
  const stored = useStoredText('orders');
  const [Panel, load] = useOnDemand<object>(loadPanel);
  const bought = stored !== null && stored !== '[]';
  useEffect(() => {
    if (bought) load('quietly');
  }, [bought, load]);
  return Panel && bought ? <Panel /> : null;
}
