import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Contact, ContactPagination, ContactStats } from '#shop/contacts/contact-input.ts';
import type { ContactPriority, ContactStatus } from '#shop/contacts/contacts.ts';
import { adminApi } from '../session.ts';
import type { RecordOptions, StoredRecord } from '../ui/use-record.ts';

/** Spec 2 §8, word for word. */
export const LOAD_FAILED = 'Failed to fetch contact messages';

/** What the address says about the list. */
export interface ContactFilter {
  status: ContactStatus | 'all';
  priority: ContactPriority | 'all';
  q: string;
  page: number;
  rows: number;
}

export interface ContactList {
  contacts: Contact[];
  pagination: ContactPagination;
}

export function contactsQuery({ status, priority, q, page, rows }: ContactFilter) {
  const parameters = new URLSearchParams({ page: String(page), limit: String(rows) });
  if (status !== 'all') parameters.set('status', status);
  if (priority !== 'all') parameters.set('priority', priority);
  if (q.trim()) parameters.set('search', q.trim());
  return queryOptions({
    queryKey: ['contacts', 'list', parameters.toString()],
    queryFn: ({ signal }) => adminApi<ContactList>(`/contacts?${parameters}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const contactStatsQuery = queryOptions({
  queryKey: ['contacts', 'stats'],
  queryFn: ({ signal }) => adminApi<ContactStats>('/contacts/stats/summary', { signal }),
});

/** What staff write on a message. */
export type Triage = Pick<Contact, 'status' | 'priority' | 'adminNotes'>;
export type StoredContact = StoredRecord<Triage> & { contact: Contact };

export function storedContact(contact: Contact): StoredContact {
  const { status, priority, adminNotes, version, updatedAt } = contact;
  return { value: { status, priority, adminNotes }, version, updatedAt, updatedBy: null, contact };
}

const path = (id: string) => `/contacts/${encodeURIComponent(id)}`;

/** One message: read as a whole, written as its triage. */
export function contactRecord(id: string, onSaved: () => void): RecordOptions<Triage> {
  return {
    queryKey: ['contacts', 'one', id],
    load: async (signal): Promise<StoredContact> => {
      const { contact } = await adminApi<{ contact: Contact }>(path(id), { signal });
      return storedContact(contact);
    },
    save: (value, version) =>
      adminApi<{ message: string }>(`${path(id)}/status`, { method: 'PUT', body: { ...value, version } }),
    loadFailed: LOAD_FAILED,
    saveFailed: 'Failed to update contact status',
    ownWords: true,
    onSaved,
  };
}

export const contactCalls = {
  reply: (id: string, message: string, version: number) =>
    adminApi<{ message: string; contact: Contact }>(`${path(id)}/reply`, {
      method: 'POST',
      body: { message, version },
    }),
  remove: (id: string) => adminApi<{ message: string }>(path(id), { method: 'DELETE' }),
};
