import { fieldError, ShopError } from '../../errors.ts';
import { hasParcel, isOnItsWay, statusLabel } from '../order-status.ts';
import { type Change, MOST_OF_A_KIND, type OrderState } from './change.ts';

export interface ParcelInput {
  courier: string;
  courierTracking: string;
  /** Send the shopper a new mail with the corrected number. */
  notify: boolean;
}

/** Queued mails about the parcel that are replaced by this change. */
export interface WaitingMails {
  count: number;
  /** Whether the invoice was attached to one of them. */
  invoice: boolean;
  /** How many others the shopper got in the last 24 hours. */
  told: number;
}

/**
 * Whether this input has an effect: courier or number change, or a mail is requested.
 *
 * @throws ShopError wrong_move (no parcel, or it has arrived), validation (a mail without a
 *   tracking number)
 */
export function checkParcel(order: OrderState, { courier, courierTracking, notify }: ParcelInput): boolean {
  const { status } = order;
  if (!hasParcel(status)) {
    const message = `An order that is ${statusLabel(status).toLowerCase()} has no parcel under way.`;
    throw new ShopError('wrong_move', { message });
  }
  if (notify && !isOnItsWay(status)) {
    throw new ShopError('wrong_move', { message: 'This parcel has arrived: no email is sent about it any more.' });
  }
  if (notify && courierTracking === '') {
    throw fieldError('validation', 'courierTracking', 'Please enter the tracking number');
  }
  return notify || differs(order, { courier, courierTracking });
}

/**
 * Enters or corrects courier and tracking number of a shipped parcel. Queued mails about the parcel
 * are replaced, so that none is sent with the wrong number. Otherwise the shopper gets a mail only
 * if `notify` is set.
 *
 * @param waiting the replaced mails, already removed from the outbox
 * @throws ShopError see `checkParcel`; wrong_move when the shopper got `MOST_OF_A_KIND` mails
 */
export function correctParcel(order: OrderState, input: ParcelInput, waiting: WaitingMails): Change {
  checkParcel(order, input);
  const { courier, courierTracking, notify } = input;
  if (notify && waiting.told >= MOST_OF_A_KIND) {
    const message = `The shopper got ${waiting.told} emails about this parcel today. Save it without an email.`;
    throw new ShopError('wrong_move', { message });
  }
  const before = { courier: order.courier, courierTracking: order.courier_tracking };
  const changed = differs(order, input);
  const was = parcelText(before);
  const mailed = (notify || waiting.count > 0) && order.email !== '';
  return {
    columns: changed ? { courier, courier_tracking: courierTracking } : {},
    events: changed
      ? [
          {
            kind: 'parcel',
            status: null,
            note: `${parcelText(input) || 'Removed'}${was && ` (before: ${was})`}`,
          },
        ]
      : { none: 'only the mail is sent again' },
    audit: { action: 'order.parcel', before, after: { courier, courierTracking, ...(mailed ? { mailed } : {}) } },
    mails: mailed
      ? [
          {
            kind: 'shipped',
            note: changed && waiting.count === 0 && was !== '' ? { say: 'parcelCorrected' } : '',
            // Keep the attachment of the replaced mail.
            invoice: waiting.invoice,
          },
        ]
      : [],
  };
}

type Parcel = Pick<ParcelInput, 'courier' | 'courierTracking'>;

function differs(order: OrderState, { courier, courierTracking }: Parcel): boolean {
  return order.courier !== courier || order.courier_tracking !== courierTracking;
}

function parcelText({ courier, courierTracking }: Parcel): string {
  return [courier, courierTracking].filter(Boolean).join(' ');
}
