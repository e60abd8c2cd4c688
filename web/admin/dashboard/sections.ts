import type { Api } from '#shop/api.ts';
import {
  ChartColumn,
  Ellipsis,
  History,
  IndianRupee,
  LayoutDashboard,
  Link2,
  MessageSquare,
  MessageSquareReply,
  Nut,
  PackageOpen,
  PanelsTopLeft,
  ScanBarcode,
  Star,
  Store,
  TicketPercent,
  UserRound,
} from '#web/admin/ui/icons.ts';
import type { IconPath } from '#web/ui/icon.tsx';
import { FileText, Plus } from '#web/ui/icons.ts';
import { Banknote, Mail, Package, ShieldCheck, Users } from '#web/ui/page-icons.ts';
import type { Figures } from './figures.ts';

export type SectionId =
  | 'overview'
  | 'insight'
  | 'orders'
  | 'packing'
  | 'new-order'
  | 'payments'
  | 'products'
  | 'replacements'
  | 'customers'
  | 'gst'
  | 'margin'
  | 'coupons'
  | 'reviews'
  | 'contacts'
  | 'newsletter'
  | 'page-content'
  | 'payment-settings'
  | 'messages'
  | 'shop-settings'
  | 'compliance'
  | 'audit'
  | 'connections'
  | 'account'
  | 'more';

export interface AdminSection {
  /** As in the address: `/admin?section=orders`. */
  id: SectionId;
  title: string;
  icon: IconPath;
  /**
   * The endpoint that the section begins with: whoever may not call it does not see the section
   * (D39).
   */
  opens: keyof Api;
  /** What waits to be done there; shown beside the name. */
  waiting?: (figures: Figures) => number | undefined;
}

/**
 * The sections of the admin. A new one also needs its component in web/admin/frame/content.ts and
 * its place in GROUPS.
 */
const SECTIONS: readonly AdminSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    icon: LayoutDashboard,
    opens: 'GET /admin/overview',
  },
  {
    id: 'insight',
    title: 'Insight',
    icon: ChartColumn,
    opens: 'GET /admin/insight',
  },
  {
    id: 'orders',
    title: 'Order Management',
    icon: Package,
    opens: 'GET /orders',
    waiting: (figures) => figures.needAttention,
  },
  {
    id: 'packing',
    title: 'Packing',
    icon: ScanBarcode,
    opens: 'PUT /orders/:id/status',
  },
  {
    id: 'new-order',
    title: 'New order',
    icon: Plus,
    opens: 'POST /orders/by-staff',
  },
  {
    id: 'payments',
    title: 'Payments',
    icon: Banknote,
    opens: 'GET /payments/review',
    waiting: (figures) => figures.toVerify,
  },
  {
    id: 'products',
    title: 'Product Management',
    icon: Nut,
    opens: 'POST /products',
  },
  {
    id: 'replacements',
    title: 'Replacements',
    icon: PackageOpen,
    opens: 'GET /replacements',
    waiting: (figures) => figures.replacementsToDecide,
  },
  {
    id: 'gst',
    title: 'GST',
    icon: FileText,
    opens: 'GET /reports/gst',
  },
  {
    id: 'margin',
    title: 'Margin',
    icon: IndianRupee,
    opens: 'GET /reports/margin',
  },
  {
    id: 'customers',
    title: 'Customers',
    icon: Users,
    opens: 'GET /customers',
  },
  {
    id: 'coupons',
    title: 'Coupons',
    icon: TicketPercent,
    opens: 'GET /coupons',
  },
  {
    id: 'reviews',
    title: 'Review Management',
    icon: Star,
    opens: 'GET /reviews',
    waiting: (figures) => figures.pendingReviews,
  },
  {
    id: 'contacts',
    title: 'Contact Management',
    icon: MessageSquare,
    opens: 'GET /contacts',
    waiting: (figures) => figures.newContacts,
  },
  {
    id: 'newsletter',
    title: 'Newsletter',
    icon: Mail,
    opens: 'GET /newsletter',
  },
  {
    id: 'page-content',
    title: 'Page Content',
    icon: PanelsTopLeft,
    opens: 'PUT /page-content/:pageId',
  },
  {
    id: 'payment-settings',
    title: 'Payment Settings',
    icon: IndianRupee,
    opens: 'GET /settings/payment',
    waiting: ({ wordingsToDecide = 0, sendersToDecide = 0 }) => wordingsToDecide + sendersToDecide,
  },
  {
    id: 'messages',
    title: 'Messages',
    icon: MessageSquareReply,
    opens: 'PUT /settings/messages',
  },
  {
    id: 'shop-settings',
    title: 'Shop Settings',
    icon: Store,
    opens: 'GET /settings/shop',
  },
  {
    id: 'compliance',
    title: 'Compliance',
    icon: ShieldCheck,
    opens: 'GET /admin/compliance',
  },
  {
    id: 'audit',
    title: 'Audit',
    icon: History,
    opens: 'GET /admin/audit',
  },
  {
    id: 'connections',
    title: 'Connections',
    icon: Link2,
    opens: 'GET /admin/api-keys',
  },
  {
    id: 'account',
    title: 'Account',
    icon: UserRound,
    opens: 'GET /auth/sessions',
  },
];

