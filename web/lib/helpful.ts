import { useMemo } from 'react';
import { parseIds, withFirst } from '#shop/catalogue/id-lists.ts';
import { call } from './api.ts';
import { readText, useStoredText, writeJson } from './device.ts';
import { deviceId } from './device-id.ts';

/** Whether this device has already marked a review as helpful (D15). */
export function useFoundHelpful(reviewId: string): boolean {
  const text = useStoredText('helpfulReviews');
  return useMemo(() => parseIds(text).includes(reviewId), [text, reviewId]);
}

/**
 * Marks a review as helpful. The server counts each device once.
 *
 * @returns the new count
 * @throws ApiError
 */
export async function findHelpful(reviewId: string): Promise<number> {
  const { helpful } = await call('POST /reviews/:id/helpful', {
    params: { id: reviewId },
    body: { deviceId: deviceId() },
  });
  writeJson('helpfulReviews', withFirst(parseIds(readText('helpfulReviews')), reviewId));
  return helpful;
}
