import { createClient, ShopApiError } from 'kishmish-client';

const [, , url = 'http://localhost:3000', token = '', orderNumber = ''] = process.argv;
const shop = createClient({ url, token });

const { products, pagination } = await shop.call('GET /products', { query: { limit: 5 } });
console.log(`${pagination.total} products`);
for (const { name, sizes } of products) {
  console.log(`${name}: ${sizes.map(({ size, price }) => `${size} ₹${price}`).join(', ')}`);
}

try {
  const { order } = await shop.call('GET /orders/:id', { params: { id: orderNumber } });
  console.log(`${order.orderNumber} is ${order.status}: ₹${order.pricing.total}`);
} catch (error) {
  if (!(error instanceof ShopApiError)) throw error;
  console.log(`${error.status}: ${error.message}`);
}
