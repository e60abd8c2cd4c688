import { type RefObject, useCallback, useRef } from 'react';
import { cleanPincode, isIndia } from '#shop/orders/address.ts';
import { cleanLine } from '#shop/text/text.ts';

/**
 * Fills city and state when the form holds a six-digit Indian PIN code. Text typed by the shopper
 * is never overwritten; text filled here is updated when the PIN code changes.
 *
 * @param onFilled called when a field has been filled
 */
export function usePinPlace(
  form: RefObject<HTMLFormElement | null>,
  onFilled: (field: 'city' | 'state') => void,
): () => void {
  const filled = useRef({ city: '', state: '' });
  return useCallback(() => {
    const value = (name: string) => {
      const box = form.current?.elements.namedItem(name);
      return box instanceof HTMLInputElement || box instanceof HTMLSelectElement ? cleanLine(box.value) : '';
    };
    const pincode = value('pincode');
    if (pincode.length < 3 || !isIndia(value('country'))) return;
    import('./pin-places.ts').then(
      ({ placeOfPin }) => {
        const place = placeOfPin(cleanPincode(pincode, 'India'));
        if (!place || value('pincode') !== pincode || !isIndia(value('country'))) return;
        for (const field of ['city', 'state'] as const) {
          const box = form.current?.elements.namedItem(field);
          // Do not fill a field while the shopper is typing in it.
          if (!(box instanceof HTMLInputElement) || box === document.activeElement) continue;
          if (box.value !== '' && box.value !== filled.current[field]) continue;
          box.value = place[field];
          filled.current[field] = place[field];
          if (place[field]) onFilled(field);
        }
      },
      // Without the directory the shopper types both.
      () => {},
    );
  }, [form, onFilled]);
}
