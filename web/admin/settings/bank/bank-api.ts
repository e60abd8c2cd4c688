import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseFor } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../../lib/session.ts';
import { usePending } from '../../ui/use-pending.ts';

export type Senders = ResponseFor<'GET /payments/senders'>;

export const wordingsQuery = queryOptions({
  queryKey: ['payments', 'wordings'],
  queryFn: ({ signal }) => adminCall('GET /payments/wordings', {}, { signal }),
});

export const sendersQuery = queryOptions({
  queryKey: ['payments', 'senders'],
  queryFn: ({ signal }) => adminCall('GET /payments/senders', {}, { signal }),
});

/** The owner's rules for SMS and emails. */
export const rulesQuery = queryOptions({
  queryKey: ['settings', 'proof', 'sources'],
  queryFn: async ({ signal }) => (await adminCall('GET /settings/payment', {}, { signal })).settings.sources,
});

/** The messages that wait, of one sender. */
export const messagesOf = (sender: string) =>
  queryOptions({
    queryKey: ['payments', 'bank-messages', sender],
    queryFn: async ({ signal }) =>
      (await adminCall('GET /payments/bank-messages', { query: { sender, limit: 200 } }, { signal })).messages,
  });

type Account = Pick<Senders['accounts'][number], 'bank' | 'tail'>;

/** Changes the list of own accounts as it is now, whoever has changed it since it was displayed. */
async function changeAccounts(change: (accounts: Account[]) => Account[]): Promise<void> {
  const { settings, proof } = await adminCall('GET /settings/payment');
  const accounts = change(settings.accounts);
  await adminCall('POST /payment-settings', { body: { accounts, proofVersion: proof.version } });
}

const same = (one: Account) => (other: Account) => one.bank === other.bank && one.tail === other.tail;

interface Change {
  /** What is busy meanwhile. */
  ids: string[];
  send: () => Promise<unknown>;
  done: string;
  undo?: () => Promise<unknown>;
  after?: () => void;
}

/** Undo stays longer than other toasts. */
const UNDO_MS = 10_000;

/**
 * What the owner decides about wordings, senders and accounts: each acts at once, with a toast and,
 * where it can be taken back, Undo.
 */
export function useBankActions() {
  const client = useQueryClient();
  const pending = usePending('bank');
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['payments'] }),
      client.invalidateQueries({ queryKey: ['settings', 'proof'] }),
      client.invalidateQueries({ queryKey: ['checklist'] }),
    ]);
  const fail = (error: unknown) => {
    if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to save. Please try again.'));
  };
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      toast.info('Undone.');
    } catch (error) {
      fail(error);
    }
    await refresh();
  };
  const { mutate } = useMutation({
    mutationKey: pending.key,
    mutationFn: ({ send }: Change) => send(),
    onSuccess: async (_, { done, undo, after }) => {
      const options = undo && { action: { label: 'Undo', onPress: () => void takeBack(undo) }, duration: UNDO_MS };
      toast.success(done, options ?? {});
      after?.();
      // Pending until the new list is there: a switch does not go back and forth.
      await refresh();
    },
    onError: async (error) => {
      fail(error);
      await refresh();
    },
  });
  const run = (change: Change) => {
    if (pending.mayStart(change.ids)) mutate(change);
  };
  const put = (id: string, on: boolean) => adminCall('PUT /payments/wordings/:id', { params: { id }, body: { on } });
  const ignore = (sender: string, ignored: boolean) =>
    adminCall('POST /payments/senders/ignore', { body: { sender, ignored } });
  const addAccount = (account: Account) => changeAccounts((accounts) => [...accounts, account]);
  const removeAccount = (account: Account) =>
    changeAccounts((accounts) => accounts.filter((one) => !same(account)(one)));

  return {
    isBusy: pending.isBusy,
    /** @param done what the toast says */
    trust: (id: string, done: string) =>
      run({
        ids: [id],
        send: () => adminCall('POST /payments/wordings/:id/trust', { params: { id } }),
        done,
        undo: () => put(id, false),
      }),
    later: (id: string, done: string) =>
      run({ ids: [id], send: () => adminCall('POST /payments/wordings/:id/later', { params: { id } }), done }),
    /** @param name of the bank, so that the toasts of two switches differ */
    switch: (id: string, on: boolean, name: string) =>
      run({
        ids: [id],
        send: () => put(id, on),
        done: on
          ? `Switched on. Such messages of ${name} may confirm again.`
          : `Switched off. Such messages of ${name} wait for you again.`,
        undo: () => put(id, !on),
      }),
    accept: (sender: string, account: Account) =>
      run({
        ids: [sender],
        send: () => adminCall('POST /payments/senders/accept', { body: { sender, ...account } }),
        done: `${sender} is listed. From now on its messages count.`,
      }),
    ignore: (sender: string) =>
      run({
        ids: [sender],
        send: () => ignore(sender, true),
        done: `${sender} is ignored from now on.`,
        undo: () => ignore(sender, false),
      }),
    notice: (sender: string) =>
      run({ ids: [sender], send: () => ignore(sender, false), done: `${sender} is not ignored any more.` }),
    addAccount: (account: Account, after: () => void) =>
      run({
        ids: ['account'],
        send: () => addAccount(account),
        done: `${[account.bank, account.tail].filter(Boolean).join(' …')} is listed as your account.`,
        undo: () => removeAccount(account),
        after,
      }),
    removeAccount: (account: Account) =>
      run({
        ids: ['account'],
        send: () => removeAccount(account),
        done: `${[account.bank, account.tail].filter(Boolean).join(' …')} is not your account any more.`,
        undo: () => addAccount(account),
      }),
  };
}

export type BankActions = ReturnType<typeof useBankActions>;
