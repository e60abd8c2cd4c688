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
import { Banknote, Mail, Package } from '#web/ui/icons.ts';
import type { Figures } from './figures.ts';

export type SectionId =
  | 'overview'
  | 'orders'
  | 'payments'
  | 'products'
  | 'replacements'
  | 'reviews'
  | 'contacts'
  | 'newsletter'
  | 'page-content'
  | 'payment-settings'
  | 'shop-settings'
  | 'audit'
  | 'account';

export interface AdminSection {
  /** As in the address: `/admin?section=orders`. */
  id: SectionId;
  title: string;
  icon: IconPath;
  /** What waits to be done there; shown beside the name. */
  waiting?: (figures: Figures) => number | undefined;
}

/** The sections of the admin. A new one also needs its component in web/admin/frame/content.ts and its place in GROUPS. */
export const SECTIONS: readonly AdminSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    icon: LayoutDashboard,
  },
  {
    id: 'orders',
    title: 'Order Management',
    icon: Package,
    waiting: (figures) => figures.needAttention,
  },
  {
    id: 'payments',
    title: 'Payments',
    icon: Banknote,
    waiting: (figures) => figures.toVerify,
  },
  {
    id: 'products',
    title: 'Product Management',
    icon: Nut,
  },
  {
    id: 'replacements',
    title: 'Replacements',
    icon: PackageOpen,
    waiting: (figures) => figures.replacementsToDecide,
  },
  {
    id: 'reviews',
    title: 'Review Management',
    icon: Star,
    waiting: (figures) => figures.pendingReviews,
  },
  {
    id: 'contacts',
    title: 'Contact Management',
    icon: MessageSquare,
    waiting: (figures) => figures.newContacts,
  },
  {
    id: 'newsletter',
    title: 'Newsletter',
    icon: Mail,
  },
  {
    id: 'page-content',
    title: 'Page Content',
    icon: PanelsTopLeft,
  },
  {
    id: 'payment-settings',
    title: 'Payment Settings',
    icon: IndianRupee,
  },
  {
    id: 'shop-settings',
    title: 'Shop Settings',
    icon: Store,
  },
  {
    id: 'audit',
    title: 'Audit',
    icon: History,
  },
  {
    id: 'account',
    title: 'Account',
    icon: UserRound,
  },
];

/** The order of the navigation, in groups. */
const GROUPS: readonly { title: string; ids: readonly SectionId[] }[] = [
  { title: '', ids: ['overview'] },
  { title: 'Sales', ids: ['orders', 'payments', 'replacements', 'products'] },
  { title: 'Shoppers', ids: ['reviews', 'contacts', 'newsletter'] },
  { title: 'Shop', ids: ['page-content', 'payment-settings', 'shop-settings'] },
  { title: 'Admin', ids: ['audit', 'account'] },
];

/** The sections as the navigation shows them. */
export function navigation(): { title: string; sections: AdminSection[] }[] {
  return GROUPS.map(({ title, ids }) => ({ title, sections: ids.map((id) => sectionOf(id)) }));
}

/** The section that the address names. Without one, /admin opens the orders. */
export function sectionOf(id: string | null): AdminSection {
  const byId = (wanted: string | null) => SECTIONS.find((section) => section.id === wanted);
  return byId(id) ?? (byId('orders') as AdminSection);
}
