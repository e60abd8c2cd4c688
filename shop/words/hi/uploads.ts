import type * as English from '../en/uploads.ts';

export const PHOTO_FAULTS: typeof English.PHOTO_FAULTS = {
  invalid: 'यह फ़ोटो नहीं खुल रही। कोई दूसरी फ़ोटो चुनें।',
  tooHeavy: 'फ़ोटो 5MB से छोटी होनी चाहिए',
  failed: 'फ़ोटो अपलोड नहीं हो पाई',
};
