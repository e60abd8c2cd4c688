import { type Change, type TakenLine, takenAmounts } from './change.ts';

/**
 * Frees the stock of an order whose payment nobody has proved in time (D65). The order stays, and
 * takes what is there when it is proved.
 *
 * @param hours how long it has kept its stock
 */
export function freeStock({ hours, lines }: { hours: number; lines: readonly TakenLine[] }): Change | null {
  const returned = takenAmounts(lines);
  if (returned.length === 0) return null;
  return {
    columns: {},
    events: [
      {
        kind: 'note',
        status: null,
        note: `The payment was not verified within ${hours} hours: others can buy the goods. If it is verified, the order takes what is there.`,
      },
    ],
    audit: { none: 'made by the shop itself: the timeline records it' },
    mails: [],
    stock: { returned },
  };
}
