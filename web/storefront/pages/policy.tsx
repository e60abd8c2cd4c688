import './static-prose.css';
import './policy.css';
import { useEffect, useRef } from 'react';
import { Link, NavLink } from 'react-router';
import m from '#messages/pages';
import { PROMISES } from '#shop/promises.ts';
import { pagePath, withoutBase } from '#web/lib/language.ts';
import { pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { rich } from '#web/ui/rich.tsx';
import type { Route } from './+types/policy';
import { StaticProse } from './static-prose.tsx';

/** The four policies, in list order. Each has its own route to this module. */
const POLICIES = ['terms-of-service', 'privacy-policy', 'shipping-policy', 'return-refund-policy'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { content, settings } = getServices(context);
  const slug =
    POLICIES.find((policy) => withoutBase(new URL(request.url).pathname).startsWith(`/${policy}`)) ??
    'terms-of-service';
  const [pages, shop] = await Promise.all([content.all(), settings.shop()]);
  return {
    page: pages[slug],
    policies: POLICIES.map((policy) => ({ to: `/${policy}`, title: pages[policy].title })),
    supportHours: shop.supportHours,
    most: PROMISES.replyHours,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { pageTitle, metaDescription } = loaderData.page;
  return pageMeta(siteOf(matches), {
    title: pageTitle,
    description: metaDescription,
    path: `/${loaderData.page.slug}`,
  });
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  const { page, policies, supportHours, most } = loaderData;
  const tabs = useRef<HTMLUListElement>(null);
  // On a phone the tabs are wider than the screen: bring the current one into view.
  useEffect(() => {
    const list = tabs.current;
    const tab = list?.querySelector<HTMLElement>(`[href="${pagePath(`/${page.slug}`)}"]`);
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [page.slug]);
  return (
    <div className="page pt-2 pb-section">
      <Breadcrumbs trail={[{ label: m.home(), to: '/' }, { label: page.title }]} />
      <div className="policy">
        <nav aria-label={m.policies()}>
          <ul className="policy-nav" ref={tabs}>
            {policies.map(({ to, title }) => (
              <li key={to}>
                <NavLink to={to} end>
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <article className="prose">
          <h1 className="text-display-lg">{page.title}</h1>
          <div className="bel mt-7" />
          <StaticProse blocks={page.blocks} />
          {page.slug === 'return-refund-policy' && (
            <section>
              <h2>{m.replacementTitle()}</h2>
              <p>
                {rich(m.replacementText(), {
                  orders: (text) => (
                    <Link className="link" to="/orders">
                      {text}
                    </Link>
                  ),
                  track: (text) => (
                    <Link className="link" to="/track-order">
                      {text}
                    </Link>
                  ),
                })}
              </p>
            </section>
          )}
          <section>
            <h2>{m.askUs()}</h2>
            <p>
              {supportHours ? m.repliesHours({ hours: supportHours, most }) : m.replies({ most })}{' '}
              <Link className="link" to="/contact-us">
                {m.contactUs()}
              </Link>
            </p>
          </section>
        </article>
      </div>
    </div>
  );
}
