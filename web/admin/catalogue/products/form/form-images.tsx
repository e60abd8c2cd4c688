import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ProductImage } from '#shop/catalogue/catalogue.ts';
import { UPLOAD_LIMITS } from '#shop/media/uploads.ts';
import { imageAddress } from '#shop/text/links.ts';
import { ImagePlus, Link2 } from '#web/admin/ui/icons.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { ChevronLeft, ChevronRight, Trash2 } from '#web/ui/page-icons.ts';
import { ProductImage as Picture } from '#web/ui/product-image.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { FormState } from './use-product-form.ts';
import { type Uploading, useUploads } from './use-uploads.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

/**
 * The pictures, added by drag and drop, file dialog or link, in the order of the gallery. Cards
 * show the first one. `onBusy` is called when uploads begin and when the last one has ended.
 */
export function FormImages({ form, set, errorOf, onBusy }: FormState & { onBusy: (busy: boolean) => void }) {
  const images = form.images;
  const latest = useRef(images);
  latest.current = images;
  const put = (next: ProductImage[]) => {
    latest.current = next;
    set({ images: next });
  };
  const uploads = useUploads((image) => put([...latest.current, image]));
  const busy = uploads.files.some(({ error }) => error === null);
  useEffect(() => onBusy(busy), [busy, onBusy]);
  const change = (index: number, patch: Partial<ProductImage>) =>
    put(images.map((image, at) => (at === index ? { ...image, ...patch } : image)));
  const move = (index: number, by: -1 | 1) => {
    const next = [...images];
    const [image] = next.splice(index, 1);
    if (image) next.splice(index + by, 0, image);
    put(next);
  };
  const remove = (index: number) => {
    const image = images[index];
    put(images.filter((_, at) => at !== index));
    if (image) uploads.forget(image.url);
  };
  return (
    <>
      <Drop onFiles={uploads.add} />
      {(images.length > 0 || uploads.files.length > 0) && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-[0.9rem]" aria-label="Pictures">
          {images.map((image, index) => (
            <Tile
              // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may occur twice; its position identifies it
              key={`${index} ${image.url}`}
              image={image}
              index={index}
              last={index === images.length - 1}
              error={errorOf(`images.${index}`)}
              onAlt={(alt) => change(index, { alt })}
              onPack={(packGrams) => change(index, { packGrams })}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          ))}
          {uploads.files.map((file) => (
            <UploadTile
              key={file.key}
              file={file}
              onCancel={() => uploads.cancel(file.key)}
              onRetry={() => uploads.retry(file.key)}
            />
          ))}
        </ul>
      )}
      {uploads.crops.waiting.length > 0 && (
        <Suspense>
          <CropDialog crops={uploads.crops} name={form.name} onCropped={uploads.sendCropped} onSkip={uploads.skip} />
        </Suspense>
      )}
      <LinkForm onLink={(url) => put([...images, { url, alt: form.name, uploadType: 'url' }])} />
    </>
  );
}

function Drop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length > 0) onFiles(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={`form-drop ${over ? 'is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button variant="quiet" size="admin" onClick={() => input.current?.click()}>
        <Icon of={ImagePlus} /> Upload images
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Images to upload"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          // Allows choosing the same file again after it was rejected.
          event.target.value = '';
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
      <p>
        or drop up to {UPLOAD_LIMITS.files} here. Any photo from your phone will do: we crop it to a square and shrink
        it here.
      </p>
    </div>
  );
}

function Tile({
  image,
  index,
  last,
  error,
  onAlt,
  onPack,
  onMove,
  onRemove,
}: {
  image: ProductImage;
  index: number;
  last: boolean;
  error: string | undefined;
  onAlt: (alt: string) => void;
  onPack: (grams: number | undefined) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const name = `picture ${index + 1}`;
  return (
    <li className="form-picture">
      <Picture src={image.url} alt={image.alt || `Picture ${index + 1}`} sizes="160px" />
      <TextField
        label={`Alt text of ${name}`}
        hideLabel
        admin
        placeholder="What the picture shows"
        maxLength={300}
        error={error}
        value={image.alt}
        onChange={(event) => onAlt(event.target.value)}
      />
      <TextField
        label={`Grams of the pack on ${name}`}
        hideLabel
        admin
        inputMode="numeric"
        placeholder="Pack it shows, in g"
        maxLength={6}
        value={image.packGrams ?? ''}
        onChange={(event) => onPack(Number(event.target.value.replace(/\D/g, '')) || undefined)}
      />
      <div className="form-picture-tools">
        <span className="text-ink-soft">{index === 0 ? 'Main' : image.uploadType === 'url' ? 'Linked' : ''}</span>
        <IconButton aria-label={`Move ${name} forward`} disabled={index === 0} onClick={() => onMove(-1)}>
          <Icon of={ChevronLeft} />
        </IconButton>
        <IconButton aria-label={`Move ${name} back`} disabled={last} onClick={() => onMove(1)}>
          <Icon of={ChevronRight} />
        </IconButton>
        <IconButton aria-label={`Delete ${name}`} onClick={onRemove}>
          <Icon of={Trash2} />
        </IconButton>
      </div>
    </li>
  );
}

function UploadTile({ file, onCancel, onRetry }: { file: Uploading; onCancel: () => void; onRetry: () => void }) {
  const { progress } = file;
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <li className={`form-picture ${file.error ? 'is-wrong' : ''}`}>
      <b className="admin-clip">{file.name}</b>
      {file.error ? (
        <>
          <p role="alert">{file.error}</p>
          <div className="flex items-center justify-between">
            {file.again && (
              <Button variant="quiet" size="admin" aria-label={`Retry ${file.name}`} onClick={onRetry}>
                Retry
              </Button>
            )}
            <IconButton aria-label={`Dismiss ${file.name}`} onClick={onCancel}>
              <Icon of={X} />
            </IconButton>
          </div>
        </>
      ) : (
        <>
          <ProgressBar value={percent} max={100} label={`Uploading ${file.name}`} />
          <div className="flex items-center justify-between text-ink-soft">
            <p className="num">
              {progress === null ? 'Waiting…' : progress < 1 ? `Uploading… ${percent} %` : 'Preparing…'}
            </p>
            <IconButton aria-label={`Cancel ${file.name}`} onClick={onCancel}>
              <Icon of={X} />
            </IconButton>
          </div>
        </>
      )}
    </li>
  );
}

function LinkForm({ onLink }: { onLink: (url: string) => void }) {
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();
  const add = () => {
    if (!/^https:/i.test(url.trim()) || imageAddress(url) === null) {
      setError('Please enter an address that begins with https://');
      return;
    }
    onLink(url.trim());
    setUrl('');
  };
  return (
    <div className="flex flex-wrap items-end gap-[0.6rem]">
      <TextField
        className="flex-[1_1_14rem]"
        label="Image address"
        admin
        type="url"
        inputMode="url"
        placeholder="https://"
        error={error}
        value={url}
        onChange={(event) => {
          setUrl(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="quiet" size="admin" onClick={add}>
        <Icon of={Link2} /> Link image
      </Button>
    </div>
  );
}
