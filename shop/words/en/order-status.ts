/** What shoppers read of an order's status (shop/orders/order-status.ts). */

export const STATUS_LABELS = {
  draft: 'Draft',
  pending: 'Pending',
  confirmed: 'Confirmed',
  processing: 'Processing',
  shipped: 'Shipped',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  returned: 'Returned',
};

/** The steps of the timeline. A step has the same words before and after it is reached. */
export const STEP_LABELS = {
  pending: 'Order Placed',
  processing: 'Order Processing',
  shipped: 'Order Shipped',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Order Delivered',
  cancelled: 'Order Cancelled',
  returned: 'Order Returned',
};
