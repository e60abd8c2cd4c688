import { useMutation } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { isSignedOut, serverSentence } from '../../lib/session.ts';
import { useForm } from '../../ui/use-form.ts';
import { MessageResult } from './message-result.tsx';
import { tryMessage } from './phone-api.ts';

/** Shows what the shop reads in an SMS, and what it would do. Nothing is recorded. */
export function TryMessage() {
  const trying = useMutation({
    mutationFn: ({ sender, text }: Record<'sender' | 'text', string>) => tryMessage(sender.trim(), text.trim()),
  });
  const form = useForm({
    start: { sender: '', text: '' },
    check: ({ text }) => ({ text: text.trim() ? null : 'Please paste the text of an SMS' }),
    busy: trying.isPending,
    onSubmit: (message) => trying.mutate(message),
  });
  return (
    <section className="admin-card" aria-label="Try an SMS">
      <header className="card-head">
        <h2>Try an SMS</h2>
        <span>Nothing is recorded</span>
      </header>
      <form className="card-body grid gap-4" {...form.props}>
        <TextField
          label="Sender"
          admin
          {...form.text('sender')}
          boxClass="mono"
          maxLength={200}
          autoComplete="off"
          placeholder="VM-HDFCBK-S"
        />
        <TextareaField
          label="Text"
          admin
          {...form.text('text')}
          rows={4}
          maxLength={2_000}
          placeholder="Paste an SMS of your bank"
        />
        <Button type="submit" variant="quiet" size="admin" className="justify-self-start" busy={form.busy}>
          Read it
        </Button>
        <div role="status">
          {trying.isError && !isSignedOut(trying.error) && (
            <Note tone="bad">{serverSentence(trying.error, 'The SMS could not be read. Please try again.')}</Note>
          )}
          {trying.data && !trying.isPending && <MessageResult read={trying.data} then="The shop would" />}
        </div>
      </form>
    </section>
  );
}
