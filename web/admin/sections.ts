import { type ComponentType, lazy } from 'react';
import {
  History,
  IndianRupee,
  LayoutDashboard,
  MessageSquare,
  Nut,
  PackageOpen,
  PanelsTopLeft,
  Star,
  Store,
  UserRound,
} from '#web/admin/ui/icons.ts';
import type { IconPath } from '#web/ui/icon.tsx';
import { Mail, Package } from '#web/ui/icons.ts';
import type { Figures } from './figures.ts';

export interface AdminSection {
  /** As in the address: `/admin?section=orders`. */
  id: string;
  title: string;
  icon: IconPath;
  /** Loaded when the section is opened for the first time. */
  Content: ComponentType;
  /** What waits to be done there; shown beside the name. */
  waiting?: (figures: Figures) => number | undefined;
}

/** The sections of the admin. A new section is one more entry here, and its place in the navigation one in GROUPS. */
export const SECTIONS: readonly AdminSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    icon: LayoutDashboard,
    Content: lazy(() => import('./dashboard/overview-section.tsx')),
  },
  {
    id: 'orders',
    title: 'Order Management',
    icon: Package,
    Content: lazy(() => import('./orders/orders-section.tsx')),
    waiting: (figures) => figures.toVerify,
  },
  {
    id: 'products',
    title: 'Product Management',
    icon: Nut,
    Content: lazy(() => import('./catalogue/products/products-section.tsx')),
  },
  {
    id: 'replacements',
    title: 'Replacements',
    icon: PackageOpen,
    Content: lazy(() => import('./orders/replacements/replacements-section.tsx')),
    waiting: (figures) => figures.replacementsToDecide,
  },
  {
    id: 'reviews',
    title: 'Review Management',
    icon: Star,
    Content: lazy(() => import('./catalogue/reviews/reviews-section.tsx')),
    waiting: (figures) => figures.pendingReviews,
  },
  {
    id: 'contacts',
    title: 'Contact Management',
    icon: MessageSquare,
    Content: lazy(() => import('./contacts/contacts-section.tsx')),
    waiting: (figures) => figures.newContacts,
  },
  {
    id: 'newsletter',
    title: 'Newsletter',
    icon: Mail,
    Content: lazy(() => import('./contacts/newsletter/newsletter-section.tsx')),
  },
  {
    id: 'page-content',
    title: 'Page Content',
    icon: PanelsTopLeft,
    Content: lazy(() => import('./content/content-section.tsx')),
  },
  {
    id: 'payment-settings',
    title: 'Payment Settings',
    icon: IndianRupee,
    Content: lazy(() => import('./settings/payment-section.tsx')),
  },
  {
    id: 'shop-settings',
    title: 'Shop Settings',
    icon: Store,
    Content: lazy(() => import('./settings/shop-section.tsx')),
  },
  {
    id: 'audit',
    title: 'Audit',
    icon: History,
    Content: lazy(() => import('./audit/audit-section.tsx')),
  },
  {
    id: 'account',
    title: 'Account',
    icon: UserRound,
    Content: lazy(() => import('./accounts/account-section.tsx')),
  },
];

/** The order of the navigation, in groups. A section that is named nowhere stands at the end of 'Shop'. */
const GROUPS: readonly { title: string; ids: readonly string[] }[] = [
  { title: '', ids: ['overview'] },
  { title: 'Sales', ids: ['orders', 'replacements', 'statements', 'products'] },
  { title: 'Shoppers', ids: ['reviews', 'contacts', 'newsletter'] },
  {
    title: 'Shop',
    ids: ['content', 'page-content', 'payment', 'payment-settings', 'shop', 'shop-settings', 'settings'],
  },
  { title: 'Admin', ids: ['audit', 'account'] },
];

/** The sections as the navigation shows them. */
export function navigation(): { title: string; sections: AdminSection[] }[] {
  const named = new Set(GROUPS.flatMap(({ ids }) => ids));
  return GROUPS.map(({ title, ids }) => ({
    title,
    sections: [
      ...ids.flatMap((id) => SECTIONS.filter((section) => section.id === id)),
      ...(title === 'Shop' ? SECTIONS.filter((section) => !named.has(section.id)) : []),
    ],
  })).filter(({ sections }) => sections.length > 0);
}

/** Where /admin opens: the work of the day. */
const FIRST = SECTIONS.find(({ id }) => id === 'orders') ?? SECTIONS[0]!;

/** The section that the address names; the first one when it names none. */
export function sectionOf(id: string | null): AdminSection {
  return SECTIONS.find((section) => section.id === id) ?? FIRST;
}
