/** Who a mail comes from. */
export interface Sender {
  name: string;
  address: string;
}

/**
 * The sender of the shop's mails. MAIL_FROM may be a name and an address, which then stands as it is, or an address alone: that one bears
 * the brand's name as the shop settings have it at that moment (D1).
 */
export function senderOf(mailFrom: string, brandName: string): string | Sender {
  const text = mailFrom.trim();
  return /[<>\s]/.test(text) ? text : { name: brandName, address: text };
}

/** As a person reads it. */
export function senderText(mailFrom: string, brandName: string): string {
  const sender = senderOf(mailFrom, brandName);
  return typeof sender === 'string' ? sender : `${sender.name} <${sender.address}>`;
}
