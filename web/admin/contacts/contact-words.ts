import type { Enquiry } from '#shop/contacts/contact-input.ts';
import type { ContactPriority, ContactStatus } from '#shop/contacts/contacts.ts';
import { formatDate, noonOf } from '#shop/india/dates.ts';
import { countOf } from '#web/admin/lib/count.ts';
import type { Tone } from '#web/ui/status-pill.tsx';

export const STATUS: Record<ContactStatus, { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'blue' },
  read: { label: 'Read', tone: 'gray' },
  replied: { label: 'Replied', tone: 'green' },
  closed: { label: 'Closed', tone: 'gray' },
};

export const PRIORITY: Record<ContactPriority, { label: string; tone: Tone }> = {
  low: { label: 'Low', tone: 'gray' },
  medium: { label: 'Medium', tone: 'gray' },
  high: { label: 'High', tone: 'yellow' },
  urgent: { label: 'Urgent', tone: 'red' },
};

/** 'Company gifts: 250 packs by 24 Dec 2026' */
export function enquiryWords({ packs, neededBy }: Enquiry): string {
  return `Company gifts: ${countOf(packs, 'pack')} by ${formatDate(noonOf(neededBy))}`;
}
