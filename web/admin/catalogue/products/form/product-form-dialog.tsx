import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Category } from '#shop/catalogue/catalogue.ts';
import { copyForm, formOf, newForm } from '#shop/catalogue/product-form.ts';
import { ShopConfig } from '#shop/settings/settings.ts';
import { isSignedOut } from '#web/admin/lib/session.ts';
import { ConfirmDialog } from '#web/admin/ui/confirm-dialog.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { useListQuery } from '#web/admin/ui/use-list-query.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { ChevronDown } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { AddCategoryDialog } from '../category-form.tsx';
import { categoriesQuery, loadForForm } from '../products-api.ts';
import { dropDraft, readDraft } from './draft.ts';
import { FormBasics, FormLabel, FormTranslations, FormWords } from './form-about.tsx';
import { FormImages } from './form-images.tsx';
import { ConflictNote, RestoredNote } from './form-notes.tsx';
import { FormReviews } from './form-reviews.tsx';
import { FormPlace, FormRating, FormUrgency } from './form-shown.tsx';
import { FormSizes } from './form-sizes.tsx';
import { LiveCard } from './live-card.tsx';
import { useLinkedField } from './use-linked-field.ts';
import { type FormStart, useProductForm } from './use-product-form.ts';

const LOAD_FAILED = 'Failed to load product details';

/**
 * The full-screen form that adds or edits a product (R1.2). `id` is 'new' or a product's id; null
 * closes it. A new product may begin as a copy of the product `from`; `onCopy` opens one. `onMade`
 * opens a new product that was stored although its response was lost.
 */
export function ProductForm({ id, from, onCopy, onMade, onClose }: ProductFormProps) {
  const [asking, setAsking] = useState<'close' | 'restart' | null>(null);
  /** Incremented to remount the form with the stored product. */
  const [round, setRound] = useState(0);
  const dirty = useRef(false);
  const end = () => {
    if (id !== null) dropDraft(draftOf(id, from));
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
            key={`${round} ${draftOf(id, from)}`}
            id={id}
            from={from}
            dirty={dirty}
            onCopy={onCopy}
            onMade={onMade}
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

interface ProductFormProps {
  id: string | null;
  from: string | null;
  onCopy: (id: string) => void;
  onMade: (id: string) => void;
  onClose: () => void;
}

const draftOf = (id: string, from: string | null) => (id === 'new' && from ? `copy ${from}` : id);

interface LoadedProps {
  id: string;
  from: string | null;
  dirty: { current: boolean };
  onCopy: (id: string) => void;
  onMade: (id: string) => void;
  onCancel: () => void;
  onSaved: () => void;
  /** Discards the restored draft. */
  onDiscard: () => void;
}

/** Loads the product, or restores the draft from before a reload or a new sign-in. */
function Loaded({ id, from, ...rest }: LoadedProps) {
  const [draft] = useState(() => readDraft(draftOf(id, from)));
  const source = id === 'new' ? from : id;
  const config = useQuery({
    queryKey: ['config'],
    queryFn: async ({ signal }) =>
      (await call('GET /config', { query: { _t: Date.now() } }, { signal, admin: true })).config,
    staleTime: Number.POSITIVE_INFINITY,
    // Fetched again for each form, because the settings may have changed.
    gcTime: 0,
  });
  const stored = useQuery({
    queryKey: ['product-form', source],
    queryFn: ({ signal }) => loadForForm(source ?? '', signal),
    enabled: source !== null && !draft,
    // Not refetched while the form is open, so that it does not change during editing. Reopening
    // the form loads it again.
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
    (source === null
      ? settled && newForm(settled.productDefaults, settled.defaultSizeLabel)
      : stored.data &&
        (id === 'new' ? copyForm(stored.data.product) : formOf(stored.data.product, stored.data.reviews)));
  if (!initial) return <ListSkeleton label="Loading the product" />;
  return (
    <Boxes
      id={id}
      from={from}
      begin={{ ...draft, initial, form: draft?.form ?? initial }}
      restored={draft !== null}
      categories={categories.data ?? []}
      reviewRating={settled?.productDefaults.reviewRating ?? 5}
      typedRatings={settled?.typedRatingsEnabled ?? false}
      {...rest}
    />
  );
}

interface BoxesProps extends LoadedProps {
  begin: FormStart;
  restored: boolean;
  categories: readonly Category[];
  reviewRating: number;
  typedRatings: boolean;
}

function Boxes({ id, from, begin, restored, categories, reviewRating, typedRatings, dirty, ...on }: BoxesProps) {
  const { onCopy, onMade, onCancel, onSaved, onDiscard } = on;
  // Later values of `begin` are ignored.
  const [first] = useState(begin);
  const state = useProductForm(id, draftOf(id, from), first, { onSaved, onMade });
  dirty.current = state.dirty;
  useLinkedField(state.element);
  const { form, errorCount, refusal, conflict, lookAgain } = state;
  const action = id === 'new' ? 'Add Product' : 'Update Product';
  const [adding, setAdding] = useState(false);
  // A first product needs six fields; the rest can follow.
  const [whole, setWhole] = useState(id !== 'new' || from !== null || restored);
  if (state.errorInMore && !whole) setWhole(true);
  // A picture that arrives after the save would be lost.
  const [uploading, setUploading] = useState(false);
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
            <FormBasics {...state} quick={!whole} categories={categories} onAddCategory={() => setAdding(true)} />
          </Panel>
          <Panel title="Sizes and prices">
            <FormSizes {...state} quick={!whole} />
          </Panel>
          <Panel title="Images">
            <FormImages {...state} onBusy={setUploading} />
          </Panel>
          {whole ? (
            <>
              <Panel title="Features, tags and badges">
                <FormWords {...state} />
              </Panel>
              <Panel title="Label and tax">
                <FormLabel {...state} />
              </Panel>
              <Panel title="Translations">
                <FormTranslations {...state} />
              </Panel>
              <Panel title="Detailed reviews">
                <FormReviews {...state} rating={reviewRating} />
              </Panel>
            </>
          ) : (
            <div className="grid justify-items-start gap-1">
              <Button variant="quiet" size="admin" onClick={() => setWhole(true)}>
                <Icon of={ChevronDown} /> More details
              </Button>
              <p className="hint">
                MRP, label and tax, badges, translations and where it shows. You can fill them in now or later. The list
                below the card shows what is still missing.
              </p>
            </div>
          )}
        </div>
        <div className="form-right">
          {whole && (
            <Panel title="Where it shows">
              <FormPlace {...state} />
            </Panel>
          )}
          <Panel title="Quick Rating Setup">
            <FormRating {...state} />
          </Panel>
          {whole && (
            <Panel title="Popularity & Urgency">
              <FormUrgency {...state} />
            </Panel>
          )}
          <Panel title="As shoppers see it">
            <LiveCard form={form} id={id} categories={categories} typedRatings={typedRatings} />
          </Panel>
        </div>
        <footer className="form-foot">
          <p role="status">
            {errorCount > 0 && `${errorCount} ${errorCount === 1 ? 'field needs' : 'fields need'} attention`}
          </p>
          {id !== 'new' && (
            // Unsaved changes of this product are kept as its draft.
            <Button variant="text" size="admin" onClick={() => onCopy(id)}>
              Duplicate
            </Button>
          )}
          <Button variant="quiet" size="admin" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="admin"
            busy={state.saving || uploading}
            busyText={uploading ? 'Uploading pictures…' : 'Saving…'}
          >
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
