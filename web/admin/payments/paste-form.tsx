import { useMutation } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { required } from '../orders/question-parts.tsx';
import { MessageResult } from '../settings/phone/message-result.tsx';
import type { ReadMessage } from '../settings/phone/phone-api.ts';
import { useForm } from '../ui/use-form.ts';
import type { PaymentActions } from './use-payment-actions.ts';

/**
 * Whether something is kept of a message. A refund that came back is no credit, but has a match.
 */
const isSaved = ({ message, match, waiting }: ReadMessage) =>
  waiting !== undefined || message.kind === 'credit' || message.reversal || match !== undefined;

/**
 * A message of the bank, pasted by hand: what was read is shown before it is saved. It confirms
 * nothing by itself.
 */
export function PasteForm({ actions }: { actions: PaymentActions }) {
  const reading = useMutation({
    mutationFn: (text: string) => adminCall('POST /payments/messages', { body: { via: 'text', text, dryRun: true } }),
  });
  const form = useForm({
    start: { text: '' },
    check: ({ text }) => ({ text: required(text, 'Please paste the text of a message') }),
    busy: reading.isPending || actions.isBusy('paste'),
    onSubmit: ({ text }) => {
      if (saves) actions.paste(text.trim());
      else reading.mutate(text.trim());
    },
  });
  // What was read may belong to the text before.
  const current = !reading.isPending && reading.variables === form.value.text.trim();
  const read = current && reading.data ? [reading.data, ...reading.data.more] : undefined;
  const saves = read?.some(isSaved) ?? false;
  return (
    <form className="grid gap-4" {...form.props}>
      <p className="text-ink-soft">
        Anyone can write such a text, so a pasted message never confirms an order by itself: you do, after a look at
        your bank.
      </p>
      <TextareaField label="SMS or email of your bank" admin {...form.text('text')} rows={4} maxLength={10_000} />
      <div role="status">
        {current && reading.isError && !isSignedOut(reading.error) && (
          <Note tone="bad">{serverSentence(reading.error, 'The message could not be read. Please try again.')}</Note>
        )}
        {read?.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one text
          <section key={at} className="grid gap-2 [&+&]:mt-3 [&+&]:border-admin-line [&+&]:border-t [&+&]:pt-3">
            {read.length > 1 && (
              <h3 className="font-sans text-[0.875rem] weight-650 tracking-normal">
                Message {at + 1} of {read.length}
              </h3>
            )}
            <MessageResult read={one} then="When you save it" />
          </section>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={actions.close}>
          Back
        </Button>
        {read && !saves ? null : (
          <Button type="submit" size="admin" busy={form.busy}>
            {saves ? 'Save' : 'Read it'}
          </Button>
        )}
      </div>
    </form>
  );
}
