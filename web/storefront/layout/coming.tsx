import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { useSlow } from '../use-slow.ts';

/** A list of products by its path, with the title that stands over it. */
export type ListTitles = Readonly<Record<string, string>>;

/**
 * What a slow network shows of the page that was asked for: a thin line at once, and for another list its eight skeleton cards
 * in place of the page that is left (R1.9). That page stays in the document: if the load is given up, it is there again.
 */
export function Coming({ lists, children }: { lists: ListTitles; children: ReactNode }) {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  const slow = useSlow(location !== undefined);
  const title = slow && location && location.pathname !== pathname ? lists[location.pathname] : undefined;
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
