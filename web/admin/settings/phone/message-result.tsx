import '#web/ui/facts.css';
import { formatRupees } from '#shop/money/money.ts';
import { messageWords, resultWords } from './message-words.ts';
import type { ReadMessage } from './phone-api.ts';

/** What was read in a message, and what the shop does with it. @param then introduces the latter */
export function MessageResult({ read, then }: { read: ReadMessage; then: string }) {
  const { message, match } = read;
  const { amount, rrn, payer, account } = message;
  return (
    <dl className="kv">
      <dt>We read</dt>
      <dd>
        {amount !== null && <b>{formatRupees(amount)}: </b>}
        <span>{messageWords(message.reason ?? message.kind)}</span>
      </dd>
      {rrn && <Fact name="UTR" value={rrn} />}
      {payer && <Fact name="Payer" value={payer} />}
      {account && <Fact name="Account" value={`…${account}`} />}
      {match?.orderNumber && <Fact name="Order" value={match.orderNumber} />}
      <dt>{then}</dt>
      <dd>{resultWords(read)}</dd>
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="mono wrap-anywhere">{value}</dd>
    </>
  );
}
