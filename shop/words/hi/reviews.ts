import type * as English from '../en/reviews.ts';

export const RATING_LABELS: typeof English.RATING_LABELS = ['', 'ख़राब', 'ठीक-ठाक', 'अच्छा', 'बहुत अच्छा', 'शानदार'];

export const starsSentence: typeof English.starsSentence = (count, stars) =>
  count === 0 ? `${stars} स्टार वाला कोई रिव्यू नहीं` : `${stars} स्टार वाले ${count} रिव्यू`;

export const REVIEW_SENT: typeof English.REVIEW_SENT = 'धन्यवाद। जाँच के बाद आपका रिव्यू यहाँ दिखने लगेगा।';

export const REVIEW_FAULTS: typeof English.REVIEW_FAULTS = {
  nameMissing: 'अपना नाम लिखें',
  nameShort: 'नाम में कम से कम 2 अक्षर होने चाहिए',
  nameLines: 'नाम एक ही लाइन में लिखें',
  nameLong: (most) => `नाम ${most} अक्षरों से लंबा न हो`,
  emailMissing: 'अपना ई-मेल लिखें',
  emailWrong: 'सही ई-मेल लिखें',
  titleLines: 'शीर्षक एक ही लाइन में लिखें',
  titleLong: (most) => `शीर्षक ${most} अक्षरों से लंबा न हो`,
  commentMissing: 'अपनी राय लिखें',
  commentLong: (most) => `राय ${most} अक्षरों से लंबी न हो`,
  ratingMissing: 'रेटिंग चुनें',
};
