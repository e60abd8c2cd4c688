import { useState } from 'react';
import { stillInUse } from '#shop/catalogue/categories.ts';
import type { AdminCategory } from '#shop/catalogue/category-input.ts';
import { isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { ConfirmDialog } from '#web/admin/ui/confirm-dialog.tsx';
import { ArrowDown, ArrowUp, FolderTree } from '#web/admin/ui/icons.ts';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { useListQuery } from '#web/admin/ui/use-list-query.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { categoryDrawing } from '#web/ui/category-drawing.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { Trash2 } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../../lib/count.ts';
import {
  adminCategoriesQuery,
  LOAD_FAILED,
  SAVE_FAILED,
  useRemoveCategory,
  useSaveCategory,
} from './categories-api.ts';
import { CategoryForm } from './category-form.tsx';

/** Reorders, adds, edits and deletes categories. */
export function CategoriesButton() {
  const [open, setOpen] = useState(false);
  /** The view: the list, a new category, or the category being edited. */
  const [edited, setEdited] = useState<AdminCategory | 'new' | null>(null);
  const back = () => setEdited(null);
  const close = () => {
    back();
    setOpen(false);
  };
  const title = edited === null ? 'Categories' : edited === 'new' ? 'Add category' : 'Edit category';
  return (
    <>
      <Button variant="quiet" size="admin" onClick={() => setOpen(true)}>
        <Icon of={FolderTree} /> Categories
      </Button>
      <Dialog open={open} onClose={edited === null ? close : back} title={title} step={title}>
        {edited === null ? (
          <CategoryList onEdit={setEdited} />
        ) : (
          <CategoryForm category={edited === 'new' ? null : edited} onCancel={back} onSaved={back} />
        )}
      </Dialog>
    </>
  );
}

function CategoryList({ onEdit }: { onEdit: (category: AdminCategory | 'new') => void }) {
  const { data, failed, fetching, retry } = useListQuery(adminCategoriesQuery, LOAD_FAILED);
  const [removing, setRemoving] = useState<AdminCategory | null>(null);
  const [moved, setMoved] = useState('');
  const save = useSaveCategory();
  const remove = useRemoveCategory();
  const move = ({ id, name, version }: AdminCategory, position: number) => {
    if (save.isPending || position < 0 || position >= (data?.length ?? 0)) return;
    save.mutate(
      { id, body: { name, version, position } },
      {
        onSuccess: () => setMoved(`${name} is now number ${position + 1}`),
        onError: (error) => !isSignedOut(error) && toast.error(serverSentence(error, SAVE_FAILED)),
      },
    );
  };
  const confirm = () =>
    removing &&
    remove.mutate(removing, {
      onSuccess: ({ message }) => {
        setRemoving(null);
        toast.success(message);
      },
      onError: (error) => {
        if (isSignedOut(error)) return;
        setRemoving(null);
        toast.error(serverSentence(error, 'Failed to delete category'));
      },
    });
  return (
    <div className="grid gap-4">
      {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} quiet />}
      {data && data.length > 0 && (
        <ul className="category-list" aria-label="Categories">
          {data.map((category, index) => (
            <CategoryRow
              key={category.id}
              category={category}
              first={index === 0}
              last={index === data.length - 1}
              onMove={(step) => move(category, index + step)}
              onEdit={() => onEdit(category)}
              onDelete={() => setRemoving(category)}
            />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <EmptyState title="No categories yet" text="Every product belongs to a category. Add the first one." as="h3" />
      )}
      {!data && !failed && <ListSkeleton label="Loading categories" />}
      <p className="sr-only" role="status">
        {moved}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex-1 basis-60 text-ink-soft">
          The shop shows them in this order. To give a category its own page, go to Page Content.
        </p>
        <Button size="admin" onClick={() => onEdit('new')}>
          <Icon of={Plus} /> Add category
        </Button>
      </div>
      <Dialog
        open={removing !== null && removing.products > 0}
        onClose={() => setRemoving(null)}
        title="This category is in use"
      >
        <div className="grid gap-4">
          <Note tone="warn">{removing && stillInUse(removing.name, removing.products)}</Note>
          <Button variant="quiet" size="admin" className="justify-self-end" onClick={() => setRemoving(null)}>
            Close
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={removing !== null && removing.products === 0}
        title="Delete this category?"
        action="Delete"
        busyText="Deleting…"
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={confirm}
      >
        <p>
          <b>{removing?.name}</b> is deleted for good. It holds no products.
        </p>
      </ConfirmDialog>
    </div>
  );
}

interface CategoryRowProps {
  category: AdminCategory;
  first: boolean;
  last: boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function CategoryRow({ category, first, last, onMove, onEdit, onDelete }: CategoryRowProps) {
  const { name, icon, slug, products } = category;
  return (
    <li>
      <img src={categoryDrawing(icon || slug)} alt="" width={32} height={32} />
      <span className="category-words">
        <b>{name}</b>
        <small>{countOf(products, 'product')}</small>
      </span>
      <span className="row-actions ml-auto items-center [&>[aria-disabled=true]]:opacity-35">
        <IconButton aria-label={`Move ${name} up`} aria-disabled={first} onClick={() => onMove(-1)}>
          <Icon of={ArrowUp} />
        </IconButton>
        <IconButton aria-label={`Move ${name} down`} aria-disabled={last} onClick={() => onMove(1)}>
          <Icon of={ArrowDown} />
        </IconButton>
        <Button variant="quiet" size="admin" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="line" size="admin" className="btn-admin-icon" aria-label={`Delete ${name}`} onClick={onDelete}>
          <Icon of={Trash2} />
        </Button>
      </span>
    </li>
  );
}
