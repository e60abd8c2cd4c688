import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import m from '#messages/review-form';
import rules from '#messages/review-rules';
import {
  checkReview,
  chosenStars,
  type ReviewForm as Draft,
  MAX_REVIEW_PHOTOS,
  REVIEW_LENGTHS,
} from '#shop/catalogue/reviews.ts';
import { call, isApiError, isUnreachable } from '#web/lib/api.ts';
import { DataNotice } from '#web/lib/data-notice.tsx';
import { forget, readJson, writeJson } from '#web/lib/device.ts';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { uploadFiles } from '#web/lib/send-file.ts';
import { usePhotos } from '#web/lib/use-photos.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { showFirstError } from '#web/ui/first-error.ts';
import { Note } from '#web/ui/note.tsx';
import { PhotoPicker } from '#web/ui/photo-picker.tsx';
import { RatingField } from './rating-field.tsx';

export type ReviewFormProps = { open: boolean; onClose: () => void; productId: string; productName: string };

type Errors = Partial<Record<keyof Draft, string>>;
const EMPTY: Draft = { customerName: '', customerEmail: '', rating: 0, title: '', comment: '' };

/**
 * The draft from before a reload or a failed request. Name and email also apply to other products;
 * rating and text do not.
 */
function readDraft(productId: string): Draft {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const stored = readJson('reviewDraft', (value) => value as Record<string, unknown> | null);
  if (!stored || typeof stored !== 'object') return EMPTY;
  const { customerName, customerEmail, title, comment, rating } = stored;
  const writer = { ...EMPTY, customerName: text(customerName), customerEmail: text(customerEmail) };
  if (stored.productId !== productId) return writer;
  return { ...writer, rating: chosenStars(String(rating)) ?? 0, title: text(title), comment: text(comment) };
}

/** The review form (D15). The draft is stored on the device until the server has accepted it. */
export function ReviewForm({ open, onClose, productId, productName }: ReviewFormProps) {
  const [sent, setSent] = useState(false);
  // Here, so that they stay when the dialog is closed for a moment.
  const photos = usePhotos({ most: MAX_REVIEW_PHOTOS, send: sendPhoto });
  const close = () => {
    setSent(false);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={sent ? m.thanks() : m.title()} step={sent ? 'sent' : 'write'}>
      {sent ? (
        <>
          <Note tone="ok">{rules.sent()}</Note>
          <Button variant="line" onClick={close}>
            {m.close()}
          </Button>
        </>
      ) : (
        <Fields
          productId={productId}
          productName={productName}
          photos={photos}
          onSent={() => {
            photos.clear();
            setSent(true);
          }}
        />
      )}
    </Dialog>
  );
}

/** Until the review is approved only staff can read the photo: it has no address here. */
const sendPhoto: Parameters<typeof usePhotos>[0]['send'] = async (file, options) => {
  const { photo } = await uploadFiles('POST /reviews/photos', {}, [file], { field: 'photo', ...options });
  return { id: photo.id, url: '' };
};

type FieldsProps = {
  productId: string;
  productName: string;
  photos: ReturnType<typeof usePhotos>;
  onSent: () => void;
};

function Fields({ productId, productName, photos, onSent }: FieldsProps) {
  const [draft, setDraft] = useState(() => readDraft(productId));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    writeJson('reviewDraft', { productId, ...next });
    setFailure(null);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };
  const show = (found: Errors, sentence: string) => {
    showFirstError(form.current, () => {
      setErrors(found);
      setFailure(sentence);
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = checkReview(draft);
    if (Object.keys(found).length > 0) {
      show(found, m.invalid());
      return;
    }
    if (photos.sending) {
      show({}, m.photosSending());
      return;
    }
    setBusy(true);
    try {
      const body = { productId, ...draft, photos: photos.photos.flatMap(({ stored }) => stored?.id ?? []) };
      await call('POST /reviews', { body });
      forget('reviewDraft');
      // Refreshes the home sections (R1.4).
      dispatchShopEvent('reviewAdded');
      onSent();
    } catch (error) {
      if (!isApiError(error)) throw error;
      const fields = Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])) as Errors;
      show(fields, isUnreachable(error) ? m.textKept({ problem: error.message }) : error.message);
      setBusy(false);
    }
  };
  const field = (name: Exclude<keyof Draft, 'rating'>, length: number) => ({
    name,
    value: draft[name],
    error: errors[name],
    maxLength: length,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  return (
    <form ref={form} className="grid gap-4.5" method="post" action="/api/reviews" noValidate onSubmit={submit}>
      <p className="text-ink-soft">{productName}</p>
      {failure && (
        <Note tone="bad" live="alert" className="scroll-mt-24">
          {failure}
        </Note>
      )}
      <RatingField value={draft.rating} onChange={(rating) => change({ rating })} error={errors.rating} />
      <TextField label={m.reviewTitle()} optional {...field('title', REVIEW_LENGTHS.title)} />
      <TextareaField label={m.comment()} rows={4} required {...field('comment', REVIEW_LENGTHS.comment)} />
      <PhotoPicker photos={photos} hint={m.photosHint()} />
      <TextField
        label={m.name()}
        autoComplete="name"
        required
        {...field('customerName', REVIEW_LENGTHS.customerName)}
      />
      <TextField
        label={m.email()}
        type="email"
        autoComplete="email"
        required
        hint={m.emailHint()}
        {...field('customerEmail', 254)}
      />
      <DataNotice of="review" />
      <Button type="submit" size="lg" busy={busy} busyText={m.sending()}>
        {m.send()}
      </Button>
    </form>
  );
}
