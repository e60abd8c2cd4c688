import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '#shop/india/dates.ts';
import { UpiQr } from '#web/checkout/upi-qr.tsx';
import { isApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RotateCw } from '#web/ui/icons.ts';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { useRecord } from '../../ui/use-record.ts';
import { LOAD_FAILED, proofRecord } from '../proof/proof-record.ts';
import { SourceRule } from '../proof/source-rule.tsx';
import { BackToPayment } from '../setup-links.tsx';
import { APPS, type ForwarderApp } from './apps.tsx';
import { LastCredit } from './last-credit.tsx';
import { messageWords } from './message-words.ts';
import { type InboxState, inboxQuery, makeAddress, sendTest, TEST_SENDER } from './phone-api.ts';
import { TryMessage } from './try-message.tsx';

type Address = Awaited<ReturnType<typeof makeAddress>>;

/** Walks the owner through an app that forwards the bank's SMS to the shop. */
export function PhoneSetup() {
  const { data: inbox, isError, refetch, isFetching } = useQuery(inboxQuery);
  const [address, setAddress] = useState<Address | null>(null);
  const [app, setApp] = useState<ForwarderApp>('url-forwarder');
  return (
    <div className="grid gap-4">
      <BackToPayment />
      {isError && !inbox && (
        <ErrorNote
          message="Failed to load the state of your phone"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {inbox && <Connection inbox={inbox} address={address} />}
      <div className="overview">
        <div className="overview-col">
          <section className="admin-card" aria-label="Set-up">
            <header className="card-head">
              <h2>Let the bank’s SMS confirm payments</h2>
            </header>
            <ol className="card-body numlist">
              <Step title="Install a forwarder app">
                <p className="text-ink-soft">
                  On the Android phone whose number is registered with your bank. The apps are free.
                </p>
                <RadioTiles
                  legend="Forwarder app"
                  hideLegend
                  name="forwarder"
                  look="rows"
                  value={app}
                  onChange={(next) => setApp(next as ForwarderApp)}
                  tiles={Object.entries(APPS).map(([value, { label, note }]) => ({ value, label, note }))}
                />
              </Step>
              <Step title="Give the app your secret address">
                {/* Not before it is known whether there is one: a new address ends the phone that works. */}
                {inbox ? (
                  <SecretAddress active={inbox.active} address={address} onMade={setAddress} />
                ) : (
                  !isError && <Skeleton className="h-11 w-40" />
                )}
              </Step>
              {APPS[app].steps.map(({ title, text }) => (
                <Step key={title} title={title}>
                  <p className="text-ink-soft">{text}</p>
                </Step>
              ))}
              <Step title="Send yourself ₹1">
                <p className="text-ink-soft">Pay ₹1 to your own UPI ID. The bank’s SMS appears here within a minute.</p>
              </Step>
            </ol>
          </section>
        </div>
        <div className="overview-col">
          {inbox?.lastMessageAt && <LastCredit at={inbox.lastMessageAt} />}
          <TryMessage />
          <SmsRule />
        </div>
      </div>
    </div>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <div className="grid gap-2 pb-3">
        <h3 className="font-sans text-[0.9375rem] weight-650 [letter-spacing:0]">{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** Whether messages arrive, and the last one. Announced when it changes. */
function Connection({ inbox, address }: { inbox: InboxState; address: Address | null }) {
  const testing = useMutation({
    mutationFn: sendTest,
    onSuccess: () => toast.success('The address works: your shop has received the test.'),
    onError: (error) =>
      isApiError(error) && error.status === 401
        ? toast.info('The address works. Your shop takes signed messages only: send a test from the app.')
        : toast.error('The test did not arrive. Please make a new address.'),
  });
  const { active, lastMessageAt, lastSender, lastKind } = inbox;
  const title = !active ? 'No phone yet' : lastMessageAt ? 'Your phone is connected' : 'Waiting for the first message';
  return (
    <section className="admin-card card-body flex flex-wrap items-center gap-x-4 gap-y-2" aria-label="Connection">
      <div className="flex-[1_1_16rem]" role="status">
        <b className={`flex items-center gap-2 weight-650 ${lastMessageAt ? 'text-ok' : ''}`}>
          {lastMessageAt !== null && <Icon of={Check} />} <span>{title}</span>
        </b>
        <p className="text-ink-soft">
          {lastMessageAt
            ? `Last message ${formatDateTime(lastMessageAt)}${lastSender ? ` from ${lastSender}` : ''}: ${lastSender === TEST_SENDER ? 'your test' : messageWords(lastKind)}`
            : active
              ? 'This page checks every few seconds.'
              : 'Make the secret address to begin.'}
        </p>
      </div>
      {address && (
        <Button variant="quiet" size="admin" busy={testing.isPending} onClick={() => testing.mutate(address.secret)}>
          Send a test
        </Button>
      )}
    </section>
  );
}

/** Makes the address. Its secret is shown only now; another one ends it, after a question. */
function SecretAddress({
  active,
  address,
  onMade,
}: {
  active: boolean;
  address: Address | null;
  onMade: (address: Address) => void;
}) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const making = useMutation({
    mutationFn: makeAddress,
    onSuccess: async (made) => {
      onMade(made);
      setAsking(false);
      await client.invalidateQueries({ queryKey: inboxQuery.queryKey });
    },
    onError: (error) => {
      setAsking(false);
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'The address could not be made. Please try again.'));
    },
  });
  return (
    <>
      <p className="text-ink-soft">Anybody who has it can send messages to your shop: treat it like a PIN.</p>
      {address && (
        <div className="flex flex-wrap items-start gap-4">
          <UpiQr text={address.url} label="QR code of your secret address" />
          <div className="grid flex-[1_1_14rem] gap-3">
            <CopyField text={address.url} what="secret address" />
            <Note tone="warn">Shown only once. If you lose it, make a new one; the old one stops working at once.</Note>
          </div>
        </div>
      )}
      {!address && active && (
        <Note tone="info">You have an address; it was shown when it was made. Make a new one if you have lost it.</Note>
      )}
      <Button
        variant={active ? 'quiet' : 'primary'}
        size="admin"
        className="justify-self-start"
        busy={making.isPending && !asking}
        onClick={() => (active ? setAsking(true) : making.mutate())}
      >
        {active && <Icon of={RotateCw} />} <span>{active ? 'New address' : 'Make the address'}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        title="Make a new address?"
        action="Make a new address"
        busy={making.isPending}
        onConfirm={() => making.mutate()}
        onClose={() => setAsking(false)}
      >
        <p className="text-ink-soft">
          The current address stops working at once. Until the app on your phone has the new one, no message arrives.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** The rule for SMS, as in the payment settings. */
function SmsRule() {
  const record = useRecord(proofRecord);
  return (
    <RecordForm title="What an SMS may do" record={record} action="Save rules" loadFailed={LOAD_FAILED}>
      {(value, fields) => <SourceRule source="sms" value={value} fields={fields} />}
    </RecordForm>
  );
}
