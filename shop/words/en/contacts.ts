/** What shoppers read of the contact form (shop/contacts/contacts.ts, R1.5). */

export const CONTACT_TEXTS = {
  invalid: 'Please fill all required fields correctly',
  sent: 'Your message has been sent successfully! We will get back to you soon.',
  failed: 'Failed to send message. Please try again later.',
};

type Field = 'name' | 'email' | 'phone' | 'subject' | 'message';

const LABELS: Record<Field, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
};

/** What is wrong with a field. */
export const CONTACT_FAULTS = {
  missing: (field: Field) => `${LABELS[field]} is required`,
  short: (field: Field, least: number) => `${LABELS[field]} must be at least ${least} characters`,
  lines: (field: Field) => `${LABELS[field]} must be on one line`,
  long: (field: Field, most: number) => `${LABELS[field]} must be at most ${most} characters`,
  email: 'Please enter a valid email address',
};
