import type * as English from '../en/packs.ts';

const UNITS = { g: 'ग्रॅम', kg: 'किलो', mg: 'मिलिग्रॅम', kcal: 'किलोकॅलरी', ml: 'मिली', l: 'लिटर' };
type Unit = keyof typeof UNITS;

/** '250g', '1.5 kg', '4 x 250g'. */
const AMOUNT = /^(?:(\d+) ?[x×] ?)?(\d+(?:\.\d+)?) ?(g|kg|ml|l)$/i;
const PACK = /^pack of (\d+)$/i;

/** A label in other words is shown as the owner wrote it. */
export const sizeLabel: typeof English.sizeLabel = (size) => {
  const [, packs, amount, unit] = AMOUNT.exec(size) ?? [];
  if (amount && unit) return `${packs ? `${packs} × ` : ''}${amount} ${UNITS[unit.toLowerCase() as Unit]}`;
  const [, count] = PACK.exec(size) ?? [];
  return count ? `${count} चा पॅक` : size === 'Standard' ? 'स्टँडर्ड' : size;
};

export const measure: typeof English.measure = (amount, unit) => `${amount} ${UNITS[unit]}`;

export const asSentences: typeof English.asSentences = (texts) => texts.join('. ');

/** Where dry fruits, nuts and seeds come from. Another country is shown as the owner wrote it. */
const COUNTRIES: Record<string, string> = {
  Afghanistan: 'अफगाणिस्तान',
  Australia: 'ऑस्ट्रेलिया',
  Brazil: 'ब्राझील',
  Canada: 'कॅनडा',
  Chile: 'चिली',
  China: 'चीन',
  Egypt: 'इजिप्त',
  India: 'भारत',
  Iran: 'इराण',
  Israel: 'इस्रायल',
  Italy: 'इटली',
  Jordan: 'जॉर्डन',
  Nepal: 'नेपाळ',
  Oman: 'ओमान',
  Peru: 'पेरू',
  'Saudi Arabia': 'सौदी अरेबिया',
  'South Africa': 'दक्षिण आफ्रिका',
  Spain: 'स्पेन',
  'Sri Lanka': 'श्रीलंका',
  Tunisia: 'ट्युनिसिया',
  Turkey: 'तुर्की',
  Türkiye: 'तुर्की',
  UAE: 'UAE',
  UK: 'ब्रिटन',
  USA: 'अमेरिका',
  Vietnam: 'व्हिएतनाम',
};

export const countryName: typeof English.countryName = (countries) =>
  countries
    .split(',')
    .map((name) => COUNTRIES[name.trim()] ?? name.trim())
    .join(', ');
