import { expect, test } from 'vitest';
import { ContactInput, ContactUpdate } from './contact-input.ts';
import { type ContactField, type ContactForm, checkContact } from './contacts.ts';

const form: ContactForm = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '',
  subject: 'Bulk order',
  message: 'How much for forty boxes?',
};

test.each<[Partial<ContactForm>, Partial<Record<ContactField, string>>]>([
  [{}, {}],
  [{ phone: '+91 90000 00000' }, {}],
  [{ message: 'Two lines\nof text' }, {}],
  [{ name: '  ' }, { name: 'Name is required' }],
  [{ name: ' A ' }, { name: 'Name must be at least 2 characters' }],
  [{ name: 'A\r\nBcc: b@c.d' }, { name: 'Name must be on one line' }],
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 'asha' }, { email: 'Please enter a valid email address' }],
  [{ email: 'asha@example' }, { email: 'Please enter a valid email address' }],
  [{ email: 'a b@example.com' }, { email: 'Please enter a valid email address' }],
  [{ email: 'a@b.com\nBcc:c@d.e' }, { email: 'Please enter a valid email address' }],
  [{ subject: '' }, { subject: 'Subject is required' }],
  [{ subject: 'Four' }, { subject: 'Subject must be at least 5 characters' }],
  [{ subject: 'Hello\r\nBcc: x@y.z' }, { subject: 'Subject must be on one line' }],
  [{ message: ' ' }, { message: 'Message is required' }],
  [{ message: 'Too short' }, { message: 'Message must be at least 10 characters' }],
  [{ message: 'x'.repeat(5001) }, { message: 'Message must be at most 5000 characters' }],
  [{ phone: '1'.repeat(31) }, { phone: 'Phone must be at most 30 characters' }],
  [
    { name: '', subject: 'x' },
    { name: 'Name is required', subject: 'Subject must be at least 5 characters' },
  ],
])('form and API agree about %o', (changes, errors) => {
  const given = { ...form, ...changes };
  expect(checkContact(given)).toEqual(errors);
  const result = ContactInput.safeParse(given);
  const messages = result.success
    ? {}
    : Object.fromEntries(result.error.issues.map((issue) => [issue.path[0], issue.message]));
  expect(messages).toEqual(errors);
});

test('an empty body has an error for every required field', () => {
  expect(ContactInput.safeParse({}).error?.issues.map((issue) => issue.message)).toEqual([
    'Name is required',
    'Email is required',
    'Subject is required',
    'Message is required',
  ]);
});

test('values are trimmed, without control characters and unknown fields', () => {
  const sent = { ...form, name: ' Asha Rao ', message: ' How much\u0000 for forty boxes? ', status: 'closed' };
  expect(ContactInput.parse(sent)).toEqual({
    ...form,
    complaint: false,
    enquiry: null,
    message: 'How much for forty boxes?',
  });
});

test('an update accepts known statuses and priorities only', () => {
  expect(ContactUpdate.parse({ status: 'read', id: 7 })).toEqual({ status: 'read' });
  expect(ContactUpdate.safeParse({ status: 'done' }).success).toBe(false);
  expect(ContactUpdate.safeParse({ priority: 'now' }).success).toBe(false);
});
