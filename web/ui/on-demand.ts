import type { ComponentType } from 'react';
import { useState } from 'react';
import { toast } from './toast.tsx';

/**
 * A part of a page whose code comes when it is first asked for. Not React.lazy: that would put the page's error in place of the
 * whole page when the network is gone, for a part that the shopper can do without.
 *
 * @returns the part once it is here, and how to ask for it; `quietly` says nothing when it does not come
 */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, (quietly?: 'quietly') => void] {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const ask = (quietly?: 'quietly') => {
    if (part) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        if (!quietly) toast.error('This cannot be opened right now. Please check your connection.');
      },
    );
  };
  return [part, ask];
}
