import { z } from 'zod';
import { type Contract, ok, SMALL_BODY } from '../contract.ts';
import { namedPagination } from '../page-parameters.ts';
import { AlertCode, AlertInput, StockAlert, StockAlertQuery } from './back-in-stock.ts';
import {
  Contact,
  ContactInput,
  ContactListQuery,
  ContactReceipt,
  ContactReply,
  ContactStats,
  ContactUpdate,
  GrievanceInput,
} from './contact-input.ts';
import { NewsletterInput, Subscriber, SubscriberQuery, SubscriberSearch } from './newsletter.ts';

const staff = { tag: 'contacts (staff)', access: 'staff' } as const;
const message = z.string();
const Changed = ok({ message, contact: Contact });

/** Contact messages (R1.5, R1.7; R2.7). */
export const contactsApi = {
  'POST /contacts': {
    tag: 'contacts',
    access: 'public',
    summary: 'Write to the shop; returns the number of the message, and an acknowledgement goes to the sender',
    body: ContactInput,
    bodyLimit: SMALL_BODY,
    responses: { 201: ok({ message, contact: ContactReceipt }) },
  },
  'GET /contacts': {
    ...staff,
    scope: 'contacts:read',
    summary: 'Contact messages, newest first, paged; search goes over name, email, phone, subject and message',
    query: ContactListQuery,
    responses: { 200: ok({ contacts: z.array(Contact), pagination: namedPagination('totalContacts') }) },
  },
  'GET /contacts/stats/summary': {
    ...staff,
    scope: 'contacts:read',
    summary: 'Live figures of the contact messages',
    responses: { 200: ok(ContactStats.shape) },
  },
  'GET /contacts/:id': {
    ...staff,
    scope: 'contacts:read',
    summary: 'One contact message',
    responses: { 200: ok({ contact: Contact }) },
    fails: [404],
  },
  'PUT /contacts/:id/status': {
    ...staff,
    summary: 'Status, priority and notes; what is left out stays',
    body: ContactUpdate,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'POST /contacts/:id/reply': {
    ...staff,
    summary: 'Reply by email; the message becomes replied',
    body: ContactReply,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'PUT /contacts/:id/grievance': {
    ...staff,
    summary: 'Register a message as a complaint, withdraw that, acknowledge it by email, or close it with a note',
    body: GrievanceInput,
    responses: { 200: Changed },
    fails: [404, 409],
  },
  'GET /contacts/grievances/export': {
    ...staff,
    access: 'admin',
    summary: 'The grievance register as a CSV file',
    responses: { 200: { contentType: 'text/csv' } },
  },
  'DELETE /contacts/:id': {
    ...staff,
    summary: 'Delete a contact message and its emails, once no answer waits to be sent',
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
} as const satisfies Contract;

/** The newsletter of the footer (D10). */
export const newsletterApi = {
  'POST /newsletter': {
    tag: 'contacts',
    access: 'public',
    summary: 'Put an email address on the newsletter list; the response is the same whether it was there or not',
    body: NewsletterInput,
    bodyLimit: SMALL_BODY,
    form: true,
    responses: { 200: ok({ message }) },
  },
} as const satisfies Contract;

export const newsletterListApi = {
  'GET /newsletter': {
    ...staff,
    summary: 'Addresses of the newsletter, newest first, paged',
    query: SubscriberQuery,
    responses: {
      200: ok({
        subscribers: z.array(Subscriber),
        active: z.number().describe('addresses of the search that have not left'),
        pagination: namedPagination('totalSubscribers'),
      }),
    },
  },
  'GET /newsletter/export': {
    ...staff,
    access: 'admin',
    summary: 'The addresses of a search as a CSV file',
    query: SubscriberSearch,
    responses: { 200: { contentType: 'text/csv' } },
  },
  'DELETE /newsletter/:email': {
    ...staff,
    summary: 'Take an address off the list for good',
    params: z.object({ email: z.string().min(1).max(254) }),
    responses: { 200: ok({ message }) },
    fails: [404],
  },
} as const satisfies Contract;

/** 'Notify me' on a sold-out size. */
export const alertsApi = {
  'POST /stock-alerts': {
    tag: 'contacts',
    access: 'public',
    summary:
      'Ask for a message when a sold-out size is back: an email address gets a code first, a phone number goes to staff',
    body: AlertInput,
    bodyLimit: SMALL_BODY,
    responses: { 200: ok({ message, confirm: z.boolean().describe('whether the code of an email is needed') }) },
    fails: [404, 409],
  },
  'POST /stock-alerts/confirm': {
    tag: 'contacts',
    access: 'public',
    summary: 'Confirm an email address with the code that was sent to it',
    body: AlertCode,
    bodyLimit: SMALL_BODY,
    responses: { 200: ok({ message }) },
  },
  'GET /stock-alerts': {
    ...staff,
    summary: 'Phone numbers that wait for a sold-out size, paged; those whose stock is back first',
    query: StockAlertQuery,
    responses: {
      200: ok({
        alerts: z.array(StockAlert),
        emails: z.number().describe('confirmed email addresses that wait; the shop writes to them by itself'),
        pagination: namedPagination('totalAlerts'),
      }),
    },
  },
  'DELETE /stock-alerts/:id': {
    ...staff,
    summary: 'Take a phone number off the list, once it has been written to',
    responses: { 200: ok({ message }) },
    fails: [404],
  },
} as const satisfies Contract;
