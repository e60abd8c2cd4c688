import { BOOK_FORMATS, type BookFormat } from '#shop/orders/books/formats.ts';
import { pathFor } from '#web/lib/api.ts';
import { ExportButton } from '../ui/export-button.tsx';
import type { Which } from './which.ts';

const FILES: Record<BookFormat, { name: string; about: string; button: string }> = {
  'register-csv': {
    name: 'Invoice register',
    about: 'One line for each invoice and credit note',
    button: 'register.csv',
  },
  'register-xlsx': {
    name: 'Invoice register for Excel',
    about: 'The same lines as a workbook',
    button: 'register.xlsx',
  },
  'tally-ledgers': { name: 'Tally: ledgers', about: 'Import first, as masters', button: 'ledgers.xml' },
  'tally-vouchers': { name: 'Tally: vouchers', about: 'Then import these, as transactions', button: 'vouchers.xml' },
  'zoho-invoices': { name: 'Zoho Books: invoices', about: 'They arrive as drafts', button: 'invoices.csv' },
  'zoho-credit-notes': {
    name: 'Zoho Books: credit notes',
    about: 'Import after the invoices',
    button: 'credit-notes.csv',
  },
};

/** The files that the accountant's books take: register, Tally, Zoho Books. */
export function BooksCard({ which }: { which: Which }) {
  return (
    <section className="admin-card">
      <header className="card-head">
        <h2>Files for your books</h2>
        <span>sales and credit notes</span>
      </header>
      <ul aria-label="Files for your books">
        {BOOK_FORMATS.map((format) => (
          <li key={format} className="hairline-b-admin-line flex flex-wrap items-center gap-3 py-2 px-[1.1rem]">
            <span className="min-w-0 flex-1 basis-40">
              <b className="weight-600">{FILES[format].name}</b>
              <small className="block text-ink-soft">{FILES[format].about}</small>
            </span>
            <ExportButton
              of="GET /reports/books"
              path={pathFor('GET /reports/books', { query: { ...which, format } })}
              failed="Failed to make the file. Please try again."
              label={FILES[format].button}
            />
          </li>
        ))}
      </ul>
      <p className="card-body text-ink-soft">Let your accountant import one month as a trial before the rest.</p>
    </section>
  );
}
