import { type ComponentType, lazy } from 'react';
import type { SectionId } from '../dashboard/sections.ts';

/** What each section shows. Loaded when the section is opened for the first time. */
export const CONTENT: Record<SectionId, ComponentType> = {
  overview: lazy(() => import('../dashboard/overview-section.tsx')),
  insight: lazy(() => import('../dashboard/insight-section.tsx')),
  orders: lazy(() => import('../orders/orders-section.tsx')),
  packing: lazy(() => import('../orders/packing/packing-section.tsx')),
  'new-order': lazy(() => import('../orders/new/new-order-section.tsx')),
  payments: lazy(() => import('../payments/payments-section.tsx')),
  products: lazy(() => import('../catalogue/products/products-section.tsx')),
  replacements: lazy(() => import('../orders/replacements/replacements-section.tsx')),
  gst: lazy(() => import('../reports/gst-section.tsx')),
  margin: lazy(() => import('../reports/margin-section.tsx')),
  customers: lazy(() => import('../customers/customers-section.tsx')),
  coupons: lazy(() => import('../orders/coupons/coupons-section.tsx')),
  reviews: lazy(() => import('../catalogue/reviews/reviews-section.tsx')),
  contacts: lazy(() => import('../contacts/contacts-section.tsx')),
  newsletter: lazy(() => import('../contacts/newsletter/newsletter-section.tsx')),
  'page-content': lazy(() => import('../content/content-section.tsx')),
  'payment-settings': lazy(() => import('../settings/payment-section.tsx')),
  messages: lazy(() => import('../settings/messages/messages-section.tsx')),
  'shop-settings': lazy(() => import('../settings/shop-section.tsx')),
  compliance: lazy(() => import('../reports/compliance-section.tsx')),
  audit: lazy(() => import('../audit/audit-section.tsx')),
  connections: lazy(() => import('../connect/connections-section.tsx')),
  account: lazy(() => import('../accounts/account-section.tsx')),
  more: lazy(() => import('./more-section.tsx')),
};
