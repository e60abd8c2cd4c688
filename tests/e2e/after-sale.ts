import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { ownerToken, type PlacedOrder, placeOrder } from './admin.ts';

async function staffHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await ownerToken(request)}` };
}

export async function verify(request: APIRequestContext, orderNumber: string): Promise<void> {
  const response = await request.put(`/api/orders/${orderNumber}/payment`, {
    headers: await staffHeaders(request),
    data: { status: 'completed' },
  });
  expect(response.status()).toBe(200);
}

/** Places an order, verifies its payment, ships and delivers it. */
export async function deliveredOrder(request: APIRequestContext): Promise<PlacedOrder> {
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  const headers = await staffHeaders(request);
  for (const status of ['shipped', 'delivered']) {
    const response = await request.put(`/api/orders/${order.orderNumber}/status`, { headers, data: { status } });
    expect(response.status()).toBe(200);
  }
  return order;
}

/** Stores the order in localStorage, as the checkout does. */
export async function keepOnDevice(page: Page, order: PlacedOrder): Promise<void> {
  await page.goto('/track-order');
  await page.evaluate(({ orderNumber, accessToken, total, name, phone }) => {
    const shippingAddress = {
      name,
      phone,
      email: 'meera@example.com',
      address: '5/231, Vipul Khand',
      city: 'Lucknow',
      state: 'Uttar Pradesh',
      pincode: '226010',
      country: 'India',
    };
    const copy = {
      id: orderNumber,
      orderNumber,
      accessToken,
      items: [],
      shippingAddress,
      paymentMethod: 'upi',
      payment: { status: 'pending', utrNumber: '', app: '' },
      orderNote: '',
      subtotal: total,
      discount: 0,
      shipping: 0,
      total,
      status: 'pending',
      createdAt: Date.now(),
      delivery: 'sent',
    };
    localStorage.setItem('orders', JSON.stringify([copy]));
  }, order);
}

/**
 * Fills localStorage as in the middle of checkout: a cart, an address, one order. Returns the order
 * number.
 */
export async function shopperWithOrder(page: Page, request: APIRequestContext): Promise<string> {
  const order = await placeOrder(request);
  const { product } = (await (await request.get('/api/products/california-almonds')).json()) as {
    product: { id: string; name: string; image: string; sizes: { size: string; price: number; stock: number }[] };
  };
  const size = product.sizes[0]!;
  const address = {
    firstName: 'Meera',
    lastName: 'Nair',
    name: 'Meera Nair',
    email: 'meera@example.com',
    phone: order.phone,
    address: '5/231, Vipul Khand, Gomti Nagar',
    city: 'Lucknow',
    state: 'Uttar Pradesh',
    pincode: '226010',
    country: 'India',
    addressType: 'home',
    saveAddress: true,
    id: 'a1',
    createdAt: Date.now(),
  };
  const line = { productId: product.id, name: product.name, size: size.size, quantity: 2, price: size.price };
  const device = {
    cart: [{ id: `${product.id}-${size.size}`, ...line, image: product.image, stock: size.stock }],
    shippingAddress: address,
    orders: [
      {
        id: order.orderNumber,
        orderNumber: order.orderNumber,
        accessToken: order.accessToken,
        items: [{ product: product.id, ...line, image: product.image }],
        shippingAddress: address,
        payment: { status: 'pending', utrNumber: order.utr, app: 'phonepe' },
        subtotal: order.total,
        total: order.total,
        createdAt: Date.now(),
        delivery: 'sent',
      },
    ],
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, JSON.stringify(value));
  }, device);
  return order.orderNumber;
}
