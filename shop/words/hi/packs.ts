import type * as English from '../en/packs.ts';

const UNITS = { g: 'ग्राम', kg: 'किलो', mg: 'मिलीग्राम', kcal: 'किलो कैलोरी', ml: 'मिली', l: 'लीटर' };
type Unit = keyof typeof UNITS;

/** '250g', '1.5 kg', '4 x 250g'. */
const AMOUNT = /^(?:(\d+) ?[x×] ?)?(\d+(?:\.\d+)?) ?(g|kg|ml|l)$/i;
const PACK = /^pack of (\d+)$/i;

/** A label in other words is shown as the owner wrote it. */
export const sizeLabel: typeof English.sizeLabel = (size) => {
  const [, packs, amount, unit] = AMOUNT.exec(size) ?? [];
  if (amount && unit) return `${packs ? `${packs} × ` : ''}${amount} ${UNITS[unit.toLowerCase() as Unit]}`;
  const [, count] = PACK.exec(size) ?? [];
  return count ? `${count} का पैक` : size === 'Standard' ? 'स्टैंडर्ड' : size;
};

export const measure: typeof English.measure = (amount, unit) => `${amount} ${UNITS[unit]}`;

export const asSentences: typeof English.asSentences = (texts) => texts.join('। ');

/** Where dry fruits, nuts and seeds come from. Another country is shown as the owner wrote it. */
const COUNTRIES: Record<string, string> = {
  Afghanistan: 'अफ़गानिस्तान',
  Australia: 'ऑस्ट्रेलिया',
  Brazil: 'ब्राज़ील',
  Canada: 'कनाडा',
  Chile: 'चिली',
  China: 'चीन',
  Egypt: 'मिस्र',
  India: 'भारत',
  Iran: 'ईरान',
  Israel: 'इज़राइल',
  Italy: 'इटली',
  Jordan: 'जॉर्डन',
  Nepal: 'नेपाल',
  Oman: 'ओमान',
  Peru: 'पेरू',
  'Saudi Arabia': 'सऊदी अरब',
  'South Africa': 'दक्षिण अफ़्रीका',
  Spain: 'स्पेन',
  'Sri Lanka': 'श्रीलंका',
  Tunisia: 'ट्यूनीशिया',
  Turkey: 'तुर्की',
  Türkiye: 'तुर्की',
  UAE: 'UAE',
  UK: 'ब्रिटेन',
  USA: 'अमेरिका',
  Vietnam: 'वियतनाम',
};

export const countryName: typeof English.countryName = (countries) =>
  countries
    .split(',')
    .map((name) => COUNTRIES[name.trim()] ?? name.trim())
    .join(', ');
