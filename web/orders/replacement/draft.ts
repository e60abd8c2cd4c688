import { REPLACEMENT_REASONS, type ReplacementReason } from '#shop/orders/replacements.ts';
import { forget, readJson, writeJson } from '#web/lib/device.ts';

/** A request being written, kept in the tab: the camera may push the page out of a small phone's memory. */
export interface ReplacementDraft {
  orderNumber: string;
  /** Quantity by the item's place in the order; an item that is not chosen is not there. */
  items: Record<number, number>;
  reason: ReplacementReason | '';
  description: string;
  /** Photos that the server has. */
  photos: { id: string; url: string; name: string }[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function accept(value: unknown): ReplacementDraft | null {
  if (!isRecord(value) || typeof value.orderNumber !== 'string' || !isRecord(value.items)) return null;
  const items = Object.entries(value.items).flatMap(([line, quantity]) =>
    Number.isInteger(Number(line)) && Number.isInteger(quantity) ? [[Number(line), quantity as number] as const] : [],
  );
  const photos = Array.isArray(value.photos) ? value.photos : [];
  return {
    orderNumber: value.orderNumber,
    items: Object.fromEntries(items),
    reason: REPLACEMENT_REASONS.find((reason) => reason === value.reason) ?? '',
    description: typeof value.description === 'string' ? value.description : '',
    photos: photos.flatMap((photo) =>
      isRecord(photo) && typeof photo.id === 'string' && typeof photo.url === 'string' && photo.url.startsWith('/api/')
        ? [{ id: photo.id, url: photo.url, name: typeof photo.name === 'string' ? photo.name : 'Photo' }]
        : [],
    ),
  };
}

/** What was begun for this order; null when nothing was. */
export function readReplacementDraft(orderNumber: string): ReplacementDraft | null {
  const draft = readJson('replacementDraft', accept);
  return draft?.orderNumber === orderNumber ? draft : null;
}

export function keepReplacementDraft(draft: ReplacementDraft): void {
  writeJson('replacementDraft', draft);
}

export function forgetReplacementDraft(): void {
  forget('replacementDraft');
}
