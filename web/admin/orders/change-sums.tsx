import '#web/ui/facts.css';
import { Fragment } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import type { LinesPreview } from '#shop/orders/line-input.ts';
import { Checkbox } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { countOf } from '../lib/count.ts';

/** What a change comes to: money that goes back, the rest to pay, or the new total. */
export function resultOf(preview: LinesPreview): { label: string; amount: string } {
  const { refundDue, restDue, total } = preview;
  if (refundDue > 0) return { label: 'Refund due', amount: formatRupees(refundDue) };
  if (restDue > 0) return { label: 'Still to pay', amount: formatRupees(restDue) };
  return { label: 'New total', amount: formatRupees(total) };
}

interface ChangedSumsProps {
  preview: LinesPreview | undefined;
  error: string | null;
  keepCoupon: boolean;
  onKeepCoupon: (keep: boolean) => void;
}

/** What a change does to the money, the coupon and the papers, before it is saved. */
export function ChangedSums({ preview, error, keepCoupon, onKeepCoupon }: ChangedSumsProps) {
  return (
    <>
      <section aria-label="Difference">
        {error && (
          <Note tone="bad" live="alert">
            {error}
          </Note>
        )}
        {preview && <Sums preview={preview} />}
      </section>
      {preview?.coupon?.fault && (
        <Note tone="warn">
          <span>
            {preview.coupon.label} is {preview.coupon.kept ? 'kept' : 'lost'}: {preview.coupon.fault}.
          </span>
          {preview.coupon.mayKeep && (
            <Checkbox
              label="Keep it all the same"
              checked={keepCoupon}
              onChange={(event) => onKeepCoupon(event.target.checked)}
            />
          )}
        </Note>
      )}
      {preview && <Papers papers={preview.papers} />}
    </>
  );
}

function Sums({ preview }: { preview: LinesPreview }) {
  const { before, subtotal, discounts, total, paid } = preview;
  const { label, amount } = resultOf(preview);
  const rows: [string, string][] = [
    ['Total before', formatRupees(before)],
    ['Items now', formatRupees(subtotal)],
    ...discounts.map((one): [string, string] => [one.label, formatRupees(-one.amount)]),
    ['New total', formatRupees(total)],
    ...(paid === null ? [] : [['Paid', formatRupees(paid)] as [string, string]]),
  ];
  return (
    <>
      <dl className="kv num">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        {label !== 'New total' && (
          <>
            <dt className="font-[650] text-ink!">{label}</dt>
            <dd className="font-[650]">{amount}</dd>
          </>
        )}
      </dl>
      <p className="mt-2 text-ink-soft">{sentenceOf(preview)}</p>
    </>
  );
}

function sentenceOf({ paid, refundDue, restDue }: LinesPreview): string {
  if (paid === null) return 'Not paid yet: the page of the order asks for the new total at once.';
  if (refundDue > 0) return 'It goes on the list of refunds. You send it, then record it.';
  if (restDue > 0) return 'The shopper can pay it on the page of the order. The order is not shipped before.';
  return 'Nothing is to be paid or sent back.';
}

/** The documents that are made on saving. */
function Papers({ papers }: Pick<LinesPreview, 'papers'>) {
  if (papers.length === 0) return null;
  return (
    <section aria-label="Papers">
      <h3>Papers, made on saving</h3>
      {papers.map(({ kind, total, taxable, tax, items }) => (
        <Fragment key={kind}>
          <p className="mt-1">
            <b>
              {kind === 'invoice' ? 'Invoice' : 'Credit note'} over {formatRupees(total)}
            </b>
          </p>
          <p className="text-ink-soft">
            {countOf(items.length, 'item')}, taxable value {formatRupees(taxable)}, GST {formatRupees(tax)}
          </p>
        </Fragment>
      ))}
    </section>
  );
}
