import '#web/ui/status-pill.css';
import { Link } from 'react-router';
import { Select } from '#web/ui/field.tsx';
import { useSectionAddress } from '../ui/use-address.ts';
import { useHasDraft } from '../ui/use-kept.ts';
import { contentRecord } from './content-api.ts';
import { PartEditor } from './part-editor.tsx';
import { PART_GROUPS, PARTS } from './parts.ts';
import { ProductPages } from './product-pages-section.tsx';

const PRODUCT_PAGES = 'product-pages';

/**
 * Page Content (R1.2–R1.4, D9, D38): the texts and pictures of the shop's pages, with a preview
 * before saving.
 */
export default function ContentSection() {
  const address = useSectionAddress('page-content');
  const chosen = address.get('part');
  const part = PARTS.find(({ id }) => id === chosen) ?? (chosen === PRODUCT_PAGES ? null : PARTS[0]);
  const current = part?.id ?? PRODUCT_PAGES;
  const go = (id: string) => ({ part: id, pageId: null });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 items-start lg:grid-cols-[13rem_minmax(0,62rem)]">
      <nav className="content-parts admin-card" aria-label="Parts of the content">
        {PART_GROUPS.map(({ title, parts }) => (
          <div key={title}>
            <p>{title}</p>
            <ul>
              {parts.map(({ id, title: name, pageId }) => (
                <li key={id}>
                  <Link to={address.href(go(id))} aria-current={id === current ? 'page' : undefined}>
                    {name} <Edited pageId={pageId} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div>
          <p>Products</p>
          <ul>
            <li>
              <Link to={address.href(go(PRODUCT_PAGES))} aria-current={current === PRODUCT_PAGES ? 'page' : undefined}>
                Product pages
              </Link>
            </li>
          </ul>
        </div>
      </nav>
      <div className="content-choice">
        <Select
          label="Part of the content"
          className="input input-admin"
          value={current}
          onChange={(event) => address.change(go(event.target.value))}
        >
          {PART_GROUPS.map(({ title, parts }) => (
            <optgroup key={title} label={title}>
              {parts.map(({ id, title: name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
          <option value={PRODUCT_PAGES}>Product pages</option>
        </Select>
      </div>
      <div className="overview-col">
        {part ? <PartEditor key={part.id} part={part} /> : <ProductPages address={address} />}
      </div>
    </div>
  );
}

/** Marks a page with unsaved changes. */
function Edited({ pageId }: { pageId: Parameters<typeof contentRecord>[0] }) {
  return useHasDraft(contentRecord(pageId).queryKey) ? (
    <span className="pill pill-yellow pill-admin">Edited</span>
  ) : null;
}
