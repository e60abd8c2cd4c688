import { useMutationState, useQueryClient } from '@tanstack/react-query';

/**
 * What is being changed, over all pending mutations of a kind: `useMutation` itself knows only its
 * last one. Changes of different things run beside each other; two of one thing do not.
 */
export function usePending(kind: string) {
  const client = useQueryClient();
  const key = ['change', kind];
  const busy = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => idsOf(state.variables),
  }).flat();
  return {
    /** The `mutationKey`; its variables have `ids`. */
    key,
    isBusy: (...ids: string[]) => ids.some((id) => busy.includes(id)),
    /** Also knows of a press that is not displayed yet. */
    mayStart: (ids: string[]) =>
      client.isMutating({
        mutationKey: key,
        predicate: ({ state }) => idsOf(state.variables).some((id) => ids.includes(id)),
      }) === 0,
  };
}

const idsOf = (variables: unknown) => (variables as { ids: string[] }).ids;
