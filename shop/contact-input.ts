import { z } from 'zod';
import { CONTACT_PRIORITIES, CONTACT_STATUSES, type ContactField, checkContactField } from './contacts.ts';
import { cleanText } from './text.ts';

/** Contact messages as the API speaks of them; times in epoch ms. The rules are in contacts.ts, which has no Zod. */

function field(name: ContactField) {
  return z
    .string({ error: checkContactField(name, '') ?? 'Phone must be a text' })
    .overwrite((value) => (name === 'message' ? cleanText(value) : value.toWellFormed().trim()))
    .superRefine((value, context) => {
      const message = checkContactField(name, value);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

/** POST /contacts. */
export const ContactInput = z.object({
  name: field('name'),
  email: field('email'),
  phone: field('phone').default(''),
  subject: field('subject'),
  message: field('message'),
});
export type ContactInput = z.infer<typeof ContactInput>;

/** A message as admins see it (spec 2 §3). */
export const Contact = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  priority: z.enum(CONTACT_PRIORITIES),
  adminNotes: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  reply: z.string().nullable().optional(),
});
export type Contact = z.infer<typeof Contact>;

/** PUT /contacts/{id}/status: what is left out stays as it is. */
export const ContactUpdate = z.object({
  status: z.enum(CONTACT_STATUSES, { error: 'Status must be new, read, replied or closed' }).optional(),
  priority: z.enum(CONTACT_PRIORITIES, { error: 'Priority must be low, medium, high or urgent' }).optional(),
  adminNotes: z.string().overwrite(cleanText).max(5000, 'At most 5000 characters').optional(),
});
export type ContactUpdate = z.infer<typeof ContactUpdate>;

export const ContactStats = z.object({
  totalContacts: z.number(),
  newContacts: z.number(),
  todayContacts: z.number(),
});
export type ContactStats = z.infer<typeof ContactStats>;

export const ContactPagination = z.object({
  currentPage: z.number(),
  totalPages: z.number(),
  totalContacts: z.number(),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
});
export type ContactPagination = z.infer<typeof ContactPagination>;
