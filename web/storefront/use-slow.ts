import { useEffect, useState } from 'react';

const MOMENT_MS = 150;

/**
 * True once `pending` has lasted a moment. Fast loads show no skeletons, because these would only
 * flash.
 */
export function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setSlow(true), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return pending && slow;
}
