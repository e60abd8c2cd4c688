import type { MailOrder } from './order-mails.ts';
import type { LineRow, OrderRow } from './queries.ts';

/** An order as its mails tell of it. */
export function mailOrder(order: OrderRow, lines: LineRow[]): MailOrder {
  return {
    orderNumber: order.order_number,
    name: order.name,
    email: order.email,
    createdAt: order.created_at,
    lines: lines.map((line) => ({ name: line.name, size: line.size, quantity: line.quantity, price: line.price })),
    subtotal: order.subtotal,
    discount: order.discount,
    total: order.total,
    address: order.address,
    city: order.city,
    state: order.state,
    pincode: order.pincode,
    courier: order.courier,
    trackingNumber: order.courier_tracking,
    note: '',
    invoice: null,
    status: order.status,
    paid: order.utr !== null || order.payment_status === 'completed',
  };
}
