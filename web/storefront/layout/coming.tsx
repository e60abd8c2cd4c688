import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { withoutBase } from '#web/lib/language.ts';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { useSlow } from '../use-slow.ts';

/** A product list by its path, with its title. */
export type ListTitles = Readonly<Record<string, string>>;

/**
 * Pending state of a slow navigation: a thin line at once, and for another list eight skeleton
 * cards in place of the current page (R1.9). The current page stays mounted: if the navigation is
 * cancelled, it is visible again.
 */
export function Coming({ lists, children }: { lists: ListTitles; children: ReactNode }) {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  const slow = useSlow(location !== undefined);
  // Unlike `useLocation`, React Router's pending location has the prefix of the language.
  const next = location && withoutBase(location.pathname);
  const title = slow && next !== pathname ? lists[next ?? ''] : undefined;
  const standIn = title !== undefined;
  useLayoutEffect(() => {
    if (standIn) window.scrollTo(0, 0);
  }, [standIn]);
  return (
    <>
      {slow && <div className="coming" aria-hidden="true" />}
      {standIn && (
        <div className="page pt-10 pb-16">
          <p className="mb-8 font-display text-display-lg" aria-hidden="true">
            {title}
          </p>
          <CardSkeletons />
        </div>
      )}
      <div className={standIn ? 'hidden' : 'contents'}>{children}</div>
    </>
  );
}
