/** The From address of a mail. */
export interface Sender {
  name: string;
  address: string;
}

/**
 * The sender of the shop's mails. MAIL_FROM is either a name with an address, which is used as is,
 * or a plain address, which is combined with the current brand name of the shop settings (D1).
 */
export function senderOf(mailFrom: string, brandName: string): string | Sender {
  const text = mailFrom.trim();
  return /[<>\s]/.test(text) ? text : { name: brandName, address: text };
}

/** The sender as display text. */
export function senderText(mailFrom: string, brandName: string): string {
  const sender = senderOf(mailFrom, brandName);
  return typeof sender === 'string' ? sender : `${sender.name} <${sender.address}>`;
}

/** The address alone. */
export function addressOf(mailFrom: string): string {
  return /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? mailFrom;
}
