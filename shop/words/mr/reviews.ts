import type * as English from '../en/reviews.ts';

export const RATING_LABELS: typeof English.RATING_LABELS = ['', 'वाईट', 'ठीकठाक', 'चांगले', 'खूप चांगले', 'उत्कृष्ट'];

export const starsSentence: typeof English.starsSentence = (count, stars) => {
  if (count === 0) return `${stars} स्टारचा एकही रिव्ह्यू नाही`;
  return `${stars} ${count === 1 ? 'स्टारचा' : 'स्टारचे'} ${count} रिव्ह्यू`;
};

export const REVIEW_SENT: typeof English.REVIEW_SENT = 'धन्यवाद. तपासून झाल्यावर तुमचा रिव्ह्यू इथे दिसेल.';

export const REVIEW_FAULTS: typeof English.REVIEW_FAULTS = {
  nameMissing: 'तुमचे नाव लिहा',
  nameShort: 'नावात किमान 2 अक्षरे हवीत',
  nameLines: 'नाव एकाच ओळीत लिहा',
  nameLong: (most) => `नावात जास्तीत जास्त ${most} अक्षरे लिहा`,
  emailMissing: 'तुमचा ईमेल लिहा',
  emailWrong: 'योग्य ईमेल लिहा',
  titleLines: 'शीर्षक एकाच ओळीत लिहा',
  titleLong: (most) => `शीर्षकात जास्तीत जास्त ${most} अक्षरे लिहा`,
  commentMissing: 'तुमचे मत लिहा',
  commentLong: (most) => `जास्तीत जास्त ${most} अक्षरांत मत लिहा`,
  ratingMissing: 'रेटिंग निवडा',
};
