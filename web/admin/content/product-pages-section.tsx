import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StoredPage } from '#shop/content/api.ts';
import type { ProductPage } from '#shop/content/content.ts';
import { routeOf } from '#shop/text/slugs.ts';
import { ExternalLink } from '#web/admin/ui/icons.ts';
import { isApiError, isUnreachable } from '#web/lib/api.ts';
import { CategoryHero } from '#web/storefront/category/category-hero.tsx';
import { CategoryProducts } from '#web/storefront/category/category-products.tsx';
import { CategoryTexts } from '#web/storefront/category/category-texts.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { ArrowLeft, Trash2 } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import type { useSectionAddress } from '../ui/use-address.ts';
import { useForm } from '../ui/use-form.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { useRecord } from '../ui/use-record.ts';
import { useRested } from '../ui/use-rested.ts';
import {
  LOAD_FAILED,
  pageCalls,
  pagePreviewQuery,
  productPageRecord,
  productPagesQuery,
  SAVE_FAILED,
} from './content-api.ts';
import { ContentFields } from './content-fields.tsx';
import { PRODUCT_PAGE_FIELDS } from './parts.ts';
import { PreviewFrame } from './preview-frame.tsx';

type Address = ReturnType<typeof useSectionAddress>;

/** The landing pages (D9): the list, or the form of one page. */
export function ProductPages({ address }: { address: Address }) {
  const id = address.get('pageId');
  if (id) return <PageEditor key={id} id={id} onClose={() => address.change({ pageId: null })} />;
  return <PageList onOpen={(pageId) => address.change({ pageId })} />;
}

function PageList({ onOpen }: { onOpen: (id: string) => void }) {
  const { data, failed, fetching, retry } = useListQuery(productPagesQuery, LOAD_FAILED);
  const client = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<StoredPage | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['content', 'pages'] });
  const remove = useMutation({
    mutationFn: (page: StoredPage) => pageCalls.remove(page.id),
    onSuccess: async ({ message }) => {
      setRemoving(null);
      toast.success(message);
      await refresh();
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, SAVE_FAILED));
    },
  });
  return (
    <section className="admin-card" aria-labelledby="product-pages">
      <header className="card-head">
        <h2 id="product-pages">Product pages</h2>
        <Button variant="quiet" size="admin" className="ml-auto" onClick={() => setCreating(true)}>
          <Icon of={Plus} /> Add page
        </Button>
      </header>
      {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} quiet />}
      {data ? (
        <ul className="needs people" aria-label="Product pages">
          {data.length === 0 && <EmptyState title="No product pages yet" />}
          {data.map((page) => (
            <li key={page.id}>
              <span>
                <b>{page.name}</b>
                <small className="mono">{page.route}</small>
              </span>
              <span className="row-actions">
                <ButtonLink
                  to={page.route}
                  variant="quiet"
                  size="admin"
                  target="_blank"
                  aria-label={`Open ${page.name} in the shop`}
                >
                  <Icon of={ExternalLink} /> Open
                </ButtonLink>
                <Button variant="quiet" size="admin" aria-label={`Edit ${page.name}`} onClick={() => onOpen(page.id)}>
                  Edit
                </Button>
                <Button
                  variant="line"
                  size="admin"
                  className="btn-admin-icon"
                  aria-label={`Delete ${page.name}`}
                  onClick={() => setRemoving(page)}
                >
                  <Icon of={Trash2} />
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        !failed && <ListSkeleton label="Loading product pages" />
      )}
      <Dialog open={creating} onClose={() => setCreating(false)} title="Add a product page">
        <CreateForm
          onCancel={() => setCreating(false)}
          onDone={(id) => {
            void refresh();
            onOpen(id);
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={removing !== null}
        title="Delete this page?"
        action="Delete"
        busyText="Deleting…"
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing)}
      >
        <p>
          <b>{removing?.name}</b> ({removing?.route}) is deleted for good, with its texts. Its products stay in the
          shop.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function CreateForm({ onCancel, onDone }: { onCancel: () => void; onDone: (id: string) => void }) {
  const form = useForm({
    start: { name: '' },
    check: ({ name }) => ({ name: name.trim() ? null : 'A title is required' }),
    onSubmit: async ({ name }) => {
      try {
        const { message, page } = await pageCalls.create(name.trim());
        toast.success(message);
        onDone(page.id);
      } catch (error) {
        if (isSignedOut(error) || !isApiError(error) || isUnreachable(error)) throw error;
        form.refuse({ name: serverSentence(error, SAVE_FAILED) });
      }
    },
    failed: SAVE_FAILED,
  });
  const route = routeOf(form.value.name);
  return (
    <form className="grid gap-4" {...form.props}>
      <TextField
        label="Name"
        admin
        {...form.text('name')}
        autoComplete="off"
        maxLength={100}
        hint={route === '/' ? 'The address of the page follows from its name.' : `The page will stand at ${route}`}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="admin" busy={form.busy} busyText="Creating…">
          Create
        </Button>
      </div>
    </form>
  );
}

function PageEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const record = useRecord(
    productPageRecord(id, () => void client.invalidateQueries({ queryKey: ['content', 'pages'] })),
  );
  const edit = (change: (page: unknown) => unknown) =>
    record.change((before) => {
      const next = change(before) as ProductPage;
      // The route follows the name until it is edited.
      const follows = next.name !== before.name && before.route === routeOf(before.name);
      return follows ? { ...next, route: routeOf(next.name) } : next;
    });
  return (
    <>
      <p>
        <Button variant="bare" size="admin" onClick={onClose}>
          <Icon of={ArrowLeft} /> All product pages
        </Button>
      </p>
      {record.value && <PagePreviewCard id={id} page={record.value} />}
      <RecordForm title={record.value?.name || 'Product page'} record={record} action="Save" loadFailed={LOAD_FAILED}>
        {(page) => (
          <ContentFields fields={PRODUCT_PAGE_FIELDS} at={[]} content={page} errors={record.errors} onEdit={edit} />
        )}
      </RecordForm>
    </>
  );
}

/** A preview of the page. The server selects its products (POST /pages/{id}/preview). */
function PagePreviewCard({ id, page }: { id: string; page: ProductPage }) {
  const { data } = useQuery(pagePreviewQuery(id, useRested(page)));
  const first = data?.products?.[0];
  const cloth = first?.categorySlug ?? '';
  const picture = page.heroImage
    ? { src: page.heroImage, alt: page.heroImageAlt }
    : { src: first?.image ?? '', alt: '' };
  return (
    <PreviewFrame title={`Preview: ${page.name}`}>
      <CategoryHero page={page} picture={picture} cloth={cloth} />
      {data?.products && <CategoryProducts page={page} cloth={cloth} products={data.products} />}
      <CategoryTexts page={page} />
    </PreviewFrame>
  );
}
