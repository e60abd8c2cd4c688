import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CopiedPictures, LinkedPictures } from '#shop/catalogue/product-admin.ts';
import { UPLOAD_LIMITS } from '#shop/media/uploads.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { adminCall, serverSentence } from '#web/admin/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { MOST_LISTED } from './import-results.tsx';
import { tellProducts } from './use-product-actions.ts';

type Failed = CopiedPictures['failed'][number] & { name: string };

const countUrls = (products: readonly LinkedPictures[]) => products.reduce((sum, { urls }) => sum + urls.length, 0);

/**
 * Copies pictures that products link to into the shop. What is left to do stands in the products:
 * when the page is closed, the rest is offered the next time.
 *
 * @param after offered after an import, or in front of one
 */
export function LinkedPicturesPanel({ after }: { after?: boolean }) {
  const client = useQueryClient();
  const [step, setStep] = useState<{ done: number; of: number; isRunning: boolean; failed: Failed[] } | null>(null);
  const stop = useRef<AbortController>(undefined);
  const linked = useQuery({
    queryKey: ['products', 'linked-pictures'],
    queryFn: async ({ signal }) => (await adminCall('GET /admin/products/linked-pictures', {}, { signal })).products,
    staleTime: 0,
  });
  useEffect(() => {
    const own = new AbortController();
    stop.current = own;
    return () => own.abort();
  }, []);

  async function copyAll(products: readonly LinkedPictures[]): Promise<void> {
    const of = countUrls(products);
    const failed: Failed[] = [];
    let done = 0;
    const finish = async () => {
      setStep({ done, of: done, isRunning: false, failed });
      tellProducts();
      await client.invalidateQueries({ queryKey: ['products'] });
    };
    setStep({ done, of, isRunning: true, failed });
    for (const { id, name, urls } of products) {
      for (let start = 0; start < urls.length; start += UPLOAD_LIMITS.fetched) {
        if (stop.current?.signal.aborted) return;
        const part = urls.slice(start, start + UPLOAD_LIMITS.fetched);
        const outcome = await copyPart(id, part);
        failed.push(...outcome.failed.map((one) => ({ ...one, name })));
        done += part.length;
        // The rest would fail alike, and stays for the next time.
        if (outcome.isLost) return finish();
        setStep({ done, of, isRunning: true, failed: [...failed] });
      }
    }
    return finish();
  }

  const left = linked.data ?? [];
  if (step?.isRunning) {
    return (
      <div className="grid gap-2">
        <p role="status">
          Copying pictures into this shop… You may close this window: the rest is offered the next time.
        </p>
        <ProgressBar value={step.done} max={step.of} label="Copied" />
      </div>
    );
  }
  if (left.length === 0 && !step) return null;
  const copied = step ? step.of - step.failed.length : 0;
  return (
    <div className="grid gap-2">
      {step && (
        <p role="status">
          <b>{countOf(copied, 'picture')} copied.</b>{' '}
          {step.failed.length > 0 && (
            <span>{`${countOf(step.failed.length, 'picture')} not: each stays a link to the other site.`}</span>
          )}
        </p>
      )}
      {step && step.failed.length > 0 && <FailedPictures of={step.failed} />}
      {left.length > 0 && (
        <Note tone={after ? 'warn' : 'info'}>
          <div className="grid gap-2 justify-items-start">
            <span>
              {countOf(countUrls(left), 'picture')} of {countOf(left.length, 'product')} are links to other sites. They
              are lost when those sites close, and these sites can see who looks at them.
            </span>
            <Button size="admin" variant={after ? 'primary' : 'quiet'} onClick={() => void copyAll(left)}>
              {step ? 'Try again' : 'Copy pictures into this shop'}
            </Button>
          </div>
        </Note>
      )}
    </div>
  );
}

/** @returns `isLost`: the shop did not answer, or refused the call */
async function copyPart(id: string, urls: string[]): Promise<{ failed: CopiedPictures['failed']; isLost: boolean }> {
  try {
    const { failed } = await adminCall('POST /admin/products/:id/pictures', { params: { id }, body: { urls } });
    return { failed, isLost: false };
  } catch (error) {
    const msg = serverSentence(error, 'The shop could not be reached');
    return { failed: urls.map((url) => ({ url, msg })), isLost: true };
  }
}

function FailedPictures({ of: failed }: { of: readonly Failed[] }) {
  return (
    <ul className="import-list" aria-label="Pictures that were not copied">
      {failed.slice(0, MOST_LISTED).map(({ name, url, msg }) => (
        <li key={`${name} ${url}`} className="is-wrong">
          <b>{name}</b> {msg} · <span className="text-ink-soft">{url}</span>
        </li>
      ))}
      {failed.length > MOST_LISTED && <li>… and {countOf(failed.length - MOST_LISTED, 'more picture')}</li>}
    </ul>
  );
}
