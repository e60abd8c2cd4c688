import { createContext, useContext, useRef, useState } from 'react';
import { imageUrl } from '#shop/media/pictures.ts';
import { checkUploadFile, UPLOAD_TEXTS } from '#shop/media/uploads.ts';
import { imageAddress } from '#shop/text/links.ts';
import { Upload } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminUpload, isSignedOut, serverSentence } from '../lib/session.ts';

interface ImageFieldProps {
  label: string;
  name: string;
  value: string;
  upload: 'logo' | 'content';
  error?: string | undefined;
  hint?: string | undefined;
  onChange: (address: string) => void;
}

/**
 * Told when an upload begins (1) and ends (-1). Its address goes to the place of the item in a
 * list, so the list does not move or remove items meanwhile.
 */
export const Uploads = createContext<(change: 1 | -1) => void>(() => {});

/** A picture of the content, uploaded here or linked by its URL (D17). */
export function ImageField({ label, name, value, upload, error, hint, onChange }: ImageFieldProps) {
  const box = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const count = useContext(Uploads);
  const send = async (file: File | undefined) => {
    if (!file || progress !== null) return;
    const refused = checkUploadFile(file);
    if (refused) {
      toast.error(refused);
      return;
    }
    setProgress(0);
    count(1);
    try {
      const { imageUrl: address, message } = await adminUpload('POST /upload/image', {}, [file], {
        field: 'image',
        headers: { 'x-upload-type': upload },
        onProgress: setProgress,
      });
      onChange(address);
      toast.success(message);
    } catch (failure) {
      if (!isSignedOut(failure)) toast.error(serverSentence(failure, UPLOAD_TEXTS.failedAgain));
    } finally {
      setProgress(null);
      count(-1);
      if (box.current) box.current.value = '';
    }
  };
  const src = value && value !== 'logo.svg' && imageAddress(value) ? imageUrl(value) : null;
  return (
    <div className="image-field">
      {src && <img src={src} alt="" />}
      <div className="grid gap-2">
        <TextField
          label={label}
          name={name}
          admin
          boxClass="mono"
          autoComplete="off"
          maxLength={2000}
          hint={hint}
          error={error}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={box}
            type="file"
            accept="image/*"
            hidden
            aria-label={`File for ${label}`}
            onChange={(event) => void send(event.target.files?.[0])}
          />
          <Button
            variant="quiet"
            size="admin"
            busy={progress !== null}
            busyText="Uploading…"
            onClick={() => box.current?.click()}
          >
            <Icon of={Upload} /> Upload a picture
          </Button>
          {progress !== null && <ProgressBar value={progress} max={1} label={`Uploading: ${label}`} />}
        </div>
      </div>
    </div>
  );
}
