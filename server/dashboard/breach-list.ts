import type { z } from 'zod';
import { type BreachQuery, breachSpan, People, type Person } from '#shop/dashboard/breach-list.ts';
import { formatDateTime, isoDay } from '#shop/india/dates.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { BYTE_ORDER_MARK, csvLines } from '../http/csv.ts';
import { type Moments, personRecords } from './breach.queries.ts';

/** People per piece of the file. */
const BATCH = 1_000;

const COLUMNS = ['Name', 'Mobile', 'Email', 'Kind of data', 'First stored', 'Last changed'];

/**
 * Everybody whose personal data was stored or changed between two times, as a CSV file in pieces: one
 * line for each person. The audit log says who has asked, and for which time.
 */
export async function breachList(
  { database: { db }, now }: ServiceContext,
  query: z.infer<typeof BreachQuery>,
  actor: Actor,
): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  const at = now();
  const { from, to } = query;
  const about = { action: 'export', entity: 'customer', entityId: 'breach-list' } as const;
  await writeAudit(db, { at, actor, ...about, after: { from, to } });
  return { name: `people-${isoDay(at)}.csv`, pieces: csvOf(db, breachSpan(query)) };
}

async function* csvOf(db: ServiceContext['database']['db'], span: Moments): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([COLUMNS])}`;
  const people = new People();
  for await (const records of personRecords(db, span)) {
    for (const record of records) people.add(record);
  }
  let lines: Person[] = [];
  for (const person of people) {
    lines.push(person);
    if (lines.length === BATCH) {
      yield csvLines(lines.map(lineOf));
      lines = [];
    }
  }
  if (lines.length > 0) yield csvLines(lines.map(lineOf));
}

function lineOf({ name, phone, emails, kinds, first, last }: Person) {
  return [name, { code: phone }, emails.join('; '), kinds.join('; '), formatDateTime(first), formatDateTime(last)];
}
