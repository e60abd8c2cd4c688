/** What shoppers read about the code that opens an order (shop/orders/order-code.ts). */
export const CODE_TEXTS = {
  missing: 'Please enter the 6-digit code',
  wrong: 'This code is wrong or has expired. Please try again.',
  /** The same for every order number, so that it says nothing about the order. */
  sent: 'If we have an email address for this order, a code is on its way.',
};
