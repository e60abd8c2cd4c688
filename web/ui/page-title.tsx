import type { ReactNode } from 'react';

/** The h1 of a page; `aside` is on the same line ("34 products"), `lead` below it. */
export function PageTitle({
  children,
  aside,
  lead,
  className = '',
}: {
  children: ReactNode;
  aside?: ReactNode;
  lead?: ReactNode;
  className?: string;
}) {
  return (
    <div className={className}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="text-display-lg">{children}</h1>
        {aside && <span className="text-ink-soft">{aside}</span>}
      </div>
      {lead && <p className="lead mt-2.5">{lead}</p>}
    </div>
  );
}
