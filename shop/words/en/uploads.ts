/** What shoppers read about a photo that they cannot send (shop/media/uploads.ts). */
export const PHOTO_FAULTS = {
  invalid: 'Invalid image file. Please select a valid image.',
  tooHeavy: 'Image size should be less than 5MB',
  failed: 'Failed to upload image',
};
