import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportResult } from '#shop/catalogue/product-admin.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { FileUp } from '#web/admin/ui/icons.ts';
import { isApiError } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Download } from '#web/ui/page-icons.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Faults, Summary } from './import-results.tsx';
import { LinkedPicturesPanel } from './linked-pictures.tsx';
import { OtherShop } from './other-shop.tsx';
import { categoriesQuery } from './products-api.ts';
import type { CsvFile } from './read-csv.ts';
import { tellProducts } from './use-product-actions.ts';

type Step =
  | { at: 'choose'; fault?: string }
  | { at: 'running'; dryRun: boolean; done: number; of: number }
  | { at: 'checked'; chosen: File; file: CsvFile; fallback: string | null; results: ImportResult[] }
  | { at: 'done'; results: ImportResult[]; fault?: string };

/** CSV import: a dry run checks every line first, then the file is imported in parts. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog wide open={open} onClose={onClose} title="Import products">
      {open && <Import onClose={onClose} />}
    </Dialog>
  );
}

function Import({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    const own = new AbortController();
    stop.current = own;
    // Closing stops the import after the current part; imported products stay.
    return () => own.abort();
  }, []);

  /**
   * Sends the parts one after the other and returns the results; stops with `fault` when a request
   * fails.
   */
  async function send(file: CsvFile, dryRun: boolean): Promise<{ results: ImportResult[]; fault?: string }> {
    const results: ImportResult[] = [];
    for (const [index, rows] of file.parts.entries()) {
      if (stop.current?.signal.aborted) return { results };
      setStep({ at: 'running', dryRun, done: index, of: file.parts.length });
      try {
        const part = await adminCall('POST /admin/products/import', { body: { dryRun, rows } });
        results.push(...part.results);
      } catch (error) {
        return { results, fault: isApiError(error) ? error.message : 'The import was interrupted' };
      }
    }
    return { results };
  }

  async function choose(chosen: File, fallback: string | null = null): Promise<void> {
    setStep({ at: 'running', dryRun: true, done: 0, of: 1 });
    try {
      const { readProductCsv } = await import('./read-csv.ts');
      const file = await readProductCsv(chosen, { categories: await client.fetchQuery(categoriesQuery), fallback });
      const { results, fault } = await send(file, true);
      setStep(fault ? { at: 'choose', fault } : { at: 'checked', chosen, file, fallback, results });
    } catch (error) {
      setStep({ at: 'choose', fault: error instanceof Error ? error.message : 'This file cannot be read' });
    }
  }

  async function take(file: CsvFile): Promise<void> {
    const { results, fault } = await send(file, false);
    const saved = results.filter(({ action }) => action === 'create' || action === 'update').length;
    if (saved > 0) {
      toast.success(`${countOf(saved, 'product')} imported`);
      tellProducts();
      await client.invalidateQueries({ queryKey: ['products'] });
    }
    setStep({ at: 'done', results, ...(fault ? { fault } : {}) });
  }

  async function saveTemplate(): Promise<void> {
    const { emptyTemplate } = await import('./read-csv.ts');
    const template = emptyTemplate();
    saveFile(template, template.name);
  }

  return (
    <div className="grid gap-4">
      {step.at === 'choose' && (
        <>
          <p>
            A CSV file as the export makes it: a line for each size, products known by their <b>id</b>. A line without
            an id makes a new product; columns that are left out stay as they are, and no size is ever taken away. Or
            the product export of <b>Shopify</b> or <b>WooCommerce</b>, as it is.
          </p>
          <LinkedPicturesPanel />
          {step.fault && (
            <Note tone="bad" live="alert">
              {step.fault}
            </Note>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="quiet" size="admin" onClick={() => void saveTemplate()}>
              <Icon of={Download} /> Empty template
            </Button>
            <Button variant="quiet" size="admin" onClick={onClose}>
              Cancel
            </Button>
            <Button size="admin" onClick={() => input.current?.click()}>
              <Icon of={FileUp} /> Choose a CSV file
            </Button>
          </div>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            hidden
            aria-label="CSV file"
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              event.target.value = '';
              if (chosen) void choose(chosen);
            }}
          />
        </>
      )}
      {step.at === 'running' && (
        <>
          <p role="status">{step.dryRun ? 'Checking every line…' : 'Importing…'}</p>
          <ProgressBar value={step.done} max={step.of} label={step.dryRun ? 'Checked' : 'Imported'} />
        </>
      )}
      {step.at === 'checked' && (
        <>
          <OtherShop
            file={step.file}
            fallback={step.fallback}
            onFallback={(fallback) => void choose(step.chosen, fallback)}
          />
          <Checked results={step.results} onClose={onClose} onTake={() => void take(step.file)} />
        </>
      )}
      {step.at === 'done' && (
        <>
          <Summary results={step.results} done />
          {step.fault && (
            <Note tone="bad" live="alert">
              {step.fault} The rest of the file was not imported; the same file may be imported again.
            </Note>
          )}
          <LinkedPicturesPanel after />
          <Faults results={step.results} />
          <div className="flex justify-end">
            <Button size="admin" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Checked({ results, onClose, onTake }: { results: ImportResult[]; onClose: () => void; onTake: () => void }) {
  const ready = results.filter(({ action }) => action === 'create' || action === 'update').length;
  return (
    <>
      <Summary results={results} />
      <Faults results={results} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          Cancel
        </Button>
        <Button size="admin" disabled={ready === 0} onClick={onTake}>
          Import {countOf(ready, 'product')}
        </Button>
      </div>
    </>
  );
}
