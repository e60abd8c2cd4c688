import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Compliance, ProductGaps } from '#shop/dashboard/compliance.ts';
import { LAW_WORDS, LAWS, type Law } from '#shop/india/laws.ts';
import { pathFor, type ResponseFor } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { Check } from '#web/ui/page-icons.ts';
import { sectionsFor } from '../dashboard/sections.ts';
import { adminCall, useMay } from '../lib/session.ts';
import { ExportButton } from '../ui/export-button.tsx';
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
  const todo = shop.filter(({ state }) => state === 'todo').length;
  const laws = [...new Set(shop.map(({ law }) => law))];
  return (
    <div className="grid gap-4">
      <div className="-mb-4">
        <StatStrip
          label="Compliance"
          stats={[
            { label: 'Stated', value: `${percent}%`, line: 'of what the law asks for' },
            { label: 'Your shop', value: `${shop.length - todo} of ${shop.length}`, line: 'rules', hot: todo > 0 },
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
          {laws.map((law) => (
            <LawRules key={law} law={law} rules={shop.filter((one) => one.law === law)} />
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
      <BreachCard />
    </div>
  );
}

const ROW = 'hairline-b-admin-line flex flex-wrap items-center gap-x-3 gap-y-1 py-2 px-[1.1rem]';

/** The rules of one law, and what it is, in one sentence. */
function LawRules({ law, rules }: { law: Law; rules: Compliance['shop'] }) {
  return (
    <li>
      <div className="px-[1.1rem] pt-4 pb-1">
        <h3 className="font-sans weight-600">{LAWS[law]}</h3>
        <p className="text-ink-soft">{LAW_WORDS[law]}</p>
      </div>
      <ul>
        {rules.map((rule) => (
          <ShopRule key={rule.fact} {...rule} />
        ))}
      </ul>
    </li>
  );
}

const STATES = {
  todo: { icon: TriangleAlert, tone: 'text-bad', words: 'To do' },
  decide: { icon: TriangleAlert, tone: 'text-ink-soft', words: 'Your decision' },
  met: { icon: Check, tone: 'text-leaf-700', words: 'Met' },
} as const;

function ShopRule({ fact, section, field, state }: Compliance['shop'][number]) {
  const may = useMay();
  const allowed = sectionsFor(may).some(({ id }) => id === section);
  const name = section === 'page-content' ? 'part' : 'field';
  const { icon, tone, words } = STATES[state];
  return (
    <li className={ROW}>
      <span className={tone}>
        <Icon of={icon} />
      </span>
      <span className={`min-w-0 flex-1 basis-48 ${state === 'met' ? '' : 'weight-600'}`}>{fact}</span>
      <span className={tone}>{words}</span>
      {section !== null && allowed && (
        <Link
          className="link admin-link"
          aria-label={`${state === 'todo' ? 'Fill in' : 'Change'}: ${fact}`}
          to={`/admin?section=${section}&${name}=${encodeURIComponent(field)}`}
        >
          {state === 'todo' ? 'Fill in' : 'Change'}
        </Link>
      )}
    </li>
  );
}

/** After a leak: whom the owner must tell. */
function BreachCard() {
  const may = useMay();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  if (!may('GET /admin/breach-list')) return null;
  return (
    <section className="admin-card" aria-labelledby="breach-list">
      <header className="card-head">
        <h2 id="breach-list">Who was in this data</h2>
      </header>
      <div className="card-body grid gap-3">
        <p className="text-ink-soft">
          A breach is when strangers have seen or taken data of your shoppers: the DPDP Act asks you to tell everybody
          concerned. This saves whose data was stored or changed between two times, with name, number and email.
        </p>
        <div className="record-grid">
          <TextField
            label="From"
            admin
            type="datetime-local"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="To"
            admin
            type="datetime-local"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <div>
          <ExportButton
            of="GET /admin/breach-list"
            path={pathFor('GET /admin/breach-list', { query: { from, to } })}
            failed="Failed to save the list"
            label="Save the list"
          />
        </div>
      </div>
    </section>
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
