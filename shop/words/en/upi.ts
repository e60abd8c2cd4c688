/** What shoppers read about the UTR (shop/money/upi.ts). */

export const UTR_TEXTS = {
  missing: 'Please enter UTR/Reference number',
  short: 'UTR/Reference number must be at least 10 digits long',
  long: 'UTR/Reference number must be at most 20 characters long',
};

/** Steps to find the UTR, by the id of the app. */
export const UTR_STEPS: Record<string, readonly string[]> = {
  phonepe: ['Open PhonePe and tap History', 'Tap the payment to the shop', "Copy the 12-digit number beside 'UTR'"],
  googlepay: [
    'Open Google Pay and tap the payment to the shop',
    "Copy the 12-digit number under 'UPI transaction ID'",
    "Do not use the 'Google transaction ID' (it begins with letters such as CICAg)",
  ],
  paytm: [
    "Open Paytm and tap 'Balance & History'",
    'Tap the payment to the shop',
    "Copy the 12-digit number beside 'UPI Ref No.'",
  ],
  bhim: ['Open BHIM and tap Transaction History', 'Tap the payment to the shop', 'Copy the 12-digit reference number'],
};

/** For apps without their own steps. */
export const GENERAL_UTR_STEPS: readonly string[] = [
  'Open your UPI app and go to the transaction history',
  'Tap the payment to the shop',
  "Copy the 12-digit number called 'UTR', 'UPI Ref No.' or 'RRN'",
];
