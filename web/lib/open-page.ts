import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * For what happens after a wait: call the result at the press, and what it returns after the wait.
 * That is false when the shopper has gone to another page meanwhile, or has asked for one since the
 * press.
 */
export function useOpenPage(): () => () => boolean {
  const { pathname } = useLocation();
  const asked = useNavigation().location?.key;
  const page = useRef<object>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is another page, and each page that is asked for another wish
  useEffect(() => {
    page.current = {};
    return () => {
      page.current = null;
    };
  }, [pathname, asked]);
  return () => {
    const pressed = page.current;
    return () => page.current !== null && page.current === pressed;
  };
}
