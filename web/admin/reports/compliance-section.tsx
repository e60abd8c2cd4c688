import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Compliance, ProductGaps } from '#shop/dashboard/compliance.ts';
import { LAWS } from '#shop/india/laws.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { Check } from '#web/ui/page-icons.ts';
import { sectionsFor } from '../dashboard/sections.ts';
import { adminCall, useMay } from '../lib/session.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { PageButtons } from '../ui/page-buttons.tsx';
import { StatStrip } from '../ui/stat-strip.tsx';
import { pageParameter, useSectionAddress } from '../ui/use-address.ts';
import { usePagedQuery } from '../ui/use-list-query.ts';

const LOAD_FAILED = 'Failed to load the compliance list. Please check your connection.';

function complianceQuery(page: number) {
  return queryOptions({
    queryKey: ['compliance', page],
    queryFn: ({ signal }) => adminCall('GET /admin/compliance', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the law asks shop and products to state, and where to fill in what is missing. */
export default function ComplianceSection() {
  const address = useSectionAddress('compliance');
  const { data, failed, fetching, retry } = usePagedQuery(
    complianceQuery(address.page),
    LOAD_FAILED,
    address.page,
    address.toPage,
  );
  return (
    <>
      {failed && <LoadFailed message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data ? (
        <Meter data={data} to={(page) => address.href({ page: pageParameter(page) })} />
      ) : (
        !failed && (
          <div className="admin-card">
            <ListSkeleton label="Loading the compliance list" />
          </div>
        )
      )}
    </>
  );
}

function Meter({ data, to }: { data: ResponseFor<'GET /admin/compliance'>; to: (page: number) => string }) {
  const { compliance, products, pagination } = data;
  const { percent, shop, example, visible, complete } = compliance;
  const met = shop.filter((one) => one.met).length;
  return (
    <div className="grid gap-4">
      <div className="-mb-4">
        <StatStrip
          label="Compliance"
          stats={[
            { label: 'Stated', value: `${percent}%`, line: 'of what the law asks for' },
            { label: 'Your shop', value: `${met} of ${shop.length}`, line: 'facts', hot: met < shop.length },
            { label: 'Products', value: `${complete} of ${visible}`, line: 'with every fact', hot: complete < visible },
          ]}
        />
      </div>
      <section className="admin-card" aria-labelledby="shop-facts">
        <header className="card-head">
          <h2 id="shop-facts">Your shop</h2>
        </header>
        {example && (
          <p className="card-body text-ink-soft">
            The name, address and numbers are still those of the demo. Please replace them with your own.
          </p>
        )}
        <ul>
          {shop
            .filter(({ met }) => !met)
            .concat(shop.filter(({ met }) => met))
            .map((fact) => (
              <ShopFact key={fact.fact} {...fact} />
            ))}
        </ul>
      </section>
      <section className="admin-card" aria-labelledby="product-facts">
        <header className="card-head">
          <h2 id="product-facts">Products with something missing</h2>
        </header>
        {products.length === 0 ? (
          <EmptyState title={visible === 0 ? 'Shoppers see no products yet' : 'Every product has these facts'} />
        ) : (
          <ul>
            {products.map((product) => (
              <ProductFacts key={product.id} {...product} />
            ))}
          </ul>
        )}
        <div className="admin-foot">
          <p className="text-ink-soft">This is a checklist, not legal advice. If in doubt, ask a professional.</p>
          <PageButtons page={pagination.currentPage} pages={pagination.totalPages} to={to} />
        </div>
      </section>
    </div>
  );
}

const ROW = 'hairline-b-admin-line flex flex-wrap items-center gap-x-3 gap-y-1 py-2 px-[1.1rem]';

function ShopFact({ fact, law, section, field, met }: Compliance['shop'][number]) {
  const may = useMay();
  const allowed = sectionsFor(may).some(({ id }) => id === section);
  const name = section === 'page-content' ? 'part' : 'field';
  return (
    <li className={ROW}>
      <span className={met ? 'text-leaf-700' : 'text-bad'}>
        <Icon of={met ? Check : TriangleAlert} />
      </span>
      <span className="min-w-0 flex-1 basis-48">
        <span className={met ? '' : 'weight-600'}>
          {fact}
          <span className="sr-only">{met ? ': stated' : ': missing'}</span>
        </span>
        <small className="block text-ink-soft">{LAWS[law]}</small>
      </span>
      {!met && allowed && (
        <Link
          className="link admin-link"
          aria-label={`Fill in: ${fact}`}
          to={`/admin?section=${section}&${name}=${encodeURIComponent(field)}`}
        >
          Fill in
        </Link>
      )}
    </li>
  );
}

function ProductFacts({ id, name, gaps }: ProductGaps) {
  return (
    <li className={ROW}>
      <b className="weight-600 min-w-0 flex-1 basis-48">{name}</b>
      <ul className="flex flex-[2_1_20rem] flex-wrap gap-x-3 gap-y-1" aria-label={`Missing: ${name}`}>
        {gaps.map(({ field, missing, law }) => (
          <li key={missing}>
            <Link
              className="link admin-link"
              title={LAWS[law]}
              to={`/admin?section=products&edit=${encodeURIComponent(id)}&field=${field}`}
            >
              {missing}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
