import { z } from 'zod';
import { minuteOf } from '../india/dates.ts';
import { cleanEmail } from '../text/text.ts';

/** Whose personal data was stored or changed between two times: who must be told of a breach (D64). */

/** What is stored about people, in the words of the list. */
export type DataKind =
  | 'Order'
  | 'Contact message'
  | 'Newsletter'
  | 'Back-in-stock alert'
  | 'Review'
  | 'Replacement request'
  | 'Note of staff'
  | 'Payment'
  | 'Email'
  | 'Staff account';

const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const moment = z.string({ error: 'Please give date and time.' }).refine((text) => {
  return MINUTE.test(text) && !Number.isNaN(minuteOf(text));
}, 'Please give date and time, such as 2026-11-20T16:30.');

/** From the first minute to the end of the last, in India. */
export const BreachQuery = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The end must not be before the beginning.' });

/** The first and the last moment of a query, in epoch ms. */
export function breachSpan({ from, to }: z.infer<typeof BreachQuery>): { from: number; to: number } {
  return { from: minuteOf(from), to: minuteOf(to) + 59_999 };
}

/** What one record says about a person; empty texts are not known. Epoch ms. */
export interface PersonRecord {
  kind: DataKind;
  name: string;
  phone: string;
  email: string;
  first: number;
  last: number;
}

export interface Person {
  name: string;
  phone: string;
  emails: string[];
  kinds: DataKind[];
  first: number;
  last: number;
}

/** People by mobile number, or else by email address (also of one with a number), or else by name. */
export class People {
  readonly #known = new Map<string, Person>();
  readonly #keyOfEmail = new Map<string, string>();

  add({ kind, name, phone, email, first, last }: PersonRecord): void {
    const address = cleanEmail(email);
    const key = phone || this.#keyOfEmail.get(address) || address || name;
    if (key === '') return;
    if (address && !this.#keyOfEmail.has(address)) this.#keyOfEmail.set(address, key);
    const one = this.#known.get(key);
    if (!one) {
      this.#known.set(key, { name, phone, emails: address ? [address] : [], kinds: [kind], first, last });
      return;
    }
    if (one.name === '' || (name !== '' && last >= one.last)) one.name = name;
    if (address && !one.emails.includes(address)) one.emails.push(address);
    if (!one.kinds.includes(kind)) one.kinds.push(kind);
    one.first = Math.min(one.first, first);
    one.last = Math.max(one.last, last);
  }

  [Symbol.iterator](): IterableIterator<Person> {
    return this.#known.values();
  }
}
