/**
 * Kitchen words of Hindi and Marathi for the English words on the shop's labels (D10, R3.2): common
 * spellings in Latin letters and Devanagari. Search adds the words of an entry to every product that has one
 * of its `labels`.
 */
export interface KitchenWord {
  /** Singular English words of a label, in lower case. Plurals in -s or -es match too. */
  readonly labels: readonly string[];
  readonly words: readonly string[];
}

export const KITCHEN_WORDS: readonly KitchenWord[] = [
  { labels: ['cashew'], words: ['kaju', 'kaaju', 'kajoo', 'काजू', 'काजु', 'cashew nut', 'काजूगर'] },
  { labels: ['almond'], words: ['badam', 'baadam', 'badaam', 'बादाम', 'बदाम'] },
  {
    labels: ['raisin'],
    words: [
      'kishmish',
      'kishmis',
      'kismis',
      'munakka',
      'किशमिश',
      'मुनक्का',
      'manuka',
      'bedane',
      'मनुका',
      'मनुके',
      'बेदाणे',
      'dakh',
      'दाख',
      'draksh',
    ],
  },
  { labels: ['black raisin'], words: ['kali kishmish', 'काली किशमिश', 'kale manuke', 'काळे मनुके'] },
  { labels: ['walnut'], words: ['akhrot', 'akhroat', 'अखरोट', 'akrod', 'अक्रोड'] },
  { labels: ['pistachio'], words: ['pista', 'pistha', 'पिस्ता'] },
  { labels: ['fig'], words: ['anjeer', 'anjir', 'अंजीर'] },
  { labels: ['date'], words: ['khajoor', 'khajur', 'chhuhara', 'खजूर', 'खजुर', 'छुहारा', 'kharik', 'खारीक'] },
  {
    labels: ['makhana', 'fox nut', 'foxnut', 'lotus seed'],
    words: ['makhana', 'makhane', 'phool makhana', 'fox nut', 'lotus seed', 'मखाना', 'मखाने', 'मखाणा', 'मखाणे'],
  },
  {
    labels: ['chana', 'chickpea', 'gram'],
    words: [
      'chana',
      'channa',
      'chickpea',
      'bhuna chana',
      'चना',
      'चने',
      'phutane',
      'futane',
      'चणे',
      'चणा',
      'फुटाणे',
      'harbhara',
      'हरभरा',
    ],
  },
  {
    labels: ['peanut', 'groundnut'],
    words: [
      'moongfali',
      'mungfali',
      'moongphali',
      'mumfali',
      'singdana',
      'groundnut',
      'मूंगफली',
      'मूँगफली',
      'shengdana',
      'shengdane',
      'शेंगदाणा',
      'शेंगदाणे',
    ],
  },
  { labels: ['apricot'], words: ['khubani', 'khumani', 'jardalu', 'खुबानी', 'खुमानी', 'जर्दालू', 'jardaloo', 'जर्दाळू'] },
  {
    labels: ['pumpkin seed', 'pumpkin'],
    words: ['kaddu', 'kaddu ke beej', 'कद्दू', 'कद्दू के बीज', 'bhopla', 'भोपळा', 'भोपळ्याच्या बिया'],
  },
  { labels: ['sunflower seed', 'sunflower'], words: ['surajmukhi', 'सूरजमुखी', 'suryaful', 'सूर्यफूल', 'सूर्यफुलाच्या बिया'] },
  { labels: ['flax seed', 'flaxseed', 'flax'], words: ['alsi', 'अलसी', 'teesi', 'तीसी', 'javas', 'जवस'] },
  { labels: ['coconut'], words: ['nariyal', 'नारियल', 'khopra', 'खोपरा', 'naral', 'नारळ', 'khobre', 'खोबरे'] },
  { labels: ['corn'], words: ['makka', 'makai', 'मक्का', 'maka', 'मका'] },
  { labels: ['salt', 'salted'], words: ['namkeen', 'namak', 'नमकीन', 'meeth', 'मीठ', 'खारे'] },
  { labels: ['cranberry', 'cranberries'], words: ['karonda', 'करौंदा', 'क्रैनबेरी', 'क्रॅनबेरी'] },
  { labels: ['chocolate'], words: ['चॉकलेट'] },
  { labels: ['roasted'], words: ['bhuna', 'bhuni', 'bhune', 'भुना', 'भुनी', 'भुने', 'bhajlele', 'भाजलेले'] },
  {
    labels: ['chilli', 'spicy', 'peri peri'],
    words: ['teekha', 'tikha', 'mirch', 'तीखा', 'मिर्च', 'tikhat', 'तिखट', 'mirchi', 'मिरची'],
  },
  { labels: ['masala'], words: ['masaledar', 'chatpata', 'मसाला', 'मसालेदार', 'चटपटा'] },
  { labels: ['lime'], words: ['nimbu', 'नींबू', 'limbu', 'लिंबू'] },
  { labels: ['cheese'], words: ['चीज', 'चीझ'] },
  { labels: ['jaggery'], words: ['gud', 'गुड़', 'gul', 'गूळ'] },
  { labels: ['seed'], words: ['beej', 'बीज', 'biya', 'बिया'] },
  { labels: ['nut', 'kernel'], words: ['giri', 'गिरी', 'नट्स'] },
  { labels: ['mix'], words: ['mixture', 'मिक्स', 'मिश्रण'] },
  { labels: ['gift'], words: ['tohfa', 'uphar', 'तोहफ़ा', 'उपहार', 'गिफ़्ट', 'bhet', 'भेट'] },
  { labels: ['combo'], words: ['कॉम्बो'] },
  { labels: ['kids', 'kid'], words: ['bachche', 'bachcho', 'बच्चे', 'बच्चों', 'mule', 'मुले', 'मुलांसाठी'] },
  { labels: ['snack', 'party'], words: ['nashta', 'chakna', 'नाश्ता', 'चखना', 'स्नैक्स', 'स्नॅक्स'] },
  { labels: ['protein', 'protein rich'], words: ['प्रोटीन'] },
  { labels: ['sesame'], words: ['til', 'तिल', 'तीळ'] },
  { labels: ['chironji', 'charoli'], words: ['chironji', 'charoli', 'चिरौंजी', 'चारोळी'] },
  { labels: ['melon seed', 'watermelon seed', 'muskmelon seed'], words: ['magaz', 'magaj', 'मगज'] },
  { labels: ['chia'], words: ['चिया'] },
  { labels: ['basil seed'], words: ['sabja', 'सब्जा'] },
  { labels: ['prune'], words: ['aloo bukhara', 'आलूबुखारा'] },
  { labels: ['pine nut'], words: ['chilgoza', 'चिलगोज़ा'] },
  { labels: ['mulberry', 'mulberries'], words: ['shahtoot', 'शहतूत', 'tuti', 'तुती'] },
  { labels: ['saffron'], words: ['kesar', 'केसर', 'keshar', 'केशर'] },
  { labels: ['cardamom'], words: ['elaichi', 'इलायची', 'velchi', 'वेलची'] },
  {
    labels: ['dried fruit', 'dry fruit'],
    words: ['meva', 'mewa', 'sukha meva', 'मेवा', 'सूखा मेवा', 'sukamewa', 'सुकामेवा', 'सुका मेवा'],
  },
];

/**
 * The kitchen words for an English text, without duplicates: 'Roasted Almonds 45%' → ['badam',
 * 'baadam', …].
 */
export function kitchenWordsFor(text: string): string[] {
  const plain = ` ${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;
  const found = new Set<string>();
  for (const { labels, words } of KITCHEN_WORDS) {
    if (labels.some((label) => [label, `${label}s`, `${label}es`].some((form) => plain.includes(` ${form} `)))) {
      for (const word of words) found.add(word);
    }
  }
  return [...found];
}
