import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StatementImport } from '#shop/orders/payments/api.ts';
import { FileUp } from '#web/admin/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { adminUpload, isSignedOut, serverSentence } from '../../lib/session.ts';
import { ImportDone } from './import-done.tsx';
import { ImportsList } from './imports-list.tsx';
import { NeededLines } from './needed-lines.tsx';
import { countWithoutOrder } from './preview-lines.ts';
import { Refused, StatementPreview } from './statement-preview.tsx';

const FAILED = 'The file could not be read. Please try again.';

type Step =
  | { at: 'drop'; error?: { file: string; sentence: string } }
  | { at: 'preview'; file: File; preview: StatementImport }
  | { at: 'done'; result: StatementImport; kept: number };

/** The import of a bank statement: choose a file, look at what would happen, apply. */
export function StatementPage({ back }: { back: string }) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ at: 'drop' });
  const [share, setShare] = useState<number | null>(null);

  const send = useMutation({
    mutationFn: async ({ file, dryRun }: { file: File; dryRun: boolean }) => {
      setShare(0);
      const query = { dryRun: String(dryRun) };
      return adminUpload('POST /payments/statements', { query }, [file], { field: 'file', onProgress: setShare });
    },
    onSuccess: async ({ import: result }, { file, dryRun }) => {
      setStep((before) =>
        dryRun
          ? { at: 'preview', file, preview: result }
          : { at: 'done', result, kept: before.at === 'preview' ? countWithoutOrder(before.preview.lines) : 0 },
      );
      if (dryRun) return;
      await Promise.all([
        client.invalidateQueries({ queryKey: ['payments'] }),
        client.invalidateQueries({ queryKey: ['orders'] }),
      ]);
    },
    onError: (error, { file }) => {
      if (isSignedOut(error)) return;
      setStep({ at: 'drop', error: { file: file.name, sentence: serverSentence(error, FAILED) } });
    },
    onSettled: () => setShare(null),
  });

  const choose = (file: File | undefined) => {
    if (file && !send.isPending) send.mutate({ file, dryRun: true });
  };
  const restart = () => setStep({ at: 'drop' });
  const progress =
    share === null ? null : share < 1 ? `Sending, ${Math.round(share * 100)} %…` : 'Reading the statement…';

  return (
    <>
      <Link className="link admin-link mb-2" to={back}>
        Back to Payments
      </Link>
      {step.at === 'drop' && (
        <div className="grid gap-4">
          <DropZone progress={progress} onFile={choose} />
          {step.error && (
            <Note tone="bad" live="alert">
              <b className="weight-650 wrap-anywhere">{step.error.file}:</b> {step.error.sentence}
            </Note>
          )}
          <ImportsList />
        </div>
      )}
      {step.at === 'preview' && (
        <StatementPreview
          preview={step.preview}
          busy={send.isPending}
          onApply={() => {
            if (!send.isPending) send.mutate({ file: step.file, dryRun: false });
          }}
          onCancel={restart}
        />
      )}
      {step.at === 'done' && (
        <div className="grid gap-4">
          <ImportDone result={step.result} kept={step.kept} back={back} onAnother={restart} />
          <NeededLines lines={step.result.lines ?? []} />
          {step.result.refused.length > 0 && <Refused refused={step.result.refused} />}
          <ImportsList />
        </div>
      )}
    </>
  );
}

function DropZone({ progress, onFile }: { progress: string | null; onFile: (file: File | undefined) => void }) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside chooses a file
    <div
      className={`grid justify-items-center gap-2 rounded-card border-2 border-dashed px-5 py-12 text-center ${over ? 'border-neel-700 bg-neel-50' : 'border-line-strong bg-white'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <span className="text-[1.75rem] text-leaf-700">
        <Icon of={FileUp} />
      </span>
      <h2 className="text-display-sm">Drop your bank statement here</h2>
      <p className="max-w-[60ch] text-ink-soft">
        CSV, TSV, Excel, or the .xls file that your bank’s site gives you. A PDF will not do. You see a preview first;
        nothing changes until you apply it.
      </p>
      <label className="mt-2 grid">
        <span className="sr-only">Statement file</span>
        <input
          type="file"
          className="peer sr-only"
          accept=".csv,.tsv,.txt,.xls,.xlsx,.html,.htm"
          onChange={(event) => {
            onFile(event.target.files?.[0]);
            // The same file again must fire the event too.
            event.target.value = '';
          }}
        />
        <span className="btn btn-primary btn-admin peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-3">
          Choose a file
        </span>
      </label>
      <p role="status" className="min-h-5 text-ink-soft">
        {progress}
      </p>
    </div>
  );
}
