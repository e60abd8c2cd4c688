import type { StaffUser } from './accounts/accounts.ts';
import { accountsApi, alertsOfStaffApi, ownAccountApi, teamApi, twoStepApi } from './accounts/api.ts';
import { auditApi } from './audit/api.ts';
import { categoriesApi, productsApi, reviewsApi, wishlistApi } from './catalogue/api.ts';
import { keysApi, webhooksApi } from './connect/api.ts';
import { alertsApi, contactsApi, newsletterApi, newsletterListApi } from './contacts/api.ts';
import { contentAdminApi, contentApi } from './content/api.ts';
import { mayCall } from './contract.ts';
import { customersApi } from './customers/api.ts';
import { dashboardApi } from './dashboard/api.ts';
import { mediaApi } from './media/api.ts';
import { operationsApi } from './operations/api.ts';
import { checkoutApi, ordersApi, replacementsApi } from './orders/api.ts';
import { byStaffApi, payLinkApi } from './orders/by-staff-api.ts';
import { couponsApi } from './orders/coupons/api.ts';
import { inboxApi, paymentsApi } from './orders/payments/api.ts';
import { upiAppsApi } from './orders/payments/upi-apps.ts';
import { reportsApi } from './orders/reports.ts';
import { settingsAdminApi, settingsApi } from './settings/api.ts';

/** Every endpoint of the shop, by `'METHOD /path'`. */
export const api = {
  ...settingsApi,
  ...settingsAdminApi,
  ...contentApi,
  ...contentAdminApi,
  ...productsApi,
  ...categoriesApi,
  ...reviewsApi,
  ...wishlistApi,
  ...mediaApi,
  ...accountsApi,
  ...ownAccountApi,
  ...alertsOfStaffApi,
  ...twoStepApi,
  ...teamApi,
  ...auditApi,
  ...keysApi,
  ...webhooksApi,
  ...dashboardApi,
  ...operationsApi,
  ...checkoutApi,
  ...ordersApi,
  ...byStaffApi,
  ...payLinkApi,
  ...replacementsApi,
  ...couponsApi,
  ...paymentsApi,
  ...inboxApi,
  ...upiAppsApi,
  ...reportsApi,
  ...customersApi,
  ...contactsApi,
  ...newsletterApi,
  ...newsletterListApi,
  ...alertsApi,
};

export type Api = typeof api;

/** The endpoints that a member of staff may not call (D39). The admin hides what needs them. */
export function closedTo(user: StaffUser): (keyof Api)[] {
  return (Object.keys(api) as (keyof Api)[]).filter((key) => !mayCall(api[key], user));
}
