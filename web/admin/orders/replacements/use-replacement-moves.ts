import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Replacement } from '#shop/orders/replacement-input.ts';
import { nextReplacementStatuses, type ReplacementStatus } from '#shop/orders/replacements.ts';
import { adminCall, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';

interface Move {
  status: ReplacementStatus;
  note?: string;
  courier?: string;
  courierTracking?: string;
}

const FAILED = 'Failed to update the replacement request. Please try again.';

/**
 * The actions on one replacement request. Each request carries the displayed version. If another
 * admin has changed it meanwhile, or the stock is insufficient, nothing is saved and the error
 * message stays visible.
 */
export function useReplacementMoves(request: Replacement) {
  const client = useQueryClient();
  const [asked, setAsking] = useState<ReplacementStatus | null>(null);
  const [refusal, setRefusal] = useState('');
  // Not after somebody else's decision that leaves nothing to ask.
  const asking = asked && nextReplacementStatuses(request.status).includes(asked) ? asked : null;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['replacements'] }),
      client.invalidateQueries({ queryKey: ['orders'] }),
    ]);

  const change = useMutation({
    mutationFn: (move: Move) =>
      adminCall('PUT /replacements/:id/status', {
        params: { id: request.id },
        body: { ...move, version: request.version },
      }),
    onMutate: () => setRefusal(''),
    onSuccess: async ({ message }) => {
      setAsking(null);
      toast.success(message);
      await refresh();
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      const sentence = serverSentence(error, FAILED);
      if (!isApiError(error) || error.status !== 409) {
        toast.error(sentence);
        return;
      }
      // What was typed stays: too little stock may be put right, and then the parcel is sent with
      // the same number.
      setRefusal(sentence);
      await refresh();
    },
  });

  return {
    asking,
    ask: (to: ReplacementStatus) => {
      setRefusal('');
      setAsking(to);
    },
    stopAsking: () => setAsking(null),
    refusal,
    busy: change.isPending,
    move: (move: Move) => {
      if (!change.isPending) change.mutate(move);
    },
  };
}

export type ReplacementMoves = ReturnType<typeof useReplacementMoves>;
