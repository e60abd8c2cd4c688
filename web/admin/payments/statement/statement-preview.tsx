import { useMemo, useState } from 'react';
import { formatDate, noonOf } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { StatementImport } from '#shop/orders/payments/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { countOf } from '../../lib/count.ts';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { StatStrip } from '../../ui/stat-strip.tsx';
import { column, PaymentTable, WHOLE } from '../payment-table.tsx';
import { accountOf } from '../payment-words.ts';
import {
  countOutcomes,
  findingOf,
  type LineOutcome,
  OUTCOME_WORDS,
  OUTCOMES,
  outcomeOf,
  type StatementLine,
} from './preview-lines.ts';

/** Rows of a page. */
const PAGE = 100;

const NO_LINES: readonly StatementLine[] = [];

type Filter = LineOutcome | 'refused';
interface Row {
  key: string;
  line: StatementLine;
}

/** What an import would do. Nothing has changed yet. */
export function StatementPreview({
  preview,
  busy,
  onApply,
  onCancel,
}: {
  preview: StatementImport;
  busy: boolean;
  onApply: () => void;
  onCancel: () => void;
}) {
  const { lines = NO_LINES } = preview;
  const counts = useMemo(() => countOutcomes(lines), [lines]);
  const refused = preview.refused.length;
  const tabs = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  const [filter, setFilter] = useState<Filter>(() => tabs[0] ?? 'refused');
  return (
    <div className="grid gap-4">
      <FileHead preview={preview} lines={lines.length} onCancel={onCancel} />
      <FileNotes preview={preview} />
      <Figures preview={preview} counts={counts} lines={lines} />
      <div className="flex min-w-0">
        <FilterTabs<Filter>
          label="What will happen"
          tabs={[
            ...tabs.map((value) => ({ value, label: OUTCOME_WORDS[value].tab, count: counts[value] })),
            ...(refused > 0 ? [{ value: 'refused' as const, label: 'Not readable', count: refused }] : []),
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      {filter === 'refused' ? (
        <Refused refused={preview.refused} />
      ) : (
        <Lines key={filter} lines={lines} outcome={filter} />
      )}
      <div className="sticky bottom-(--places) z-5 -mx-3 -mb-2 flex flex-wrap items-center gap-2 border-admin-line border-t bg-white px-3 py-3 sm:-mx-4 sm:-mb-4 sm:px-4 lg:-mx-7 lg:-mb-6 lg:px-7">
        <p className="mr-auto">
          <b className="weight-650">Nothing has changed yet.</b>{' '}
          <span className="text-ink-soft">{promise(counts)}</span>
        </p>
        <Button variant="quiet" size="admin" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="admin" busy={busy} busyText="Applying…" onClick={onApply}>
          Apply import
        </Button>
      </div>
    </div>
  );
}

const WITHHELD = {
  layout:
    'We do not know this file’s layout, so nothing is confirmed by itself. Look at the lines, and confirm those that fit.',
  gap: 'A line seems to be missing in this file, and its account is not one of yours in the settings. So nothing is confirmed by itself.',
};

/** What the owner should know about the file as a whole. */
function FileNotes({ preview: { withheld, shortened = 0 } }: { preview: StatementImport }) {
  return (
    <>
      {withheld && <Note tone="warn">{WITHHELD[withheld]}</Note>}
      {shortened > 0 && (
        <Note tone="warn">
          A spreadsheet has shortened {shortened === 1 ? 'one reference' : `${shortened} references`} to numbers such as
          6.33E+11. Please download the file again, and upload it without opening it.
        </Note>
      )}
    </>
  );
}

function promise({ confirm, look, suggest, without }: Record<LineOutcome, number>): string {
  if (confirm > 0) {
    return confirm === 1
      ? 'Apply it to confirm 1 order; its shopper gets an email.'
      : `Apply it to confirm ${confirm} orders; their shoppers get an email.`;
  }
  if (look + suggest > 0) return 'Apply it, and what needs you waits under Payments.';
  return without > 0 ? 'Apply it to keep its credits.' : 'Nothing in it is new, so applying it changes nothing.';
}

function FileHead({ preview, lines, onCancel }: { preview: StatementImport; lines: number; onCancel: () => void }) {
  const facts = [preview.bank ?? 'Bank not named', accountOf(preview.account), period(preview), countOf(lines, 'line')];
  return (
    <section className="admin-card flex flex-wrap items-center gap-x-4 gap-y-2 px-[1.1rem] py-3">
      <div className="mr-auto min-w-0">
        <h2 className="weight-650 font-sans text-[0.9375rem] tracking-normal wrap-anywhere">{preview.name}</h2>
        <p className="num text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Button variant="quiet" size="admin" onClick={onCancel}>
        Other file
      </Button>
    </section>
  );
}

/** '14 Nov 2026 to 20 Nov 2026'; '' when the file gives no dates. */
export function period({ from, to }: Pick<StatementImport, 'from' | 'to'>): string {
  if (!from || !to) return '';
  return from === to ? day(from) : `${day(from)} to ${day(to)}`;
}

function day(iso: string): string {
  return iso ? formatDate(noonOf(iso)) : '–';
}

function Figures({
  preview,
  counts,
  lines,
}: {
  preview: StatementImport;
  counts: Record<LineOutcome, number>;
  lines: readonly StatementLine[];
}) {
  const sumOf = (fits: (line: StatementLine) => boolean) =>
    formatRupees(Math.round(lines.filter(fits).reduce((sum, { amount }) => sum + amount * 100, 0)) / 100);
  return (
    <StatStrip
      label="What the import would do"
      stats={[
        { label: 'Credits', value: preview.credits, line: sumOf(({ direction }) => direction === 'credit') },
        {
          label: 'Will confirm',
          value: counts.confirm,
          line: `${sumOf((line) => outcomeOf(line) === 'confirm')}, UTR and amount agree`,
        },
        {
          label: 'Need you',
          value: counts.look + counts.suggest,
          line: counts.suggest > 0 ? `${counts.suggest} wait for your confirmation` : 'Something does not agree',
          hot: counts.look + counts.suggest > 0,
        },
        { label: 'Without order', value: counts.without, line: 'Kept until an order fits' },
        {
          label: 'No change',
          value: counts.before + counts['left-out'],
          line: `${counts.before} imported before, ${counts['left-out']} left out`,
        },
      ]}
    />
  );
}

const COLUMNS = [
  column<Row>('date', 'Date', ({ line }) => <span className="num">{day(line.date)}</span>),
  column<Row>(
    'amount',
    'Amount',
    ({ line }) => <b>{`${line.direction === 'debit' ? '−' : ''}${formatRupees(line.amount)}`}</b>,
    'end',
  ),
  column<Row>('utr', 'UTR', ({ line }) => (
    <span className="mono">{line.rrn ?? line.refs[0] ?? (line.read ? 'No UTR' : 'UTR not read')}</span>
  )),
  column<Row>('payer', 'Payer', ({ line }) => (
    <>
      {line.read && <span className={WHOLE}>{line.payer ?? '–'}</span>}
      <small className="max-w-[36ch] whitespace-normal wrap-anywhere">{line.narration}</small>
    </>
  )),
  column<Row>('found', 'What we found', ({ line }) => (
    <span className="whitespace-normal">
      <span>{findingOf(line)}</span>
      {line.match?.orderNumber && <small className="mono">{line.match.orderNumber}</small>}
    </span>
  )),
  column<Row>('what', 'What will happen', ({ line }) => {
    const outcome = outcomeOf(line);
    const tone = { look: 'text-kesar-text', suggest: 'text-kesar-text', confirm: 'text-ok' }[outcome as string];
    return <span className={`weight-600 ${tone ?? 'text-ink-soft'}`}>{OUTCOME_WORDS[outcome].what}</span>;
  }),
];

/** The lines with one outcome, a page at a time: a statement may have tens of thousands. */
function Lines({ lines, outcome }: { lines: readonly StatementLine[]; outcome: LineOutcome }) {
  const [from, setFrom] = useState(0);
  const rows = useMemo(
    () => lines.flatMap((line, index) => (outcomeOf(line) === outcome ? [{ key: String(index), line }] : [])),
    [lines, outcome],
  );
  const to = Math.min(from + PAGE, rows.length);
  const page = useMemo(() => rows.slice(from, to), [rows, from, to]);
  return (
    <PaymentTable<Row>
      caption={`Lines: ${OUTCOME_WORDS[outcome].tab}`}
      columns={COLUMNS}
      rows={page}
      rowId={({ key }) => key}
      actions={null}
      className="max-md:[&_tr]:[grid-template:'date_amount'_'utr_utr'_'payer_payer'_'found_found'_'what_what'_/_minmax(0,1fr)_auto]"
      foot={
        rows.length > PAGE ? (
          <>
            {from + 1} to {to} of {rows.length}
            <span className="ml-auto flex gap-2">
              <Button variant="quiet" size="admin" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
                Previous
              </Button>
              <Button variant="quiet" size="admin" disabled={to === rows.length} onClick={() => setFrom(from + PAGE)}>
                Next
              </Button>
            </span>
          </>
        ) : undefined
      }
    />
  );
}

export function Refused({ refused }: { refused: StatementImport['refused'] }) {
  return (
    <div className="admin-card">
      <p className="border-admin-line border-b px-[1.1rem] py-3 text-ink-soft">
        These lines of the file could not be read and are left out. The rest is imported.
      </p>
      <ul className="grid max-h-[60vh] overflow-y-auto">
        {refused.map(({ line, reason, text }) => (
          <li key={line} className="border-[#f0ece5] border-b px-[1.1rem] py-2 last:border-b-0">
            <b className="num weight-600">Line {line}:</b> <span>{reason}</span>
            {text && <small className="block text-ink-soft wrap-anywhere">{text}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
