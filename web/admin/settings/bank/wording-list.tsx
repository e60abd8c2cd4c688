import { useState } from 'react';
import type { Wording } from '#shop/orders/payments/bank-messages-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { BankActions } from './bank-api.ts';
import { WordingLine } from './wording-text.tsx';
import { historyWords, senderName } from './wording-words.ts';

/** A built-in wording that has not come yet says little: these are folded. */
const isUnused = ({ own, state, lastAt }: Wording) => !own && state === 'on' && lastAt === null;

/** The wordings that may confirm orders by themselves, each with a switch that acts at once. */
export function WordingList({ wordings, actions }: { wordings: Wording[]; actions: BankActions }) {
  const [all, setAll] = useState(false);
  const unused = wordings.filter(isUnused).length;
  const shown = all ? wordings : wordings.filter((wording) => !isUnused(wording));
  return (
    <section className="admin-card" aria-labelledby="wordings">
      <header className="card-head">
        <h3 id="wordings" className="font-sans text-[0.9375rem] weight-650 tracking-normal">
          Wordings you trust
        </h3>
        <span>{wordings.filter(({ state }) => state === 'on').length} on</span>
      </header>
      {wordings.length === 0 ? (
        <p className="card-body text-ink-soft">
          None yet. Name your own account first: then the built-in wordings of your bank stand here, and those that the
          shop learns from messages that you confirm.
        </p>
      ) : (
        <ul className="wordings">
          {shown.map((wording) => (
            <Row key={wording.id} wording={wording} actions={actions} />
          ))}
        </ul>
      )}
      {unused > 0 && (
        <p className="admin-foot">
          <Button variant="text" size="admin" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Hide' : 'Show'} {unused} built-in {unused === 1 ? 'wording' : 'wordings'} without a message yet
          </Button>
        </p>
      )}
    </section>
  );
}

function Row({ wording, actions }: { wording: Wording; actions: BankActions }) {
  const { id, bankName, state } = wording;
  const senders = wording.senders.map(senderName).join(', ');
  const busy = actions.isBusy(id);
  const on = busy !== (state === 'on');
  return (
    <li>
      <span className={`self-center ${on ? '' : 'text-ink-faint'}`}>
        <b className="weight-650">{bankName}</b> <span className="mono">{senders}</span>
      </span>
      <Switch label={`${bankName}, ${senders}`} on={on} onChange={(next) => actions.switch(id, next, bankName)} />
      <div className="col-span-full grid gap-1">
        <WordingLine parts={wording.parts} />
        <small className="text-[0.78125rem] text-ink-soft">{historyWords(wording, Date.now())}</small>
      </div>
    </li>
  );
}
