import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLoaderData } from 'react-router';
import { formatDate } from '#shop/india/dates.ts';
import { internationalPhone } from '#shop/india/phones.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import type { AdminPageData, Sender } from '../lib/brand.ts';

/**
 * Prints one packing slip per order, each on its own sheet, and calls `onDone` when the print dialog has closed. The slips are hidden
 * on screen and are the only content in print (packing-slips.css).
 */
export function PackingSlips({ orders, onDone }: { orders: AdminOrder[]; onDone: () => void }) {
  const { sender, brand } = useLoaderData<AdminPageData>();
  const done = useRef(onDone);
  done.current = onDone;
  const ready = orders.length > 0;
  useEffect(() => {
    if (!ready) return;
    const finish = () => done.current();
    window.addEventListener('afterprint', finish);
    window.print();
    return () => window.removeEventListener('afterprint', finish);
  }, [ready]);
  if (!ready) return null;
  return createPortal(
    <div className="print-sheets">
      {orders.map((order) => (
        <Slip key={order.orderNumber} order={order} sender={sender} logo={brand.logo} />
      ))}
    </div>,
    document.body,
  );
}

function Slip({ order, sender, logo }: { order: AdminOrder; sender: Sender; logo: string }) {
  const { shippingAddress: to, items } = order;
  const packs = items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <article className="slip">
      <header>
        <ShopLogo image={logo} alt="" width={167} height={30} />
        <div>
          <h2>Packing slip</h2>
          <p className="mono">{order.orderNumber}</p>
          <p>{formatDate(order.createdAt)}</p>
        </div>
      </header>
      <div className="slip-people">
        <section>
          <h3>Deliver to</h3>
          <p className="slip-to">
            <b>{to.name}</b>
            <br />
            {to.address}
            <br />
            {to.city}, {to.state} <b>{to.pincode}</b>
            <br />
            {to.country}
            <br />
            Phone {internationalPhone(to.phone, to.country)}
          </p>
        </section>
        <section>
          <h3>From</h3>
          <p>
            <b>{sender.name}</b>
            <br />
            {sender.address}
            <br />
            {sender.place}
            <br />
            {sender.phone}
          </p>
        </section>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Packed</th>
            <th scope="col">Item</th>
            <th scope="col">Size</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.product} ${item.size}`}>
              <td>
                <span className="slip-box" />
              </td>
              <td>{item.name}</td>
              <td>{item.size}</td>
              <td className="slip-count">{item.quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {packs === 1 ? '1 pack' : `${packs} packs`} · {formatRupees(order.pricing.total)}
        {order.payment.status === 'completed' ? ', paid' : ', payment not verified'}
      </p>
      {order.orderNote && (
        <section>
          <h3>Note from the shopper</h3>
          <p className="whitespace-pre-line">{order.orderNote}</p>
        </section>
      )}
      {(order.courier || order.courierTracking) && (
        <p>
          {order.courier} <span className="mono">{order.courierTracking}</span>
        </p>
      )}
    </article>
  );
}
