/** What shoppers read about the GSTIN of their business (shop/india/gstin.ts). */
export const GSTIN_TEXTS = {
  abroad: 'A GSTIN can be used only for a delivery in India',
  format: 'A GSTIN has 15 letters and digits, such as 27AAPFU0939F1ZV',
  wrong: 'This GSTIN is not valid. Please check each letter and digit',
  otherState: (state: string, supply: string): string =>
    `This GSTIN is registered in ${state}, but the parcel goes to ${supply}. Use your GSTIN for ${supply}, or leave it empty`,
};
