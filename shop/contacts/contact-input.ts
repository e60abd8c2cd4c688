import { z } from 'zod';
import { pageParameters, search } from '../page-parameters.ts';
import { cleanText } from '../text/text.ts';
import {
  CONTACT_LENGTHS,
  CONTACT_PAGE_SIZES,
  CONTACT_PRIORITIES,
  CONTACT_STATUSES,
  type ContactField,
  checkContactField,
  cleanContactField,
} from './contacts.ts';
import { checkEnquiryField, cleanEnquiryField, type EnquiryField } from './enquiry.ts';
import { CLOSING_NOTE_LENGTH, GRIEVANCE_STEPS } from './grievances.ts';

/**
 * API schemas of contact messages; times in epoch ms. The rules are in contacts.ts, which does not
 * import Zod.
 */

/** A text that is cleaned and checked as in the form. Only a phone number may be empty. */
function typed(clean: (value: string) => string, check: (value: string) => string | null) {
  return z
    .string({ error: () => check('') ?? 'Phone must be a text' })
    .overwrite(clean)
    .superRefine((value, context) => {
      const message = check(value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

function field(name: ContactField) {
  return typed(
    (value) => cleanContactField(name, value),
    (value) => checkContactField(name, value),
  );
}

function enquiryText(name: Exclude<EnquiryField, 'packs'>) {
  return typed(
    (value) => cleanEnquiryField(name, value),
    (value) => checkEnquiryField(name, value),
  );
}

/** 'Gifts for a company'. Whether its day is over is checked by the service, which has the clock. */
export const Enquiry = z.object({
  company: enquiryText('company'),
  packs: z
    .number({ error: () => checkEnquiryField('packs', '') ?? undefined })
    .superRefine((value, context) => {
      const message = checkEnquiryField('packs', String(value));
      if (message) context.addIssue({ code: 'custom', message });
    })
    .describe('1 to 100,000'),
  neededBy: enquiryText('neededBy').describe('a day in India, such as 2026-12-24, not in the past'),
});
export type Enquiry = z.infer<typeof Enquiry>;

/** POST /contacts. */
export const ContactInput = z.object({
  name: field('name'),
  email: field('email'),
  phone: field('phone').default(''),
  subject: field('subject'),
  message: field('message'),
  complaint: z
    .boolean({ error: 'complaint must be true or false' })
    .default(false)
    .describe('the sender says that this is a complaint: it goes to the grievance register at once'),
  enquiry: Enquiry.nullable().default(null).describe('gifts for a company'),
});
export type ContactInput = z.infer<typeof ContactInput>;

/** The response to the sender; does not contain the message. */
export const ContactReceipt = z.object({
  _id: z.string(),
  id: z.string(),
  status: z.enum(CONTACT_STATUSES),
  createdAt: z.number(),
});
export type ContactReceipt = z.infer<typeof ContactReceipt>;

/** A message as returned to staff (R2.3). */
export const Contact = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  enquiry: Enquiry.nullable().describe('gifts for a company'),
  status: z.enum(CONTACT_STATUSES),
  priority: z.enum(CONTACT_PRIORITIES),
  adminNotes: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The last reply sent by email, and its time. */
  reply: z.string().nullable(),
  repliedAt: z.number().nullable(),
  grievance: z
    .object({
      acknowledgeBy: z.number(),
      resolveBy: z.number(),
      acknowledgedAt: z.number().nullable(),
      closedAt: z.number().nullable(),
      closingNote: z.string(),
      overdue: z.boolean(),
    })
    .nullable()
    .describe('of a complaint in the grievance register'),
  version: z.number(),
});
export type Contact = z.infer<typeof Contact>;

/** GET /contacts: newest first, 10 per page (R2.9). '' and 'all' mean every status or priority. */
export const ContactListQuery = z.object({
  ...pageParameters(CONTACT_PAGE_SIZES[0]),
  status: z.enum([...CONTACT_STATUSES, 'all', ''], { error: 'Status must be new, read, replied or closed' }).optional(),
  priority: z
    .enum([...CONTACT_PRIORITIES, 'all', ''], { error: 'Priority must be low, medium, high or urgent' })
    .optional(),
  search,
  grievances: z.enum(['all', 'overdue', ''], { error: 'Complaints are all or overdue' }).optional(),
});
export type ContactListQuery = z.infer<typeof ContactListQuery>;

const version = z.number().int().optional().describe('the version that was read; a stale one is 409');

/** PUT /contacts/{id}/status: omitted fields keep their values. */
export const ContactUpdate = z.object({
  status: z.enum(CONTACT_STATUSES, { error: 'Status must be new, read, replied or closed' }).optional(),
  priority: z.enum(CONTACT_PRIORITIES, { error: 'Priority must be low, medium, high or urgent' }).optional(),
  adminNotes: z.string().overwrite(cleanText).max(5000, 'At most 5000 characters').optional(),
  version,
});
export type ContactUpdate = z.infer<typeof ContactUpdate>;

/** POST /contacts/{id}/reply: sent by email unchanged. */
export const ContactReply = z.object({
  message: z
    .string({ error: 'Please write a reply' })
    .overwrite(cleanText)
    .min(1, 'Please write a reply')
    .max(CONTACT_LENGTHS.message, `At most ${CONTACT_LENGTHS.message} characters`),
  version,
});
export type ContactReply = z.infer<typeof ContactReply>;

/** PUT /contacts/{id}/grievance. */
export const GrievanceInput = z
  .object({
    step: z.enum(GRIEVANCE_STEPS, { error: 'A step is register, withdraw, acknowledge or close' }),
    note: z
      .string()
      .overwrite(cleanText)
      .max(CLOSING_NOTE_LENGTH, `At most ${CLOSING_NOTE_LENGTH} characters`)
      .optional()
      .describe('how the complaint was settled; needed to close it'),
    version,
  })
  .refine(({ step, note }) => step !== 'close' || Boolean(note), {
    path: ['note'],
    message: 'Please write how the complaint was settled',
  });
export type GrievanceInput = z.infer<typeof GrievanceInput>;

export const ContactStats = z.object({
  totalContacts: z.number(),
  newContacts: z.number(),
  /** Since midnight in India. */
  todayContacts: z.number(),
  byStatus: z.object({ new: z.number(), read: z.number(), replied: z.number(), closed: z.number() }),
  /** Percent of messages that are not new (R2.9), whole; 0 without messages. */
  responseRate: z.number(),
  /** Complaints that are not closed, and those of them past one of their limits. */
  grievances: z.object({ open: z.number(), overdue: z.number() }),
});
export type ContactStats = z.infer<typeof ContactStats>;
