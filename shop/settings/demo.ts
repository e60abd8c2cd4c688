import { z } from 'zod';

/**
 * Removing the demo: which of its records go, and which stay because the owner or a shopper has
 * used them.
 */

const DEMO_KINDS = ['product', 'category', 'review', 'order', 'message', 'page', 'landing', 'settings'] as const;
export type DemoKind = (typeof DEMO_KINDS)[number];

/** Why a record stays. `needed`: a record that stays cannot do without it. */
const REASONS = {
  edited: 'You have changed it.',
  partly: 'You have changed part of it. Your changes stay; the rest is removed.',
  ordered: 'A shopper has ordered it.',
  reviewed: 'A shopper has reviewed it.',
  filled: 'It contains something you added.',
  papers: 'It has an invoice, a refund, a replacement or a bank credit.',
} as const;
export type DemoReason = keyof typeof REASONS;

/** A record of the demo as it stands in the shop now. */
export interface DemoRecord {
  kind: DemoKind;
  id: string;
  name: string;
  /** What has happened to it since the demo was loaded; null: nothing. */
  reason: DemoReason | null;
  /** Records without which it would be broken, such as a product's category. */
  needs: readonly Pick<DemoRecord, 'kind' | 'id'>[];
}

const counts = (kinds: readonly DemoKind[]) => Object.fromEntries(kinds.map((kind) => [kind, z.number()]));

/** What a removal deletes, by kind, and what it leaves. */
export const DemoRemoval = z.object({
  goes: z.object(counts(DEMO_KINDS) as Record<DemoKind, z.ZodNumber>),
  stays: z.array(
    z.object({ kind: z.enum(DEMO_KINDS), id: z.string(), name: z.string(), why: z.string().describe('a sentence') }),
  ),
});
export type DemoRemoval = z.infer<typeof DemoRemoval>;

const keyOf = ({ kind, id }: Pick<DemoRecord, 'kind' | 'id'>) => `${kind} ${id}`;

/** Splits the records of the demo. What a staying record needs stays too. */
export function planRemoval(records: readonly DemoRecord[]): { goes: DemoRecord[]; removal: DemoRemoval } {
  const byKey = new Map(records.map((record) => [keyOf(record), record]));
  const why = new Map<string, string>();
  const keep = (record: DemoRecord, sentence: string) => {
    if (why.has(keyOf(record))) return;
    why.set(keyOf(record), sentence);
    for (const need of record.needs) {
      const needed = byKey.get(keyOf(need));
      if (needed) keep(needed, needed.reason ? REASONS[needed.reason] : `${record.name} needs it.`);
    }
  };
  for (const record of records) {
    if (record.reason) keep(record, REASONS[record.reason]);
  }
  const goes = records.filter((record) => !why.has(keyOf(record)));
  const stays = records.flatMap((record) => {
    const sentence = why.get(keyOf(record));
    return sentence ? [{ kind: record.kind, id: record.id, name: record.name, why: sentence }] : [];
  });
  const number = (wanted: DemoKind) => goes.filter(({ kind }) => kind === wanted).length;
  return {
    goes,
    removal: {
      goes: Object.fromEntries(DEMO_KINDS.map((kind) => [kind, number(kind)])) as Record<DemoKind, number>,
      stays,
    },
  };
}

/**
 * A stored value without what the demo wrote: what equals the demo's becomes neutral, field by
 * field; lists count as a whole. What the owner wrote stays.
 */
export function withoutDemo<Value>(value: Value, demo: unknown, neutral: unknown): Value {
  if (same(value, demo)) return neutral as Value;
  if (!isRecord(value) || !isRecord(demo) || !isRecord(neutral)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutDemo(part, demo[key], neutral[key])]),
  ) as Value;
}

/**
 * Whether two JSON values are equal; the order of keys does not count, and a missing key equals an
 * undefined one.
 */
export function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => same(one, b[at]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
