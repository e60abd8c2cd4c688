import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { signOut } from '../lib/session.ts';
import { RecoveryCodes, SetUpForm } from './two-step-card.tsx';

/** The only screen of a member of staff who must set up two-step sign-in before anything else. */
export function SetUpFirst({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <main className="grid min-h-dvh content-start justify-items-center bg-admin px-4 py-8">
      <section className="admin-card grid w-[min(100%,28rem)] gap-4 p-6" aria-labelledby="set-up-first">
        <h1 id="set-up-first" className="text-display-md">
          {codes ? 'Your recovery codes' : 'Set up two-step sign-in'}
        </h1>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={onDone} />
        ) : (
          <>
            <p className="text-ink-soft">This shop asks everybody on its team for a second step at sign-in.</p>
            <SetUpForm onDone={setCodes} onElsewhere={onDone} />
            <Button variant="text" size="admin" className="justify-self-start" onClick={() => void signOut()}>
              Sign out
            </Button>
          </>
        )}
      </section>
    </main>
  );
}
