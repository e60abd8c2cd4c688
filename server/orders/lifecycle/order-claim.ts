import type { Selectable } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { ClaimsTable } from '#server/database/schema.ts';
import type { Trx } from '#server/database/transact.ts';
import { type Attention, type Change, isUnpaid, isUnproven, takenAmounts } from '#shop/orders/changes/change.ts';
import { REMIND_AFTER_MS } from '#shop/orders/checkout/order.ts';
import { mayHoldOf } from '#shop/orders/holds.ts';
import type { AttentionReason } from '#shop/orders/order-status.ts';
import type { StockAmount } from '#shop/orders/stock.ts';
import type { OrderTerms } from '../order-terms.ts';
import {
  dropClaim,
  endClaim,
  lockUsage,
  readClaim,
  setClaimPieces,
  utrCame,
  writeClaim,
} from '../rows/claims.queries.ts';
import { orderColumns } from '../rows/notes.ts';
import { type OrderRow, readEvents, readLines } from '../rows/orders.queries.ts';
import { countUnproven, lockStock } from '../rows/stock.queries.ts';
import { readLacking, takeRest } from './take-rest.ts';

/** Where a claim changes. `at`: epoch ms. */
interface Place {
  trx: Trx;
  context: ServiceContext;
  deps: { terms: OrderTerms };
  at: number;
}

type Claim = Selectable<ClaimsTable> | undefined;

interface Claimed {
  change: Change;
  /** Whether it took anything from stock. */
  tookRest: boolean;
}

/**
 * What a change of an order does to its claim. The claim ends when the payment is verified or staff
 * take the order over: it takes what it lacks from stock, as far as stock goes (D53). An order that
 * the shop cancels can be reopened by its UTR, and then keeps what others may keep. One that stays
 * unproven gives its stock back, or takes it again, when the change says so (D65). One whose
 * verified payment was a mistake waits for its proof like a new one, unless staff had taken it over
 * before.
 */
export async function withClaim(
  place: Place,
  before: OrderRow,
  { settled }: Attention,
  change: Change,
): Promise<Claimed> {
  const { trx, deps, at } = place;
  const { order_number } = before;
  const after = { ...before, ...orderColumns(change.columns) };
  const reopened = before.status === 'cancelled' && after.status !== 'cancelled';
  const unchanged = { change, tookRest: false };
  // What staff have settled with the buyer is not taken against their word.
  const takes = !settled.some(({ reason }) => reason === 'out_of_stock');
  if (before.status === 'draft') await dropClaim(trx, order_number);
  if (!reopened && !isUnproven(before)) {
    if (isUnproven(after) && !(await wasTakenOver(trx, order_number))) await startClaim(place, after);
    return unchanged;
  }
  if (!isUnproven(after)) {
    await finishClaim(place, before, after.status === 'cancelled', change.lapses);
    return takes && after.status !== 'cancelled' ? takeLacking(place, order_number, change) : unchanged;
  }
  if (reopened || change.stock?.takeRest) return takes ? keepAgain(place, after, change) : unchanged;
  if (change.stock?.returned) await giveBack(place, order_number);
  if (isUnpaid(before) && !isUnpaid(after)) await utrCame(trx, order_number, at + deps.terms.unprovenMs);
  return unchanged;
}

export function raising(change: Change, reason: AttentionReason): Change {
  const { attention = {} } = change;
  return { ...change, attention: { ...attention, raised: [...(attention.raised ?? []), reason] } };
}

/** Whether the pieces of the order count as sold to somebody who has not proved the payment. */
const counts = (claim: Claim): boolean => claim?.kind === 'order' || claim?.kind === 'unproven';

/**
 * Counts what the order has taken as unproven, or no longer. Locks all its sizes: it may come back
 * to one of them (fault 8).
 */
