import { type FormEvent, useEffect, useRef, useState } from 'react';
import m from '#messages/replacement';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import type { OrderItem } from '#shop/orders/orders.ts';
import {
  checkReplacement,
  MAX_REPLACEMENT_PHOTOS,
  REPLACEMENT_LENGTHS,
  REPLACEMENT_REASONS,
  type ReplacementField,
  type ReplacementReason,
  reasonLabel,
} from '#shop/orders/replacements.ts';
import { PROMISES } from '#shop/promises.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { DataNotice } from '#web/lib/data-notice.tsx';
import { uploadFiles } from '#web/lib/send-file.ts';
import { usePhotos } from '#web/lib/use-photos.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, FieldError, SelectField, TextareaField } from '#web/ui/field.tsx';
import { showFirstError } from '#web/ui/first-error.ts';
import { Note } from '#web/ui/note.tsx';
import { PhotoPicker } from '#web/ui/photo-picker.tsx';
import type { LoadPhoto } from '#web/ui/photo-strip.tsx';
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx';
import { toast } from '#web/ui/toast.tsx';
import { forgetReplacementDraft, keepReplacementDraft, readReplacementDraft } from './draft.ts';

interface ReplacementFormProps {
  orderNumber: string;
  token: string;
  items: readonly OrderItem[];
  load: LoadPhoto;
  /** `changed`: the order changed, through this form or earlier on the server. */
  onClose: (changed: boolean) => void;
}

/** Items, reason, description and photos. A started request is restored after a reload. */
export function ReplacementForm({ orderNumber, token, items, load, onClose }: ReplacementFormProps) {
  const [draft] = useState(() => readReplacementDraft(orderNumber));
  const [chosen, setChosen] = useState<Record<number, number>>(
    () => draft?.items ?? (items.length === 1 ? { 0: items[0]?.quantity ?? 1 } : {}),
  );
  const [reason, setReason] = useState<ReplacementReason | ''>(draft?.reason ?? '');
  const [description, setDescription] = useState(draft?.description ?? '');
  const photos = usePhotos({
    most: MAX_REPLACEMENT_PHOTOS,
    uploaded: draft?.photos ?? [],
    send: async (file, options) => {
      const { photo } = await uploadFiles(
        'POST /orders/:id/replacement/photos',
        { params: { id: orderNumber } },
        [file],
        { field: 'photo', headers: { 'x-order-token': token }, ...options },
      );
      return { id: photo.id, url: photo.url };
    },
  });
  const [errors, setErrors] = useState<Partial<Record<ReplacementField, string>>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(false);

  useEffect(() => {
    if (done.current) return;
    const stored = photos.photos.flatMap(({ stored, name }) => (stored ? [{ ...stored, name }] : []));
    keepReplacementDraft({ orderNumber, items: chosen, reason, description, photos: stored });
  }, [orderNumber, chosen, reason, description, photos.photos]);

  const close = (changed: boolean) => {
    if (changed) {
      done.current = true;
      forgetReplacementDraft();
    }
    onClose(changed);
  };

  const send = async () => {
    const body = {
      items: Object.entries(chosen).map(([line, quantity]) => ({ line: Number(line), quantity })),
      reason,
      description,
      photos: photos.photos.flatMap(({ stored }) => stored?.id ?? []),
    };
    const wrong = checkReplacement(
      body,
      items.map(({ quantity }) => quantity),
    );
    showFirstError(form.current, () => {
      setErrors(wrong);
      setProblem('');
    });
    if (Object.keys(wrong).length > 0 || reason === '') return;
    if (photos.sending) {
      setProblem(m.waitForPhotos());
      return;
    }
    setBusy(true);
    try {
      await call(
        'POST /orders/:id/replacement',
        { params: { id: orderNumber }, body: { ...body, reason } },
        { headers: { 'x-order-token': token } },
      );
      toast.success(m.requested());
      close(true);
    } catch (error) {
      // 409: the request already exists (a lost response, another tab), or the period is over. The
      // page shows which.
      if (isApiError(error) && error.status === 409) {
        toast.warning(error.message);
        close(true);
        return;
      }
      setProblem(isApiError(error) ? error.message : m.failed());
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const edited = (field: ReplacementField) => setErrors((all) => ({ ...all, [field]: undefined }));

  return (
    <form ref={form} className="grid gap-5" noValidate onSubmit={submit}>
      {problem && (
        <Note tone="bad" live="alert">
          {problem}
        </Note>
      )}
      <ItemChoice
        items={items}
        chosen={chosen}
        error={errors.items}
        onChange={(next) => {
          setChosen(next);
          edited('items');
        }}
      />
      <SelectField
        label={m.reason()}
        value={reason}
        error={errors.reason}
        onChange={(event) => {
          setReason(REPLACEMENT_REASONS.find((one) => one === event.target.value) ?? '');
          edited('reason');
        }}
      >
        <option value="">{m.chooseReason()}</option>
        {REPLACEMENT_REASONS.map((one) => (
          <option key={one} value={one}>
            {reasonLabel(one)}
          </option>
        ))}
      </SelectField>
      {reason === 'damaged' && (
        <Note tone="info" live="status">
          {m.damage({ hours: PROMISES.damageHours })}
        </Note>
      )}
      <TextareaField
        label={m.whatIsWrong()}
        maxLength={REPLACEMENT_LENGTHS.description}
        value={description}
        error={errors.description}
        onChange={(event) => {
          setDescription(event.target.value);
          edited('description');
        }}
      />
      <PhotoPicker photos={photos} load={load} hint={m.photosHint()} />
      <DataNotice of="replacement" />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="line" onClick={() => close(false)}>
          {m.notNow()}
        </Button>
        <Button type="submit" busy={busy} busyText={m.sending()}>
          {m.send()}
        </Button>
      </div>
    </form>
  );
}

/** The items of the order, each with the affected quantity. */
function ItemChoice({
  items,
  chosen,
  error,
  onChange,
}: {
  items: readonly OrderItem[];
  chosen: Record<number, number>;
  error: string | undefined;
  onChange: (chosen: Record<number, number>) => void;
}) {
  return (
    <fieldset className="grid min-w-0 gap-1" data-invalid={error ? true : undefined}>
      <legend className="field-label mb-1">{m.whichItems()}</legend>
      {items.map((item, line) => {
        const quantity = chosen[line];
        const name = item.size ? `${item.name}, ${sizeLabel(item.size)}` : item.name;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an order can contain the same item twice, and its lines never move
          <div key={line} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Checkbox
              label={name}
              checked={quantity !== undefined}
              onChange={(event) => {
                const { [line]: _former, ...others } = chosen;
                onChange(event.target.checked ? { ...others, [line]: item.quantity } : others);
              }}
            />
            {quantity !== undefined && item.quantity > 1 && (
              <QuantityStepper
                of={name}
                value={quantity}
                max={item.quantity}
                onChange={(next) => onChange({ ...chosen, [line]: next })}
              />
            )}
          </div>
        );
      })}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
