import type * as English from '../en/uploads.ts';

export const PHOTO_FAULTS: typeof English.PHOTO_FAULTS = {
  invalid: 'हा फोटो उघडत नाही. दुसरा फोटो निवडा.',
  tooHeavy: 'फोटो 5MB पेक्षा लहान असावा',
  failed: 'फोटो अपलोड झाला नाही',
};
