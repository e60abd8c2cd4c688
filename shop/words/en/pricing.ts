/** Why an order cannot be paid (shop/money/pricing.ts). */
export const UNPAYABLE = {
  empty: 'Cart is empty! Please add items to your cart first.',
  tooLittle: 'Minimum order amount is ₹1. Please add items to your cart.',
};
