import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Category } from '#shop/catalogue/catalogue.ts';
import { type ProductForm as Form, formOf, newForm } from '#shop/catalogue/product-form.ts';
import { ShopConfig } from '#shop/settings/settings.ts';
import { isSignedOut } from '#web/admin/lib/session.ts';
import { ConfirmDialog } from '#web/admin/ui/confirm-dialog.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { useListQuery } from '#web/admin/ui/use-list-query.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AddCategoryDialog } from '../category-form.tsx';
import { categoriesQuery, loadForForm } from '../products-api.ts';
import { dropDraft, readDraft } from './draft.ts';
import { FormBasics, FormLabel, FormWords } from './form-about.tsx';
import { FormImages } from './form-images.tsx';
import { ConflictNote, RestoredNote } from './form-notes.tsx';
import { FormReviews } from './form-reviews.tsx';
import { FormPlace, FormRating, FormUrgency } from './form-shown.tsx';
import { FormSizes } from './form-sizes.tsx';
import { LiveCard } from './live-card.tsx';
import { useProductForm } from './use-product-form.ts';

const LOAD_FAILED = 'Failed to load product details';

/** The full-screen form that adds or edits a product (R1.2). `id` is 'new' or a product's id; null closes it. */
export function ProductForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const [asking, setAsking] = useState<'close' | 'restart' | null>(null);
  /** Incremented to remount the form with the stored product. */
  const [round, setRound] = useState(0);
  const dirty = useRef(false);
  const end = () => {
    if (id !== null) dropDraft(id);
    dirty.current = false;
    setAsking(null);
  };
  const close = () => {
    end();
    onClose();
  };
  const restart = () => {
    end();
    setRound(round + 1);
  };
  const requestClose = () => (dirty.current ? setAsking('close') : close());
  return (
    <>
      <Dialog
        wide
        className="bg-admin *:pb-0 max-lg:m-0 max-lg:h-dvh max-lg:max-h-none max-lg:w-full max-lg:rounded-none"
        open={id !== null}
        onClose={requestClose}
        title={id === 'new' ? 'Add Product' : 'Edit Product'}
      >
        {id !== null && (
          <Loaded
            key={`${round} ${id}`}
            id={id}
            dirty={dirty}
            onCancel={requestClose}
            onSaved={close}
            onDiscard={() => setAsking('restart')}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'restart' ? 'Discard your unsaved changes?' : 'Close without saving?'}
        action="Discard changes"
        busy={false}
        onClose={() => setAsking(null)}
        onConfirm={asking === 'restart' ? restart : close}
      >
        <p>What you have changed in this form is lost.</p>
      </ConfirmDialog>
    </>
  );
}

interface LoadedProps {
  id: string;
  dirty: { current: boolean };
  onCancel: () => void;
  onSaved: () => void;
  /** Discards the restored draft. */
  onDiscard: () => void;
}

/** Loads the product, or restores the draft from before a reload or a new sign-in. */
function Loaded({ id, ...rest }: LoadedProps) {
  const [draft] = useState(() => readDraft(id));
  const config = useQuery({
    queryKey: ['config'],
    queryFn: async ({ signal }) =>
      (await call('GET /config', { query: { _t: Date.now() } }, { signal, admin: true })).config,
    staleTime: Number.POSITIVE_INFINITY,
    // Fetched again for each form, because the settings may have changed.
    gcTime: 0,
  });
  const stored = useQuery({
    queryKey: ['product-form', id],
    queryFn: ({ signal }) => loadForForm(id, signal),
    enabled: id !== 'new' && !draft,
    // Not refetched while the form is open, so that it does not change during editing. Reopening the form loads it again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const categories = useListQuery(categoriesQuery, 'Failed to load categories');
  const failed = stored.isError && !isSignedOut(stored.error);
  useEffect(() => {
    if (failed) toast.error(LOAD_FAILED);
  }, [failed]);

  if (failed) {
    return <ErrorNote quiet message={LOAD_FAILED} onRetry={() => void stored.refetch()} retrying={stored.isFetching} />;
  }
  // Falls back to the specification's defaults when the settings cannot be loaded.
  const settled = config.data ?? (config.isError ? ShopConfig.parse({}) : undefined);
  const initial =
    draft?.initial ??
    (id === 'new'
      ? settled && newForm(settled.productDefaults, settled.defaultSizeLabel)
      : stored.data && formOf(stored.data.product, stored.data.reviews));
  if (!initial) return <ListSkeleton label="Loading the product" />;
  return (
    <Boxes
      id={id}
      begin={{ initial, form: draft?.form ?? initial }}
      restored={draft !== null}
      categories={categories.data ?? []}
      reviewRating={settled?.productDefaults.reviewRating ?? 5}
      {...rest}
    />
  );
}

interface BoxesProps extends LoadedProps {
  begin: { form: Form; initial: Form };
  restored: boolean;
  categories: readonly Category[];
  reviewRating: number;
}

function Boxes({ id, begin, restored, categories, reviewRating, dirty, onCancel, onSaved, onDiscard }: BoxesProps) {
  // Later values of `begin` are ignored.
  const [first] = useState(begin);
  const state = useProductForm(id, first, onSaved);
  dirty.current = state.dirty;
  const { form, errorCount, refusal, conflict, lookAgain } = state;
  const action = id === 'new' ? 'Add Product' : 'Update Product';
  const [adding, setAdding] = useState(false);
  return (
    <>
      <form
        ref={state.element}
        className="product-form"
        aria-label={action}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        {restored && state.dirty && state.asBegun && !conflict && <RestoredNote onDiscard={onDiscard} />}
        {conflict && <ConflictNote {...conflict} />}
        {refusal && !conflict && (
          <Note tone="bad" live="alert" className="form-note">
            {refusal}
          </Note>
        )}
        {lookAgain && (
          <div className="form-note">
            <ErrorNote message={LOAD_FAILED} onRetry={lookAgain} />
          </div>
        )}
        <div className="form-left">
          <Panel title="Product">
            <FormBasics {...state} categories={categories} onAddCategory={() => setAdding(true)} />
          </Panel>
          <Panel title="Sizes and prices">
            <FormSizes {...state} />
          </Panel>
          <Panel title="Images">
            <FormImages {...state} />
          </Panel>
          <Panel title="Features, tags and badges">
            <FormWords {...state} />
          </Panel>
          <Panel title="Label and tax">
            <FormLabel {...state} />
          </Panel>
          <Panel title="Detailed reviews">
            <FormReviews {...state} rating={reviewRating} />
          </Panel>
        </div>
        <div className="form-right">
          <Panel title="Where it shows">
            <FormPlace {...state} />
          </Panel>
          <Panel title="Quick Rating Setup">
            <FormRating {...state} />
          </Panel>
          <Panel title="Popularity & Urgency">
            <FormUrgency {...state} />
          </Panel>
          <Panel title="As shoppers see it">
            <LiveCard form={form} id={id} categories={categories} />
          </Panel>
        </div>
        <footer className="form-foot">
          <p role="status">
            {errorCount > 0 && `${errorCount} ${errorCount === 1 ? 'field needs' : 'fields need'} attention`}
          </p>
          <Button variant="quiet" size="admin" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" size="admin" busy={state.saving} busyText="Saving…">
            {action}
          </Button>
        </footer>
      </form>
      <AddCategoryDialog
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={({ name }) => {
          state.set({ category: name });
          setAdding(false);
        }}
      />
    </>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-panel" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
