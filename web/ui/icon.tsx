import type { LucideIcon } from 'lucide-react';

/**
 * One Lucide icon in the house manner: stroke 1.75, 1.25 em, decorative. The word beside it, or the `aria-label` of the
 * button around it, says what it means. Import icons one by one (`import { Truck } from 'lucide-react'`) so that only the
 * ones in use travel to the browser.
 */
export function Icon({ of: Drawing, className = '' }: { of: LucideIcon; className?: string }) {
  return <Drawing className={`ic ${className}`} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}