/** On a phone: the page with all sections that have no place at the bottom. */
const MORE: AdminSection = { id: 'more', title: 'More', icon: Ellipsis, opens: 'GET /auth/sessions' };

/** The places at the bottom of a phone, by short titles: the first three that a person may open. */
const PLACES: readonly { id: SectionId; title: string }[] = [
  { id: 'orders', title: 'Orders' },
  { id: 'payments', title: 'Payments' },
  { id: 'products', title: 'Products' },
  { id: 'customers', title: 'Customers' },
];

/** The order of the navigation, in groups. A new order is begun from the orders. */
const GROUPS: readonly { title: string; ids: readonly SectionId[] }[] = [
  { title: '', ids: ['overview'] },
  { title: 'Sales', ids: ['orders', 'packing', 'payments', 'replacements', 'products', 'coupons', 'gst', 'margin'] },
  { title: 'Shoppers', ids: ['customers', 'reviews', 'contacts', 'newsletter'] },
  { title: 'Shop', ids: ['page-content', 'payment-settings', 'messages', 'shop-settings', 'compliance'] },
  { title: 'Admin', ids: ['insight', 'audit', 'connections', 'account'] },
];

type May = (key: keyof Api) => boolean;

/** The sections that a person may use. @param may `useMay()` */
export function sectionsFor(may: May): AdminSection[] {
  return SECTIONS.filter(({ opens }) => may(opens));
}

/** The sections as the navigation shows them. */
export function navigation(may: May): { title: string; sections: AdminSection[] }[] {
  return GROUPS.map(({ title, ids }) => ({
    title,
    sections: ids.flatMap((id) => sectionsFor(may).filter((section) => section.id === id)),
  })).filter(({ sections }) => sections.length > 0);
}

/** What a phone shows at the bottom; the last is More. */
export function placesFor(may: May): AdminSection[] {
  const open = sectionsFor(may);
  const places = PLACES.flatMap(({ id, title }) =>
    open.filter((section) => section.id === id).map((section) => ({ ...section, title })),
  );
  return [...places.slice(0, 3), MORE];
}

/**
 * The section that the address names. Without one, and for one that this person may not use, /admin
 * opens the orders.
 */
export function sectionOf(id: string | null, may: May): AdminSection {
  const byId = (wanted: string | null) => [...sectionsFor(may), MORE].find((section) => section.id === wanted);
  return byId(id) ?? (byId('orders') as AdminSection);
}

/** Why the address opens another section than it names; null when it does not. */
export function whyClosed(id: string | null, may: May): string | null {
  const section = SECTIONS.find((one) => one.id === id && !may(one.opens));
  if (!section) return null;
  const who = section.id === 'payments' ? 'somebody who may verify payments' : 'an admin';
  return `Only ${who} can open ${section.title}.`;
}
