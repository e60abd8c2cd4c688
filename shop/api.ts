import { contactsApi, newsletterApi, newsletterListApi } from './contacts/api.ts';
import { checkoutApi, ordersApi, replacementsApi } from './orders/api.ts';

/** Every endpoint of the shop, by `'METHOD /path'`. */
export const api = {
  ...contactsApi,
  ...newsletterApi,
  ...newsletterListApi,
  ...checkoutApi,
  ...ordersApi,
  ...replacementsApi,
};

export type Api = typeof api;
