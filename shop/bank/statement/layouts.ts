import { z } from 'zod';
import { type Part, parseTemplate } from '../grammar.ts';
import { type Cell, textOf } from './cells.ts';
import data from './layouts.json' with { type: 'json' };

/**
 * The statements of banks, as data: the headings of their tables, and the wordings of their
 * narrations with the slots of shop/bank/template.ts. Only lines of such a table can confirm an
 * order by themselves.
 */

const ROLES = [
  'date',
  'narration',
  'reference',
  'other reference',
  'debit',
  'credit',
  'amount',
  'sign',
  'balance',
  'balance sign',
] as const;
/**
 * What a column holds. `reference`: the reference of the payment itself, as the bank knows it.
 * `other reference`: a second, equally valid one. `sign`: the words for credit and debit of the
 * amount beside it.
 */
export type Role = (typeof ROLES)[number];

export const CHANNELS = ['upi', 'imps', 'neft', 'rtgs', 'cash', 'interest'] as const;
export type Channel = (typeof CHANNELS)[number];

const Texts = z.partialRecord(z.enum(CHANNELS), z.array(z.string()));
/** By the side of the account on which the bank uses them. */
const Wordings = z.object({ in: Texts.optional(), out: Texts.optional(), both: Texts.optional() });
const Data = z.object({
  version: z.literal(1),
  common: Wordings,
  banks: z.array(
    z.object({
      bank: z.string(),
      layouts: z.array(
        z.object({
          /**
           * Headings that other banks and books use too: the file must name the bank above them.
           */
          named: z.string().optional(),
          /** What an amount without a sign is, where the bank marks only the other side. */
          unsigned: z.enum(['credit', 'debit']).optional(),
          /** `Heading: role`, or a heading alone for a column that does not matter. */
          columns: z.array(z.string()),
        }),
      ),
      wordings: Wordings,
    }),
  ),
});

export interface Wording {
  text: string;
  parts: Part[];
  channel: Channel;
  side: 'in' | 'out' | 'both';
}

export interface Layout {
  bank: string;
  named: string | null;
  unsigned: 'credit' | 'debit' | null;
  columns: { heading: string; role: Role | null }[];
  wordings: Wording[];
}

/** A layout, and where its columns stand in the table of a file. */
export interface Place {
  layout: Layout;
  columns: Partial<Record<Role, number>>;
}

const plainHeading = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function columnOf(text: string): Layout['columns'][number] {
  const role = ROLES.find((one) => text.endsWith(`: ${one}`)) ?? null;
  return { heading: plainHeading(role === null ? text : text.slice(0, -role.length - 2)), role };
}

const wordingsOf = (all: z.infer<typeof Wordings>): Wording[] =>
  (['in', 'out', 'both'] as const).flatMap((side) =>
    CHANNELS.flatMap((channel) =>
      (all[side]?.[channel] ?? []).map((text) => ({ text, parts: parseTemplate(text), channel, side })),
    ),
  );

/** @throws Error when the data is not well formed */
export function readLayouts(input: unknown): Layout[] {
  const { common, banks } = Data.parse(input);
  const shared = wordingsOf(common);
  return banks.flatMap(({ bank, layouts, wordings }) => {
    const own = [...wordingsOf(wordings), ...shared];
    return layouts.map(({ named = null, unsigned = null, columns }) => ({
      bank,
      named,
      unsigned,
      columns: columns.map(columnOf),
      wordings: own,
    }));
  });
}

export const LAYOUTS: readonly Layout[] = readLayouts(data);

/**
 * The layout whose headings these are: all of them, in their order, and no other.
 *
 * @param headings cells of one row
 * @param around text above the table, in which a bank with common headings must be named
 */
export function placeOf(headings: readonly string[], around: string): Place | null {
  const filled = headings.flatMap((text, at) =>
    plainHeading(text) === '' ? [] : [{ heading: plainHeading(text), at }],
  );
  const key = filled.map(({ heading }) => heading).join('|');
  for (const layout of LAYOUTS) {
    if (layout.columns.map(({ heading }) => heading).join('|') !== key) continue;
    if (layout.named !== null && !around.toLowerCase().includes(layout.named.toLowerCase())) continue;
    const columns: Place['columns'] = {};
    for (const [index, { role }] of layout.columns.entries()) if (role) columns[role] = filled[index]?.at;
    return { layout, columns };
  }
  return null;
}

/** Cells of a row as texts. */
export const textsOf = (row: readonly Cell[]): string[] => row.slice(0, 60).map(textOf);