async function countLines({ trx }: Place, orderNumber: string, sign: 1 | -1): Promise<number> {
  const lines = await readLines(trx, [orderNumber]);
  const sizes = lines.map(({ product_id: productId, stock_size: size }) => ({ productId, size: size ?? '' }));
  await lockStock(trx, sizes);
  const taken = takenAmounts(lines);
  await countUnproven(trx, taken, sign);
  return taken.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Other lines take the place of those of an order that nobody has proved: its claim has theirs. */
export async function recount(trx: Trx, orderNumber: string, gone: StockAmount[], come: StockAmount[]): Promise<void> {
  if (!counts(await readClaim(trx, orderNumber))) return;
  await countUnproven(trx, gone, -1);
  await countUnproven(trx, come, 1);
  await setClaimPieces(
    trx,
    orderNumber,
    come.reduce((sum, { quantity }) => sum + quantity, 0),
  );
}

/** The proof of the payment was taken back: the order keeps its stock as long as a new one. */
async function startClaim(place: Place, after: OrderRow): Promise<void> {
  const { trx, deps, at } = place;
  const { order_number, phone } = after;
  const pieces = await countLines(place, order_number, 1);
  const unproven = { ...unprovenClaim(order_number, at + deps.terms.unprovenMs), phone, pieces, created_at: at };
  const times = { remind_at: at + REMIND_AFTER_MS, expires_at: at + deps.terms.unpaidMs };
  await writeClaim(trx, isUnpaid(after) ? { ...unproven, kind: 'order', ...times } : unproven);
}

/** The claim of an order whose network is not known. */
function unprovenClaim(order_number: string, expires_at: number) {
  return {
    order_number,
    kind: 'unproven' as const,
    network: '',
    network_48: '',
    quiet: 0,
    remind_at: null,
    expires_at,
  };
}

async function finishClaim(place: Place, { order_number }: OrderRow, cancelled: boolean, lapses = false) {
  const { trx } = place;
  if (counts(await readClaim(trx, order_number))) await countLines(place, order_number, -1);
  if (lapses) await endClaim(trx, order_number, 'lapsed');
  else if (cancelled) await endClaim(trx, order_number, 'ended');
  else await dropClaim(trx, order_number);
}

/** The change returns what the lines have taken: the claim stays, with nothing. */
async function giveBack(place: Place, orderNumber: string): Promise<void> {
  if (!counts(await readClaim(place.trx, orderNumber))) return;
  await countLines(place, orderNumber, -1);
  await setClaimPieces(place.trx, orderNumber, 0);
}

async function takeLacking({ trx }: Place, orderNumber: string, change: Change): Promise<Claimed> {
  const lacking = await readLacking(trx, orderNumber);
  const { pieces, short } = await takeRest(trx, orderNumber, lacking);
  return { change: short ? raising(change, 'out_of_stock') : change, tookRest: pieces > 0 };
}

/**
 * An unproven order takes again what it lacks, within the limits of D53 and D65: staff have taken
 * back 'Not received', or its UTR came after the shop had cancelled it. The latter share one limit,
 * since their networks are forgotten.
 */
async function keepAgain({ trx, deps, at }: Place, after: OrderRow, change: Change): Promise<Claimed> {
  const { order_number, phone } = after;
  const claim = await readClaim(trx, order_number);
  const { network = '', network_48 = '' } = claim ?? {};
  const lacking = await readLacking(trx, order_number);
  const usage = await lockUsage(trx, { network, network48: network_48, phone }, order_number, at);
  const sizes = await lockStock(trx, lacking);
  const most = mayHoldOf(lacking, { sizes, held: [], usage }, true);
  const { pieces, short } = await takeRest(trx, order_number, lacking, most);
  const kept = { phone, pieces: pieces + (claim?.pieces ?? 0), created_at: at };
  const until = at + deps.terms.unprovenMs;
  if (claim) await utrCame(trx, order_number, until, kept);
  else await writeClaim(trx, { ...unprovenClaim(order_number, until), ...kept });
  return { change: short ? raising(change, 'out_of_stock') : change, tookRest: pieces > 0 };
}

/** Whether staff have moved the order on while it was pending, and not its payment. */
async function wasTakenOver(trx: Trx, orderNumber: string): Promise<boolean> {
  const moves = (await readEvents(trx, [orderNumber])).filter(({ status }) => status !== null);
  return moves.some(({ kind }, index) => kind === 'status' && moves[index - 1]?.status === 'pending');
}
