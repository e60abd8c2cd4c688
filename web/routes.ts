import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page of shoppers (R1.2, R2.2, D6–D9). */
const shop = [
  layout('storefront/layout/shop-layout.tsx', [
    index('storefront/home/home.tsx'),
    route('all-products', 'storefront/listing/all-products.tsx'),
    route('combos', 'storefront/listing/combos.tsx'),
    route('shop', 'storefront/listing/shop-redirect.ts'),
    route('product/:id', 'storefront/product/product.tsx'),
    route('cart', 'storefront/cart/cart-page.tsx'),
    route('wishlist', 'storefront/wishlist/wishlist.tsx'),
    route('track-order', 'orders/track-order.tsx'),
    route('orders', 'orders/orders-page.tsx'),
    route('orders/:orderId', 'orders/order-details.tsx', { id: 'order-by-number' }),
    route('order-details/:orderId', 'orders/order-details.tsx'),
    route('order-confirmation/:orderId', 'orders/order-confirmation.tsx'),
    route('about', 'storefront/pages/about.tsx'),
    route('contact-us', 'storefront/pages/contact-us.tsx'),
    route('terms-of-service', 'storefront/pages/policy.tsx', { id: 'terms' }),
    route('privacy-policy', 'storefront/pages/policy.tsx', { id: 'privacy' }),
    route('shipping-policy', 'storefront/pages/policy.tsx', { id: 'shipping' }),
    route('return-refund-policy', 'storefront/pages/policy.tsx', { id: 'returns' }),
    // Any other path of one segment: a landing page from the content, or a 404. The paths above
    // take precedence.
    route(':page', 'storefront/category/category.tsx'),
    route('*', 'storefront/pages/not-found.tsx'),
  ]),
  layout('checkout/checkout-layout.tsx', [
    route('address', 'checkout/address-page.tsx'),
    route('payment', 'checkout/payment-page.tsx'),
    route('pay/:code', 'checkout/pay-link-page.tsx'),
    route('payment-success', 'checkout/payment-success.tsx'),
    route('order-review', 'checkout/order-review.tsx'),
  ]),
  route('saved-order', 'orders/saved-order.tsx'),
] satisfies RouteConfig;

const admin = [
  route('kingadminlogin', 'admin/accounts/login.tsx'),
  route('admin-login', 'admin/accounts/login-redirect.ts', { id: 'admin-login' }),
  ...prefix('admin', [
    index('admin/frame/admin.tsx'),
    route('login', 'admin/accounts/login-redirect.ts', { id: 'admin-login-old' }),
    route('reset-password', 'admin/accounts/reset.tsx'),
  ]),
] satisfies RouteConfig;

export default [...shop, ...admin];
