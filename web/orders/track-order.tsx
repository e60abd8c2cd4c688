import rules from '#messages/tracking-rules';
import './mobile-field.css';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import m from '#messages/tracking';
import { countryName } from '#shop/catalogue/countries.ts';
import { type Country, cleanPhone, DIAL_CODES, knownCountry } from '#shop/india/phones.ts';
import type { TrackedOrder } from '#shop/orders/orders.ts';
import { checkMobile, cleanMobile } from '#shop/orders/tracking.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { DataNotice } from '#web/lib/data-notice.tsx';
import { findOrder, getOrders, moment } from '#web/lib/my-orders.ts';
import { pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { UnfinishedCard } from '#web/storefront/unfinished/card.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { ChevronDown } from '#web/ui/page-icons.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import type { Route } from './+types/track-order';
import { TrackedCard } from './tracked-card.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { brandName } = await getServices(context).settings.shop();
  return { brandName };
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  return pageMeta(site, {
    title: m.page({ brand: site.brandName }),
    description: m.description({ brand: site.brandName }),
    path: '/track-order',
  });
}

type Result =
  | { kind: 'none' }
  | { kind: 'found'; mobile: string; orders: TrackedOrder[] }
  | { kind: 'failed'; message: string };

/** The specification leaves open in which form a response has dates (R2.3). */
function withDates(order: TrackedOrder): TrackedOrder {
  return { ...order, createdAt: moment(order.createdAt), statusAt: moment(order.statusAt) || null };
}

/**
 * Tracking by mobile number (R2.2, D33). `orderNumber` in the URL only selects which order is
 * expanded.
 */
export default function TrackOrder() {
  const [query] = useSearchParams();
  const [mobile, setMobile] = useState('');
  const [country, setCountry] = useState<Country>('India');
  const [error, setError] = useState('');
  const [result, setResult] = useState<Result | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const track = async (mobile: string, country: Country) => {
    const problem = checkMobile(mobile, country);
    setError(problem ?? '');
    if (problem) {
      setResult(null);
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const { orders } = await call('GET /orders/track/:mobile', { params: { mobile: cleanPhone(mobile, country) } });
      setResult(orders.length > 0 ? { kind: 'found', mobile, orders: orders.map(withDates) } : { kind: 'none' });
    } catch (failure) {
      // 429 has its own message; every other error uses the specification's.
      const limited = isApiError(failure) && failure.status === 429;
      setResult({ kind: 'failed', message: limited ? failure.message : rules.failed() });
    } finally {
      setBusy(false);
    }
  };
  // The number of the order that the shopper comes from is looked up at once; otherwise the number
  // of the last order is filled in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the values at arrival
  useEffect(() => {
    const asked = findOrder(getOrders(), query.get('orderNumber') ?? '');
    const { phone, country: place } = asked?.shippingAddress ?? getOrders()[0]?.shippingAddress ?? {};
    const home = knownCountry(place ?? '') ?? '';
    const from = DIAL_CODES.find(({ countries }) => countries.split(', ').includes(home))?.country;
    if (!phone || !from || input.current?.value) return;
    setMobile(phone);
    setCountry(from);
    if (asked) void track(phone, from);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void track(mobile, country);
  };

  return (
    <div className="page-form pt-6 pb-16">
      <PageTitle lead={m.lead()}>{m.title()}</PageTitle>
      <form className="mt-5 flex flex-wrap items-start gap-2.5" noValidate onSubmit={submit}>
        <NeedsScript className="basis-full" />
        <Field label={m.mobile()} error={error} className="sm:max-w-88 flex-[1_1_14rem]">
          {(wiring) => (
            <div className="mobile">
              {/* Displays only the code; it is a select for numbers from other countries. */}
              <select
                aria-label={m.countryCode()}
                value={country}
                onChange={(event) => {
                  const next = DIAL_CODES.find((one) => one.country === event.target.value)?.country ?? 'India';
                  setCountry(next);
                  setMobile(cleanMobile(mobile, next));
                  setError('');
                }}
              >
                {DIAL_CODES.map(({ code, country: key, countries }) => (
                  <option key={key} value={key}>
                    {code} {countryName(countries)}
                  </option>
                ))}
              </select>
              <span aria-hidden="true">
                {DIAL_CODES.find((one) => one.country === country)?.code}
                <Icon of={ChevronDown} />
              </span>
              <input
                {...wiring}
                ref={input}
                className="input num"
                type="tel"
                inputMode="numeric"
                autoComplete="tel-national"
                value={mobile}
                onChange={(event) => {
                  setMobile(cleanMobile(event.target.value, country));
                  setError('');
                }}
              />
            </div>
          )}
        </Field>
        <Button type="submit" className="min-h-12 sm:max-w-88 flex-[1_0_9rem] sm:mt-7" busy={busy} busyText={m.track()}>
          {m.track()}
        </Button>
        <DataNotice of="track" className="basis-full" />
      </form>
      <div className="mt-6">
        {result?.kind === 'failed' && (
          <ErrorNote message={result.message} onRetry={() => void track(mobile, country)} retrying={busy} />
        )}
        <div role="status">
          {result?.kind === 'none' && (
            <p className="flex items-center gap-2.5 rounded-control bg-mute-bg px-4 py-3 text-mute">
              <Icon of={Search} className="size-5" /> {rules.none()}
            </p>
          )}
          {result?.kind === 'found' && (
            <Note tone="ok">{rules.found({ count: result.orders.length, mobile: result.mobile })}</Note>
          )}
        </div>
        <UnfinishedCard className="mt-4" />
        {result?.kind === 'found' && (
          <ul className="mt-4 grid gap-4">
            {result.orders.map((order, index) => (
              <TrackedCard
                key={order.orderNumber}
                order={order}
                open={index < 2 || order.orderNumber === query.get('orderNumber')}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
