import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Contact } from '#shop/contacts/contact-input.ts';
import type { ContactPriority, ContactStatus } from '#shop/contacts/contacts.ts';
import type { GrievanceStep } from '#shop/contacts/grievances.ts';
import { adminCall } from '../lib/session.ts';
import type { RecordOptions, StoredRecord } from '../ui/use-record.ts';

/** The exact text of R2.8. */
export const LOAD_FAILED = 'Failed to fetch contact messages';

/** The filter of the list, from the URL. */
export interface ContactFilter {
  status: ContactStatus | 'all';
  priority: ContactPriority | 'all';
  /** The grievance register, or what is overdue in it. */
  show: 'all' | 'overdue' | '';
  q: string;
  page: number;
  rows: number;
}

export function contactsQuery({ status, priority, show, q, page, rows }: ContactFilter) {
  const query = { page, limit: rows, status, priority, grievances: show, search: q.trim() };
  return queryOptions({
    queryKey: ['contacts', 'list', query],
    queryFn: ({ signal }) => adminCall('GET /contacts', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const contactStatsQuery = queryOptions({
  queryKey: ['contacts', 'stats'],
  queryFn: ({ signal }) => adminCall('GET /contacts/stats/summary', {}, { signal }),
});

/** The fields of a message that staff edit. */
export type Triage = Pick<Contact, 'status' | 'priority' | 'adminNotes'>;
export type StoredContact = StoredRecord<Triage> & { contact: Contact };

export function storedContact(contact: Contact): StoredContact {
  const { status, priority, adminNotes, version, updatedAt } = contact;
  return { value: { status, priority, adminNotes }, version, updatedAt, updatedBy: null, contact };
}

/** One message: loads all of it, saves only the fields that staff edit. */
export function contactRecord(id: string, onSaved: () => void): RecordOptions<Triage> {
  return {
    queryKey: ['contacts', 'one', id],
    load: async (signal): Promise<StoredContact> => {
      const { contact } = await adminCall('GET /contacts/:id', { params: { id } }, { signal });
      return storedContact(contact);
    },
    save: (value, version) => adminCall('PUT /contacts/:id/status', { params: { id }, body: { ...value, version } }),
    loadFailed: LOAD_FAILED,
    saveFailed: 'Failed to update contact status',
    ownWords: true,
    onSaved,
  };
}

export const contactCalls = {
  grievance: (id: string, step: GrievanceStep, version: number, note?: string) =>
    adminCall('PUT /contacts/:id/grievance', { params: { id }, body: { step, version, ...(note ? { note } : {}) } }),
  reply: (id: string, message: string, version: number) =>
    adminCall('POST /contacts/:id/reply', { params: { id }, body: { message, version } }),
  remove: (id: string) => adminCall('DELETE /contacts/:id', { params: { id } }),
};
