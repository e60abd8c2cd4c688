/** What shoppers read about a replacement (shop/orders/replacements.ts). */

export const REASON_LABELS = {
  damaged: 'Arrived damaged',
  wrong_item: 'Wrong item',
  quality: 'Not happy with the quality',
  missing: 'Item is missing',
  expired: 'Expired or about to expire',
  other: 'Something else',
};

/** The statuses of a request, which are also the steps of its timeline. */
export const STATUS_LABELS = {
  requested: 'Requested',
  approved: 'Approved',
  rejected: 'Not approved',
  shipped: 'Sent again',
  closed: 'Completed',
};

export const STEPS = {
  requested: 'Replacement requested',
  /** Before the decision. */
  waiting: 'We are looking into it',
};

export const FAULTS = {
  items: 'Please choose at least one item',
  otherItems: 'Please choose items from this order, and no more than you ordered',
  reason: 'Please choose a reason',
  description: 'Please describe the problem in at least 10 characters',
  tooLong: (most: number) => `At most ${most} characters`,
};
