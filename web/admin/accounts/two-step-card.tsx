import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { checkCode, TWO_STEP_TEXTS, type TwoStep } from '#shop/accounts/two-step.ts';
import { formatDate } from '#shop/india/dates.ts';
import { UpiQr } from '#web/checkout/upi-qr.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton, CopyField } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useForm } from '../ui/use-form.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { accountCalls, setupQuery, twoStepQuery } from './account-api.ts';
import { CodeField } from './sign-in/code-field.tsx';
import { useSaving } from './use-saving.ts';

const LOAD_FAILED = 'Failed to load two-step sign-in. Please check your connection.';
const SAVE_FAILED = 'Failed to save. Please try again.';

type Asked = 'on' | 'off' | 'codes';
const TITLES: Record<Asked, string> = {
  on: 'Set up two-step sign-in',
  off: 'Switch two-step sign-in off?',
  codes: 'New recovery codes?',
};

/** Two-step sign-in of the own account. */
export function TwoStepCard() {
  const { data, failed, fetching, retry } = useListQuery(twoStepQuery, LOAD_FAILED);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setAsked(null);
    setCodes(null);
  };
  return (
    <section className="admin-card" aria-labelledby="two-step">
      <header className="card-head">
        <h2 id="two-step">Two-step sign-in</h2>
        {data && (
          <span className="ml-auto">
            <StatusPill tone={data.on ? 'green' : 'gray'} admin>
              {data.on ? 'On' : 'Off'}
            </StatusPill>
          </span>
        )}
      </header>
      <div className="card-body grid justify-items-start gap-3">
        {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
        {!data && !failed && <ListSkeleton label="Loading two-step sign-in" />}
        {data && <State state={data} onAsk={setAsked} />}
      </div>
      <Dialog
        open={asked !== null}
        onClose={close}
        title={codes ? 'Your recovery codes' : asked ? TITLES[asked] : ''}
        // The codes are shown once: only their own button closes them.
        dismissable={codes === null}
        step={codes ? 1 : 0}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onDone={close} />
        ) : asked === 'on' ? (
          <SetUpForm onDone={setCodes} onElsewhere={close} />
        ) : asked === 'off' ? (
          <OffForm onDone={close} />
        ) : (
          <NewCodesForm onDone={setCodes} />
        )}
      </Dialog>
    </section>
  );
}

function State({ state, onAsk }: { state: TwoStep; onAsk: (what: Asked) => void }) {
  if (!state.on) {
    return (
      <>
        <p className="text-ink-soft">
          After your password the shop asks for a code from an app on your phone, such as Google Authenticator. A
          password that somebody else knows is then not enough.
        </p>
        {!state.ready && <Note tone="warn">{TWO_STEP_TEXTS.noKey}</Note>}
        <Button size="admin" disabled={!state.ready} onClick={() => onAsk('on')}>
          Set up
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="text-ink-soft">
        {state.since !== null && <span>{`Since ${formatDate(state.since)}. `}</span>}
        <span>
          {state.recoveryCodes === 1 ? '1 recovery code is left.' : `${state.recoveryCodes} recovery codes are left.`}
        </span>
      </p>
      {state.recoveryCodes < 3 && <Note tone="warn">Please make new recovery codes before you run out.</Note>}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="admin" onClick={() => onAsk('codes')}>
          New recovery codes
        </Button>
        {!state.required && (
          <Button variant="line" size="admin" onClick={() => onAsk('off')}>
            Switch off
          </Button>
        )}
      </div>
    </>
  );
}

/**
 * The QR code, and the form that confirms it.
 *
 * @param onDone gets the recovery codes
 * @param onElsewhere another tab has switched it on
 */
export function SetUpForm({ onDone, onElsewhere }: { onDone: (codes: string[]) => void; onElsewhere: () => void }) {
  const { data, isError, error, refetch, isFetching } = useQuery(setupQuery);
  if (isError && !isSignedOut(error)) {
    return (
      <ErrorNote message={serverSentence(error, LOAD_FAILED)} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  if (!data) return <ListSkeleton label="Making your QR code" />;
  return (
    <ProofForm
      action="Switch on"
      withCode="Code from the app"
      send={({ code, password }) => accountCalls.switchOn({ setup: data.setup, code, password })}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onConflict={onElsewhere}
    >
      <p>Scan this with an authenticator app, such as Google Authenticator. Then enter the code that it shows.</p>
      <div className="justify-self-center">
        <UpiQr text={data.uri} label="QR code for your authenticator app" />
      </div>
      <details>
        <summary className="cursor-pointer">Cannot scan?</summary>
        <p className="py-2 text-ink-soft">Type this key into the app:</p>
        <CopyField text={data.secret} what="key" />
      </details>
    </ProofForm>
  );
}

function OffForm({ onDone }: { onDone: () => void }) {
  return (
    <ProofForm action="Switch off" bad withCode="Code" send={accountCalls.switchOff} onDone={onDone}>
      <p>You will then sign in with your password alone.</p>
    </ProofForm>
  );
}

function NewCodesForm({ onDone }: { onDone: (codes: string[]) => void }) {
  return (
    <ProofForm
      action="Make new codes"
      send={({ password }) => accountCalls.newCodes(password)}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
    >
      <p>Ten new codes replace the ones that you have.</p>
    </ProofForm>
  );
}

interface Proof {
  code: string;
  password: string;
}

/** Asks for the password, and for a code when `withCode` labels its field. */
function ProofForm<Result extends { message: string }>({
  action,
  bad,
  withCode,
  send,
  onDone,
  onConflict,
  children,
}: {
  action: string;
  bad?: boolean;
  withCode?: string;
  send: (proof: Proof) => Promise<Result>;
  onDone: (result: Result) => void;
  onConflict?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { run } = useSaving();
  const form = useForm<Proof>({
    start: { code: '', password: '' },
    check: ({ code, password }) => ({
      code: withCode ? checkCode(code) : null,
      password: password === '' ? 'Current password is required' : null,
    }),
    onSubmit: async (proof) => {
      await run('proof', () => send(proof), { otherwise: SAVE_FAILED, onDone, onFields: form.refuse, onConflict });
    },
  });
  return (
    <form className="grid gap-4" {...form.props}>
      {children}
      {withCode && <CodeField label={withCode} {...form.pick('code')} />}
      <PasswordField label="Your password" {...form.pick('password')} autoComplete="current-password" />
      <Button
        type="submit"
        size="admin"
        variant={bad ? 'bad' : 'primary'}
        className="justify-self-end"
        busy={form.busy}
        busyText="Saving..."
      >
        {action}
      </Button>
    </form>
  );
}

/** Shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p>
        If you do not have your phone, sign in with your password and one of these codes. Each code works once. Save
        them in a safe place: they will not be shown again.
      </p>
      <ul className="mono grid grid-cols-2 gap-x-6 gap-y-1 justify-self-start" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <CopyButton text={codes.join('\n')} what="all recovery codes" word="Copy all" />
        <Button size="admin" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
