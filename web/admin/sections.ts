import { type LucideIcon, Package } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { Figures } from './figures.ts';

export interface AdminSection {
  /** As in the address: `/admin?section=orders`. */
  id: string;
  title: string;
  icon: LucideIcon;
  /** Loaded when the section is opened for the first time. */
  Content: ComponentType;
  /** What waits to be done there; shown beside the name. */
  waiting?: (figures: Figures) => number | undefined;
}

/** The sections of the desk in the order of the navigation. A new section is one more entry here. */
export const SECTIONS: readonly AdminSection[] = [
  {
    id: 'orders',
    title: 'Order Management',
    icon: Package,
    Content: lazy(() => import('./orders/orders-section.tsx')),
    waiting: (figures) => figures.toVerify,
  },
];

const FIRST = SECTIONS[0]!;

/** The section that the address names; the first one when it names none. */
export function sectionOf(id: string | null): AdminSection {
  return SECTIONS.find((section) => section.id === id) ?? FIRST;
}
