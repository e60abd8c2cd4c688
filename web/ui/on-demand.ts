import type { ComponentType } from 'react';
import { useState } from 'react';
import m from '#messages/frame';
import { toast } from './toast.tsx';

/**
 * Loads a component on first use. Not React.lazy: when the network is gone, that would replace the
 * whole page with its error for an optional part.
 *
 * @returns the component once loaded, and the function that loads it; with `quietly` it shows no
 *   error
 */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, (quietly?: 'quietly') => void] {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const loadPart = (quietly?: 'quietly') => {
    if (part) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => {
        if (!quietly) toast.error(m.cannotOpen());
      },
    );
  };
  return [part, loadPart];
}
