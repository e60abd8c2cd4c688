/** What happens after 'Notify me' (shop/contacts/back-in-stock.ts). */
export const ALERT_SENT = {
  codeSent: 'Please check your email, and enter the 6-digit code from it here.',
  phoneKept: 'Thank you. We will write to you on WhatsApp when it is back.',
  confirmed: 'Thank you. We will write to you once, when it is back.',
  phonesFull: 'We cannot take more mobile numbers right now. Please enter your email address instead.',
};
