import { useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { ExportButton } from '#web/admin/ui/export-button.tsx';
import { FileUp, Undo2 } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { countOf } from '../../lib/count.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { CategoriesButton } from './categories-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { exportPath, type ProductFilter } from './products-api.ts';
import type { ProductActions } from './use-product-actions.ts';

/** The buttons for categories, import and export. */
export function FileTools({ filter }: { filter: ProductFilter }) {
  const [importing, setImporting] = useState(false);
  return (
    <>
      <CategoriesButton />
      <Button variant="quiet" size="admin" onClick={() => setImporting(true)}>
        <Icon of={FileUp} /> Import CSV
      </Button>
      <ExportButton
        of="GET /admin/products/export"
        path={exportPath(filter)}
        failed="Failed to export the products. Please try again."
      />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </>
  );
}

/** The bulk actions, at the bottom of the screen while products are selected. */
export function BulkBar({
  selected,
  actions,
  onClear,
  onChanged,
}: {
  selected: Product[];
  actions: ProductActions;
  onClear: () => void;
  onChanged: (ids: string[]) => void;
}) {
  // The dialog keeps the products it was opened with, so that a reload does not change what is
  // about to be applied.
  const [changing, setChanging] = useState<Product[] | null>(null);
  return (
    <>
      {selected.length > 0 && (
        <section className="bulk-bar" aria-label="Ticked products">
          <p role="status">{`${countOf(selected.length, 'product')} ticked`}</p>
          <Button size="admin" onClick={() => setChanging(selected)}>
            Change price and stock
          </Button>
          <Button size="admin" variant="text" onClick={onClear}>
            Clear
          </Button>
        </section>
      )}
      <Dialog
        wide
        open={changing !== null}
        onClose={() => setChanging(null)}
        title={`Change ${changing?.length === 1 ? '1 product' : `${changing?.length ?? 0} products`}`}
      >
        {changing && (
          <BulkDialog
            products={changing}
            busy={actions.changing}
            onApply={actions.change}
            onClose={() => setChanging(null)}
            onDone={() => {
              // The person may have closed it meanwhile, and begun with other products.
              setChanging((open) => (open === changing ? null : open));
              onChanged(changing.map(({ id }) => id));
            }}
          />
        )}
      </Dialog>
    </>
  );
}

/** The last change of prices and stock, with Undo. */
export function UndoBar({ actions }: { actions: ProductActions }) {
  const { lastChange } = actions;
  if (!lastChange) return null;
  return (
    <section className="bulk-bar" aria-label="Last change">
      <p>{lastChange.sentence}</p>
      <Button size="admin" variant="quiet" busy={actions.changing} onClick={actions.undoChange}>
        <Icon of={Undo2} /> Undo
      </Button>
      <Button size="admin" variant="text" onClick={actions.forgetChange}>
        Keep it
      </Button>
    </section>
  );
}
