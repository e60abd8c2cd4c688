import type { Wording } from '#shop/orders/payments/bank-messages-api.ts';
import { isOpaque, namesOf, slotClass, slotName, small } from './wording-words.ts';

type Parts = Wording['parts'];

/** A message with what stands in the slots marked, each with its name below. */
export function MarkedText({ parts }: { parts: Parts }) {
  return (
    <div className="wording">
      {parts.map(({ slot, text }, at) =>
        slot === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
          <span key={at}>{text}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
          <span key={at} className={slotClass(slot)}>
            <b>{text}</b>
            <small>{slotName(slot)}</small>
          </span>
        ),
      )}
    </div>
  );
}

/** A wording in a line or two: its plain words, and the names of its slots. */
export function WordingLine({ parts }: { parts: Parts }) {
  return (
    <p className="wording-line">
      {parts.map(({ slot, text }, at) =>
        slot === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
          <em key={at}>{small(slotName(slot))}</em>
        ),
      )}
    </p>
  );
}

const MEANINGLESS = ['ref', 'balance', 'number', 'code', 'name'];

/** What is believed of each slot. */
export function Legend({ wording }: { wording: Pick<Wording, 'parts'> }) {
  const { parts } = wording;
  const account = parts.find(({ slot }) => slot === 'account');
  const [digits] = /\d{2,4}(?=\D*$)/.exec(account?.text ?? '') ?? [];
  const payers = namesOf(wording, isOpaque);
  const others = namesOf(wording, (slot) => MEANINGLESS.includes(slot));
  return (
    <dl className="legend">
      <div>
        <dt>Plain words</dt>
        <dd>must stand there letter for letter</dd>
      </div>
      <Entry slot="amount" name="Amount" text="the money that came" />
      {account && <Entry slot="account" name="Account" text={`must be yours${digits ? `, ending ${digits}` : ''}`} />}
      <Entry slot="rrn" name="UTR" text="must be that of the order" />
      {others && <Entry slot="ref" name={others} text="may be anything: the shop reads nothing from it" />}
      {payers && (
        <Entry
          slot="payer"
          name={payers}
          text={`written by the payer: never believed. ${parts.some(({ slot }) => slot === 'note') ? 'An order number in the note only says which order is meant.' : ''}`}
        />
      )}
    </dl>
  );
}

function Entry({ slot, name, text }: { slot: string; name: string; text: string }) {
  return (
    <div>
      <dt>
        <span className={`${slotClass(slot)} slot-name`}>{name}</span>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
