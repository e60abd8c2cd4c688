import { createContext, type ReactNode, useContext } from 'react';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import type { PaymentActions } from './use-payment-actions.ts';

/** Words that a person compares or acts on: whole, however long they are. */
export const WHOLE = 'block whitespace-normal wrap-anywhere md:min-w-40';

/**
 * The actions of a row. The column objects must stay the same, because new ones would remount every
 * cell and lose the focus.
 */
const ActionsContext = createContext<PaymentActions | null>(null);

/**
 * A column of a list on the Payments screen. `cell` draws the row; null actions: a list without
 * any.
 */
export function column<Row extends object>(
  name: string,
  header: string,
  cell: (row: Row, actions: PaymentActions | null) => ReactNode,
  className?: string,
): AdminColumn<Row> {
  const Cell = ({ row }: { row: Row }) => cell(row, useContext(ActionsContext));
  return {
    id: name,
    header: header ? header : () => <span className="sr-only">Actions</span>,
    meta: { name, ...(className ? { className } : {}) },
    cell: ({ row: { original } }) => <Cell row={original} />,
  };
}

interface PaymentTableProps<Row extends object> {
  caption: string;
  /** What the list is about, in a sentence above it. */
  about?: ReactNode;
  columns: AdminColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  actions: PaymentActions | null;
  /** Lays out a row as a card on a phone. */
  className: string;
  foot?: ReactNode;
}

/** A list of the Payments screen. */
export function PaymentTable<Row extends object>({
  about,
  actions,
  foot,
  className,
  ...table
}: PaymentTableProps<Row>) {
  return (
    <div className="admin-card">
      {about && <p className="border-admin-line border-b px-[1.1rem] py-3 text-ink-soft">{about}</p>}
      <div className="admin-scroll rounded-none!">
        <ActionsContext value={actions}>
          <AdminTable {...table} className={`max-md:[&_tr]:items-baseline ${className}`} />
        </ActionsContext>
      </div>
      {foot && <p className="admin-foot num">{foot}</p>}
    </div>
  );
}
