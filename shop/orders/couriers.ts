/**
 * The couriers of India that the shop knows, and their own tracking pages. The ship form of the
 * admin, the API, the pages and the mails use this one table. Any other courier is kept as typed,
 * without a link. Does not import Zod.
 */
interface Courier {
  readonly name: string;
  /** Other spellings, in lower case and without spaces, dots and hyphens. */
  readonly also?: readonly string[];
  /** The courier's own tracking page, for one number where its address can contain one. */
  readonly page: string;
  /**
   * What stands between the page and the number. Without it the shopper enters the number there.
   */
  readonly numberAfter?: string;
}

const COURIERS: readonly Courier[] = [
  { name: 'Delhivery', page: 'https://www.delhivery.com/track/package/', numberAfter: '' },
  {
    name: 'Blue Dart',
    also: ['bluedartexpress'],
    page: 'https://www.bluedart.com/web/guest/trackdartresultthirdparty',
    numberAfter: '?trackFor=0&trackNo=',
  },
  { name: 'DTDC', also: ['dtdcexpress'], page: 'https://www.dtdc.com/track-your-shipment/' },
  {
    name: 'India Post',
    also: ['speedpost', 'indiapostspeedpost'],
    // Asks for a captcha with every number.
    page: 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  },
  { name: 'Ecom Express', also: ['ecom'], page: 'https://ecomexpress.in/tracking/', numberAfter: '?awb_field=' },
  { name: 'XpressBees', page: 'https://www.xpressbees.com/shipment/tracking', numberAfter: '?awbNo=' },
  { name: 'Shadowfax', page: 'https://tracker.shadowfax.in/' },
  { name: 'Ekart', also: ['ekartlogistics'], page: 'https://ekartlogistics.com/shipmenttrack/', numberAfter: '' },
];

export const COURIER_NAMES: readonly string[] = COURIERS.map(({ name }) => name);

function courierOf(text: string): Courier | undefined {
  const key = keyOf(text);
  return COURIERS.find(({ name, also }) => keyOf(name) === key || also?.includes(key));
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[\s.-]+/g, '');
}

/** 'Blue Dart' for 'bluedart'; a courier that is not in the table keeps its name. */
export function courierName(text: string): string {
  return courierOf(text)?.name ?? text;
}

/**
 * The courier's tracking page. `hasNumber`: it shows this parcel; otherwise the shopper enters the
 * number there.
 */
export interface CourierLink {
  url: string;
  hasNumber: boolean;
}

/** @returns null without a number, or for a courier that is not in the table */
export function courierLink(courier: string, number: string): CourierLink | null {
  const known = courierOf(courier);
  if (!known || number === '') return null;
  const { page, numberAfter } = known;
  return numberAfter === undefined
    ? { url: page, hasNumber: false }
    : { url: `${page}${numberAfter}${encodeURIComponent(number)}`, hasNumber: true };
}
