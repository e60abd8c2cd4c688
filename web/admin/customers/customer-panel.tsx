import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { whatsAppLink } from '#shop/contacts/whatsapp.ts';
import type { CustomerDetail } from '#shop/customers/customer-calls.ts';
import { daysBetweenOrders } from '#shop/customers/customers.ts';
import { formatDate } from '#shop/india/dates.ts';
import { internationalPhone } from '#shop/india/phones.ts';
import { formatRupees } from '#shop/money/money.ts';
import { statusLabel, statusTone } from '#shop/orders/order-status.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { ArrowLeft, Mail, MessageCircle } from '#web/ui/page-icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { countOf } from '../lib/count.ts';
import { serverSentence } from '../lib/session.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { StatStrip } from '../ui/stat-strip.tsx';
import { CustomerPrivacy } from './customer-privacy.tsx';
import { CustomerWords } from './customer-words.tsx';
import { customerQuery, LOAD_FAILED } from './customers-api.ts';

/** One customer: figures, orders, notes, tags and privacy. */
export function CustomerPanel({ id, back, onErased }: { id: string; back: string; onErased: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(customerQuery(id));
  const customer = data?.customer;
  return (
    <div className="grid min-w-0 gap-4">
      <Link className="link admin-link w-fit lg:hidden" to={back}>
        <Icon of={ArrowLeft} /> All customers
      </Link>
      {error && !customer && (
        <ErrorNote message={serverSentence(error, LOAD_FAILED)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!customer && !error && (
        <div className="admin-card">
          <ListSkeleton label="Loading the customer" />
        </div>
      )}
      {customer && (
        <>
          <Head customer={customer} />
          <div className="-mb-4">
            <Figures customer={customer} />
          </div>
          <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
            <Orders customer={customer} />
            <div className="grid min-w-0 gap-4">
              <CustomerWords customer={customer} />
              <CustomerPrivacy customer={customer} onErased={onErased} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function Head({ customer }: { customer: CustomerDetail }) {
  const { name, phone, email, city, pincode, country } = customer;
  const dialled = internationalPhone(phone, country);
  const chat = whatsAppLink(dialled, name ? `Hello ${name},` : 'Hello,');
  const place = [city, pincode].filter(Boolean).join(' ');
  return (
    <section className="admin-card flex flex-wrap items-center gap-3 py-4 px-[1.1rem]" aria-label="Customer">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h2 className="text-display-sm wrap-anywhere">{name || dialled}</h2>
        <p className="text-ink-soft wrap-anywhere">{[dialled, email, place].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {chat && (
          <ButtonLink variant="quiet" size="admin" to={chat} target="_blank" rel="noopener noreferrer">
            <Icon of={MessageCircle} /> WhatsApp
          </ButtonLink>
        )}
        {email && (
          <ButtonLink variant="quiet" size="admin" to={`mailto:${email}`}>
            <Icon of={Mail} /> Email
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function Figures({ customer }: { customer: CustomerDetail }) {
  const { orders, paid, refunded, returns, firstOrderAt, lastOrderAt } = customer;
  const days = daysBetweenOrders(customer);
  return (
    <StatStrip
      label="Figures of the customer"
      stats={[
        { label: 'Orders', value: orders, line: firstOrderAt > 0 ? `since ${formatDate(firstOrderAt)}` : '' },
        {
          label: 'Total paid',
          value: formatRupees(paid),
          line: orders > 0 && paid > 0 ? `${formatRupees(Math.round(paid / orders))} an order` : '',
        },
        {
          label: 'Time between orders',
          value: days === null ? '—' : countOf(days, 'day'),
          line: lastOrderAt > 0 ? `last order ${formatDate(lastOrderAt)}` : '',
        },
        {
          label: 'Returns',
          value: returns,
          line: refunded > 0 ? `${formatRupees(refunded)} refunded` : 'Nothing refunded',
        },
      ]}
    />
  );
}

function Orders({ customer: { latestOrders, orders } }: { customer: CustomerDetail }) {
  return (
    <section className="admin-card min-w-0">
      <header className="card-head">
        <h2>Orders</h2>
        {orders > latestOrders.length && <span>the latest {latestOrders.length}</span>}
      </header>
      <ul aria-label="Orders of the customer">
        {latestOrders.map((order) => (
          <li
            key={order.orderNumber}
            className="hairline-b-admin-line grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 px-[1.1rem]"
          >
            <Link className="link admin-link mono" to={`/admin?section=orders&order=${order.orderNumber}`}>
              {order.orderNumber}
            </Link>
            <b className="num text-right">{formatRupees(order.total)}</b>
            <span className="min-w-0 text-ink-soft wrap-anywhere">
              {`${formatDate(order.createdAt)}${order.items ? ` · ${order.items}` : ''}`}
            </span>
            <span className="text-right">
              <StatusPill tone={statusTone(order.status)} admin>
                {statusLabel(order.status)}
              </StatusPill>
            </span>
          </li>
        ))}
      </ul>
      {latestOrders.length === 0 && <p className="card-body text-ink-soft">No orders with this number any more.</p>}
    </section>
  );
}
