import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { upiLink } from '#shop/money/upi.ts';
import type { ChecklistInput, ChecklistStep } from '#shop/settings/checklist.ts';
import { UpiQr } from '#web/checkout/upi-qr.tsx';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut, serverSentence, useAdminUser } from '../lib/session.ts';
import { AskServer } from '../settings/ask-server.tsx';
import { isOpen, STEP_WORDS, stepAddress } from './checklist-words.ts';
import { type Checklist, checklistQuery, payeeQuery } from './overview-api.ts';
import { RemoveDemo } from './remove-demo.tsx';

/** The number of steps that are neither done nor put off. */
export function openSteps({ steps }: Checklist): number {
  return steps.filter(isOpen).length;
}

/**
 * The steps of opening the shop. A step is ticked by facts, or by the owner where the shop cannot
 * see them.
 */
export function ChecklistCard({ checklist }: { checklist: Checklist }) {
  const { steps } = checklist;
  const done = steps.filter((step) => step.done).length;
  const next = steps.find(isOpen);
  return (
    <section className="admin-card" aria-labelledby="checklist">
      <header className="card-head">
        <h2 id="checklist">
          {done} of {steps.length} done
        </h2>
      </header>
      <div className="card-body">
        <ProgressBar value={done} max={steps.length} label="Steps done" />
      </div>
      <ol>
        {steps.map((step) => (
          <Step key={step.id} step={step} next={step === next} needed={step.must && !checklist.everOpen} />
        ))}
      </ol>
      {!checklist.everOpen && <OpenShop checklist={checklist} />}
    </section>
  );
}

/** The one button that opens a new shop. It says what is missing, and the server decides. */
function OpenShop({ checklist }: { checklist: Checklist }) {
  const client = useQueryClient();
  const open = useMutation({
    mutationFn: () => adminCall('PUT /settings/opening', { body: { state: 'open' } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      dispatchShopEvent('pageContentUpdated');
      void client.invalidateQueries({ queryKey: checklistQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['settings', 'opening'] });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'The shop could not be opened. Please try again.'));
    },
  });
  const left = checklist.steps.filter(({ must, done }) => must && !done).length;
  return (
    <div className="card-body grid justify-items-start gap-3 border-t border-line">
      <p className="text-ink-soft">
        {left === 0
          ? 'Your shop has what it needs. Until you open it, shoppers can look around, but not order. What is left stays on this list.'
          : `Shoppers can look around already. They can order once you open the shop; ${countOf(left, 'step')} marked ‘needed’ must be done before.`}
      </p>
      <Button size="admin" disabled={left > 0} busy={open.isPending} busyText="Opening…" onClick={() => open.mutate()}>
        Open the shop
      </Button>
    </div>
  );
}

