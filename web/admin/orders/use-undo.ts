import { useQueryClient } from '@tanstack/react-query';
import { MAX_BULK } from '#shop/orders/bulk.ts';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';

/** How long a toast offers to take a change back. */
const UNDO_MS = 10_000;

/** The options of a toast that can take back what was done to these orders. */
export function useUndo(call: 'POST /orders/bulk/not-received' | 'POST /orders/bulk/delivered') {
  const client = useQueryClient();
  const undo = async (numbers: string[]) => {
    try {
      const results = [];
      for (let from = 0; from < numbers.length; from += MAX_BULK) {
        const orders = numbers.slice(from, from + MAX_BULK).map((orderNumber) => ({ orderNumber }));
        results.push(...(await adminCall(call, { body: { orders, undo: true } })).results);
      }
      const done = results.filter((result) => result.done).length;
      const kept = results.find((result) => !result.done);
      if (done > 0) toast.info(`Undone for ${countOf(done, 'order')}.`);
      if (kept) toast.error(`${kept.orderNumber}: ${kept.message}`);
    } catch (error) {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to undo. Please try again.'));
    }
    await Promise.all(['orders', 'payments'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  return (numbers: string[]) => ({
    action: { label: 'Undo', onPress: () => void undo(numbers) },
    duration: UNDO_MS,
  });
}
