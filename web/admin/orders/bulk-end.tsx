import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatRupees } from '#shop/money/money.ts';
import { type BulkResult, MAX_BULK } from '#shop/orders/bulk.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox, TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { useForm } from '../ui/use-form.ts';
import { FormButtons, required } from './question-parts.tsx';
import type { PickedOrder } from './use-picked.ts';
import { useUndo } from './use-undo.ts';

/** How several orders end: their payments have not arrived, or they are cancelled. */
export interface EndQuestion {
  kind: 'not-received' | 'cancel';
  orders: PickedOrder[];
}

const FAILED = 'Failed to save. Please try again.';
/** With more orders, emails are not offered at first: invented orders name strangers. */
const MAILED_AT_FIRST = 4;

const WORDS = {
  'not-received': {
    title: (orders: PickedOrder[]) => `Mark ${countOf(orders.length, 'order')} as not received?`,
    about: 'Their stock is free for others at once. The orders stay; one that is paid after all takes what is there.',
    reason: 'We did not find this payment at our bank.',
    action: (count: number) => `Mark ${count} as not received`,
    done: (changed: number) => `${countOf(changed, 'order')} marked as not received`,
  },
  cancel: {
    title: (orders: PickedOrder[]) => `Cancel ${countOf(orders.length, 'order')}?`,
    about: 'Their stock is free for others at once. A cancelled order stays cancelled.',
    reason: 'We did not find a payment for this order.',
    action: (count: number) => `Cancel ${countOf(count, 'order')}`,
    done: (changed: number) => `${countOf(changed, 'order')} cancelled`,
  },
} as const;

/** One question about several orders, with their number, their sum and a reason. */
export function BulkEndDialog({
  question,
  onClose,
  onDone,
}: {
  question: EndQuestion | null;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={question ? WORDS[question.kind].title(question.orders) : ''}
    >
      {question && <BulkEnd question={question} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function BulkEnd({ question, onClose, onDone }: { question: EndQuestion; onClose: () => void; onDone: () => void }) {
  const { kind } = question;
  const orders = question.orders.slice(0, MAX_BULK);
  const words = WORDS[kind];
  const ending = useEnding(kind, onDone);
  const form = useForm({
    start: { reason: words.reason, notify: orders.length <= MAILED_AT_FIRST },
    check: ({ reason }) => ({ reason: required(reason, 'Please give the reason.') }),
    busy: ending.isPending,
    onSubmit: ({ reason, notify }) => ending.mutate({ orders, reason: reason.trim(), notify }),
  });
  const sum = formatRupees(orders.reduce((total, order) => total + order.total, 0));
  const failures = ending.data?.results.filter(({ done }) => !done) ?? [];
  return (
    <form className="grid gap-4" {...form.props}>
      <p>
        <b>
          {countOf(orders.length, 'order')} · {sum}
        </b>{' '}
        <span className="text-ink-soft">{words.about}</span>
      </p>
      <TextareaField
        label="Reason"
        admin
        {...form.text('reason')}
        maxLength={500}
        hint={form.value.notify ? 'The shoppers read it in the email.' : 'The shoppers read it on their order.'}
      />
      <Checkbox label="Email the shoppers" {...form.tick('notify')} />
      {failures.length > 0 && <Failures results={failures} />}
      <FormButtons close={onClose} back={failures.length > 0 ? 'Close' : 'Back'}>
        {failures.length === 0 && (
          <Button type="submit" size="admin" variant="bad" busy={form.busy} busyText="Saving…">
            {words.action(orders.length)}
          </Button>
        )}
      </FormButtons>
    </form>
  );
}

function Failures({ results }: { results: BulkResult[] }) {
  return (
    <Note tone="warn" live="alert">
      <p>{countOf(results.length, 'order')} could not be changed:</p>
      <ul className="max-h-[30vh] overflow-y-auto">
        {results.map(({ orderNumber, message }) => (
          <li key={orderNumber}>
            <span className="mono">{orderNumber}</span>: {message}
          </li>
        ))}
      </ul>
    </Note>
  );
}

interface Ending {
  orders: PickedOrder[];
  reason: string;
  notify: boolean;
}

/** Sends the answer. 'Not received' can be taken back while its toast is shown. */
function useEnding(kind: EndQuestion['kind'], onDone: () => void) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(['orders', 'payments'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  const undo = useUndo('POST /orders/bulk/not-received');
  return useMutation({
    mutationFn: ({ orders, reason, notify }: Ending) => {
      const body = { orders: orders.map(({ orderNumber, version }) => ({ orderNumber, version })), reason, notify };
      return kind === 'cancel'
        ? adminCall('POST /orders/bulk/cancel', { body })
        : adminCall('POST /orders/bulk/not-received', { body });
    },
    onSuccess: async ({ results }) => {
      const done = results.filter((result) => result.done).map(({ orderNumber }) => orderNumber);
      const options = kind === 'not-received' ? undo(done) : {};
      if (done.length > 0) toast.success(WORDS[kind].done(done.length), options);
      await refresh();
      if (done.length === results.length) onDone();
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, FAILED));
    },
  });
}
