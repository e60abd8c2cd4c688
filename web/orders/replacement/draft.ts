import m from '#messages/replacement';
import { REPLACEMENT_REASONS, type ReplacementReason } from '#shop/orders/replacements.ts';
import { forget, readJson, writeJson } from '#web/lib/device.ts';

/**
 * An unsent request, stored in the tab: opening the camera can make a phone with little memory
 * discard the page.
 */
export interface ReplacementDraft {
  orderNumber: string;
  /** Quantity by the item's index in the order; items that are not chosen are absent. */
  items: Record<number, number>;
  reason: ReplacementReason | '';
  description: string;
  /** Uploaded photos. */
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
        ? [{ id: photo.id, url: photo.url, name: typeof photo.name === 'string' ? photo.name : m.photo() }]
        : [],
    ),
  };
}

/** The unsent request for this order, or null. */
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
