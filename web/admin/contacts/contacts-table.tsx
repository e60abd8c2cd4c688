import { createContext, useContext } from 'react';
import type { Contact } from '#shop/contacts/contact-input.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { enquiryWords, PRIORITY, STATUS } from './contact-words.ts';

/**
 * The View action. The column objects must stay the same, because new ones would remount every cell
 * and lose the focus.
 */
const ViewContext = createContext<(id: string) => void>(() => {});

interface ContactsTableProps {
  contacts: Contact[];
  openId: string | null;
  stale: boolean;
  onView: (id: string) => void;
}

export function ContactsTable({ contacts, openId, stale, onView }: ContactsTableProps) {
  return (
    <ViewContext value={onView}>
      <AdminTable
        caption="Contact messages, newest first"
        className="contacts-table"
        columns={COLUMNS}
        rows={contacts}
        rowId={(contact) => contact.id}
        openId={openId}
        stale={stale}
      />
    </ViewContext>
  );
}

const COLUMNS: AdminColumn<Contact>[] = [
  {
    id: 'from',
    header: 'From',
    meta: { name: 'from' },
    cell: ({ row: { original: contact } }) => (
      <>
        <b className="admin-clip">{contact.name}</b>
        <small className="admin-clip">{contact.email}</small>
      </>
    ),
  },
  {
    id: 'subject',
    header: 'Subject',
    meta: { name: 'subject' },
    cell: ({ row: { original: contact } }) => (
      <>
        <span className={`contact-subject ${contact.status === 'new' ? 'is-new' : ''}`}>{contact.subject}</span>
        {contact.enquiry && <small className="num">{enquiryWords(contact.enquiry)}</small>}
        <small className="overflow-hidden text-ellipsis whitespace-nowrap">{contact.message.slice(0, 160)}</small>
      </>
    ),
  },
  {
    id: 'priority',
    header: 'Priority',
    meta: { name: 'priority' },
    cell: ({ row: { original: contact } }) => (
      <StatusPill tone={PRIORITY[contact.priority].tone} admin>
        {PRIORITY[contact.priority].label}
      </StatusPill>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    meta: { name: 'status' },
    cell: ({ row: { original: contact } }) => (
      <span className="flex flex-wrap gap-1">
        <StatusPill tone={STATUS[contact.status].tone} admin>
          {STATUS[contact.status].label}
        </StatusPill>
        {contact.grievance && contact.grievance.closedAt === null && (
          <StatusPill tone={contact.grievance.overdue ? 'red' : 'yellow'} admin>
            {contact.grievance.overdue ? 'Complaint overdue' : 'Complaint'}
          </StatusPill>
        )}
      </span>
    ),
  },
  {
    id: 'received',
    header: 'Received',
    meta: { name: 'received' },
    cell: ({ row: { original: contact } }) => (
      <span className="num text-ink-soft">{formatDateTime(contact.createdAt)}</span>
    ),
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { name: 'actions', className: 'end' },
    cell: ({ row: { original: contact } }) => <View contact={contact} />,
  },
];

function View({ contact }: { contact: Contact }) {
  const view = useContext(ViewContext);
  return (
    <Button
      variant="quiet"
      size="admin"
      aria-label={`View the message of ${contact.name}: ${contact.subject}`}
      onClick={() => view(contact.id)}
    >
      View
    </Button>
  );
}
