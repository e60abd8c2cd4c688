import './photo-strip.css';
import './photo-picker.css';
import { useId, useRef } from 'react';
import m from '#messages/photos';
import { IconButton } from './button.tsx';
import { FieldError } from './field.tsx';
import { Icon } from './icon.tsx';
import { X } from './icons.ts';
import { Camera } from './page-icons.ts';
import { type LoadPhoto, PrivatePicture } from './photo-strip.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { rich } from './rich.tsx';
import { Skeleton } from './skeleton.tsx';

/** A photo in a form, uploading or uploaded. */
export interface FormPhoto {
  key: string;
  name: string;
  state: 'sending' | 'sent' | 'failed';
  /** Upload progress, 0 to 1. */
  share: number;
  /** Object URL of a file that was just chosen. */
  preview: string | null;
  /** The stored name on the server. */
  stored: { id: string; url: string } | null;
  /** The error message. */
  problem: string;
}

/** The photos of a form; web/lib/use-photos.ts makes them. */
interface FormPhotos {
  photos: readonly FormPhoto[];
  most: number;
  tooMany: boolean;
  full: boolean;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
}

type PhotoPickerProps = {
  photos: FormPhotos;
  /** Reads a photo that was sent before a reload. */
  load?: LoadPhoto;
  /** Who sees the photos. */
  hint: string;
};

/**
 * A few photos, chosen or taken. Each is uploaded at once, shows its progress or error, and can be
 * removed.
 */
export function PhotoPicker({ photos, load, hint }: PhotoPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const remove = (key: string) => {
    photos.remove(key);
    // The button that was pressed has been removed.
    input.current?.focus();
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="field-label mb-2">
        {rich(m.photosOptional({ most: photos.most }), {
          note: (text) => <span className="field-optional">{text}</span>,
        })}
      </legend>
      {photos.photos.length > 0 && (
        <ul className="grid gap-2" aria-label={m.photos()}>
          {photos.photos.map((photo, index) => (
            <PhotoRow key={photo.key} photo={photo} number={index + 1} load={load} onRemove={() => remove(photo.key)} />
          ))}
        </ul>
      )}
      <label className={`btn btn-line justify-self-start ${photos.full ? 'hidden' : ''}`} htmlFor={id}>
        <Icon of={Camera} /> {m.addPhotos()}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only photo-input"
        accept="image/jpeg,image/png,image/webp"
        multiple
        disabled={photos.full}
        onChange={(event) => {
          photos.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div role="status">{photos.tooMany && <FieldError>{m.mostPhotos({ most: photos.most })}</FieldError>}</div>
      <p className="hint">
        {hint} {m.photoPrivacy()}
      </p>
    </fieldset>
  );
}

function PhotoRow({
  photo,
  number,
  load,
  onRemove,
}: {
  photo: FormPhoto;
  number: number;
  load: LoadPhoto | undefined;
  onRemove: () => void;
}) {
  const label = m.photo({ number });
  return (
    <li className="photo-row">
      <span className="photo">
        {photo.preview ? (
          <img src={photo.preview} alt={label} />
        ) : photo.stored && load ? (
          <PrivatePicture url={photo.stored.url} load={load} alt={label} />
        ) : (
          photo.state === 'sending' && <Skeleton />
        )}
      </span>
      <div className="grid min-w-0 gap-1">
        <span className="truncate text-small">{photo.name}</span>
        {photo.state === 'sending' && (
          <ProgressBar value={Math.round(photo.share * 100)} max={100} label={m.photoSending({ number })} />
        )}
        {photo.state === 'sent' && <span className="text-small text-ok">{m.photoAdded()}</span>}
        {photo.state === 'failed' && (
          <div role="alert">
            <FieldError>{photo.problem}</FieldError>
          </div>
        )}
      </div>
      <IconButton aria-label={m.removePhoto({ number })} onClick={onRemove}>
        <Icon of={X} />
      </IconButton>
    </li>
  );
}
