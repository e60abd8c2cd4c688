import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { isSignedOut, serverSentence } from '../../lib/session.ts';
import { MessageResult } from './message-result.tsx';
import { tryMessage } from './phone-api.ts';

/** Shows what the shop reads in an SMS, and what it would do. Nothing is recorded. */
export function TryMessage() {
  const [sender, setSender] = useState('');
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<string>();
  const trying = useMutation({ mutationFn: () => tryMessage(sender.trim(), text.trim()) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) trying.mutate();
    else setMissing('Please paste the text of an SMS');
  };
  return (
    <section className="admin-card" aria-label="Try an SMS">
      <header className="card-head">
        <h2>Try an SMS</h2>
        <span>Nothing is recorded</span>
      </header>
      <form className="card-body grid gap-4" noValidate onSubmit={submit}>
        <TextField
          label="Sender"
          admin
          boxClass="mono"
          maxLength={200}
          autoComplete="off"
          placeholder="VM-HDFCBK-S"
          value={sender}
          onChange={(event) => setSender(event.target.value)}
        />
        <TextareaField
          label="Text"
          admin
          rows={4}
          maxLength={2_000}
          placeholder="Paste an SMS of your bank"
          error={missing}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMissing(undefined);
          }}
        />
        <Button type="submit" variant="quiet" size="admin" className="justify-self-start" busy={trying.isPending}>
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
