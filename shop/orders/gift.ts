/**
 * A gift has a message, which may be empty and is printed on the packing slip; an order without one
 * (null) is no gift. Its parcel shows no prices.
 */
export const MAX_GIFT_MESSAGE = 200;

/** What staff read wherever they pack. */
export const GIFT_RULE =
  'A gift: leave the invoice out of the parcel. The buyer has it by email and on the order page.';

const EMOJIS = /(?:(?![©®])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u20e3)\u200d?/gu;

/** The message as the slip prints it: no font of ours has emojis. */
export function printedGiftMessage(message: string): string {
  return message.replace(EMOJIS, '').trim();
}