function Step({ step, next, needed }: { step: ChecklistStep; next: boolean; needed: boolean }) {
  const { title, action, to, tick, ...words } = STEP_WORDS[step.id];
  const ask = step.needsServer ? words.ask : undefined;
  const text = ask?.text ?? words.text;
  const [shown, setShown] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (body: ChecklistInput) =>
      adminCall('PUT /settings/checklist/:step', { params: { step: step.id }, body }),
    onSuccess: ({ steps, demo, opened, everOpen }) =>
      client.setQueryData(checklistQuery.queryKey, { steps, demo, opened, everOpen }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'This could not be saved. Please try again.'));
    },
  });
  const say = (body: ChecklistInput) => () => change.mutate(body);
  const look = { variant: next ? 'primary' : 'quiet', size: 'admin' } as const;
  return (
    <li
      className={`grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-line px-4 py-3 ${next ? 'bg-neel-50' : ''}`}
      aria-label={`${title}, ${step.done ? 'done' : step.putOff ? 'put off' : 'open'}`}
    >
      <span
        className={`grid size-6 place-items-center rounded-full border-2 ${step.done ? 'border-leaf-700 bg-leaf-700 text-white' : 'border-line-strong'}`}
        aria-hidden="true"
      >
        {step.done && <Icon of={Check} />}
      </span>
      <div className="grid gap-2 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
        <div>
          <h3 className={`font-sans text-base ${step.done ? 'text-ink-soft' : 'weight-600'}`}>
            <span>{title}</span>
            {needed && !step.done && <span className="weight-400 text-small text-ink-soft"> · needed to open</span>}
          </h3>
          <p className="text-small text-ink-soft">{step.done ? step.fact || tick : step.putOff ? 'Put off' : text}</p>
        </div>
        <div className="row-actions">
          {step.putOff && !step.done && (
            <Button variant="quiet" size="admin" disabled={change.isPending} onClick={say({ putOff: false })}>
              Bring back
            </Button>
          )}
          {step.ticked && (
            <Button variant="quiet" size="admin" disabled={change.isPending} onClick={say({ ticked: false })}>
              Untick
            </Button>
          )}
          {isOpen(step) && (
            <>
              <Button variant="text" size="admin" disabled={change.isPending} onClick={say({ putOff: true })}>
                Later
              </Button>
              {tick && (
                <Button variant="quiet" size="admin" disabled={change.isPending} onClick={say({ ticked: true })}>
                  {tick}
                </Button>
              )}
              {to && !ask ? (
                <ButtonLink {...look} to={stepAddress(step.id)}>
                  {action}
                </ButtonLink>
              ) : (
                <Button {...look} aria-expanded={shown} onClick={() => setShown(!shown)}>
                  {ask ? 'What to do' : action}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {shown && isOpen(step) && (
        <div className="col-start-2">{ask ? <AskServer about={ask.about} /> : <TestPayment />}</div>
      )}
    </li>
  );
}

/** The shop's own QR code for ₹1; the checklist is read again while it is shown. */
function TestPayment() {
  const { data: payee } = useQuery(payeeQuery);
  useQuery({ ...checklistQuery, refetchInterval: 5_000 });
  if (!payee) return null;
  if (!payee.upiId) return <p className="text-small">Please add your UPI ID first.</p>;
  const returnUrl = `${window.location.origin}/payment-success?orderId=TEST`;
  const link = upiLink({ pa: payee.upiId, pn: payee.accountHolderName, am: 100, orderNumber: 'TEST', returnUrl });
  return (
    <div className="grid justify-items-start gap-2">
      <UpiQr text={link} label={`QR code to pay ₹1 to ${payee.upiId}`} />
      <p className="mono text-small">{payee.upiId}</p>
    </div>
  );
}

/** The overview of a shop that has not been paid yet: the checklist in place of empty charts. */
export function OpenYourShop({ checklist }: { checklist: Checklist }) {
  const known = useAdminUser()?.name ?? '';
  // What the first account is called until its owner says more.
  const name = known === 'Admin' ? '' : known.split(' ')[0];
  return (
    <>
      <h2 className="text-display-md">{`Namaste${name ? `, ${name}` : ''}. Let’s open your shop.`}</h2>
      <p className="mb-4 text-ink-soft">
        <span>{checklist.steps.length} steps, about ten minutes. A step is ticked once it really works.</span>{' '}
        {known === 'Admin' && (
          <AppLink className="link" to="/admin?section=account">
            Tell us your name
          </AppLink>
        )}
      </p>
      <div className="overview">
        <div className="overview-col">
          <ChecklistCard checklist={checklist} />
        </div>
        <div className="overview-col">
          <section className="admin-card" aria-labelledby="your-shop">
            <header className="card-head">
              <h2 id="your-shop">Your shop</h2>
            </header>
            <div className="card-body">
              <a className="btn btn-quiet btn-admin" href="/" target="_blank" rel="noreferrer">
                View shop
              </a>
            </div>
          </section>
          {checklist.demo && <RemoveDemo />}
          <section className="admin-card" aria-labelledby="first-orders">
            <header className="card-head">
              <h2 id="first-orders">Your first orders</h2>
            </header>
            <p className="card-body text-ink-soft">Charts appear here after your first paid order.</p>
          </section>
        </div>
      </div>
    </>
  );
}
