/** Why staff change the items of an order. Persisted. Does not import Zod. */
export const CHANGE_REASONS = ['customer_asked', 'not_in_stock', 'our_mistake'] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

export const CHANGE_REASON_LABELS: Record<ChangeReason, string> = {
  customer_asked: 'Customer asked',
  not_in_stock: 'Not in stock',
  our_mistake: 'Our mistake',
};
