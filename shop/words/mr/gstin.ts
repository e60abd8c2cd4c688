import type * as English from '../en/gstin.ts';

export const GSTIN_TEXTS: typeof English.GSTIN_TEXTS = {
  abroad: 'GSTIN फक्त भारतातल्या डिलिव्हरीसाठी वापरता येतो',
  format: 'GSTIN मध्ये 15 अक्षरे आणि अंक असतात, जसे 27AAPFU0939F1ZV',
  wrong: 'हा GSTIN बरोबर नाही. प्रत्येक अक्षर आणि अंक एकदा तपासा',
  otherState: (state, supply) =>
    `हा GSTIN ${state} चा आहे, पण पार्सल ${supply} इथे जात आहे. तुमचा ${supply} चा GSTIN टाका, किंवा हे रिकामे सोडा`,
};
