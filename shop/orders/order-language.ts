/** The languages in which the shop writes about an order. Persisted. */
export type OrderLanguage = 'en' | 'hi';
