import { contactsApi, newsletterApi, newsletterListApi } from './contacts/api.ts';

/** Every endpoint of the shop, by `'METHOD /path'`. */
export const api = {
  ...contactsApi,
  ...newsletterApi,
  ...newsletterListApi,
};

export type Api = typeof api;
