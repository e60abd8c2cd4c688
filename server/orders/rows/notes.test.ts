import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#shop/language.ts';
import type { ShopSentence } from '#shop/orders/sentences.ts';
import { inWords, noteColumns, orderColumns, storedWords } from './notes.ts';

const BANK = { amount: 103_650, utr: '632500000777' };
const WHY = { why: 'Not at the bank' };

/** A sentence in English, Hindi and Marathi. */
type Row = [sentence: ShopSentence, en: string, hi: string, mr: string];

const SENTENCES: Row[] = [
  [
    { say: 'cancelledSoon', hours: 1 },
    'Without it, we cancel the order in about 1 hour.',
    'UTR न मिलने पर करीब 1 घंटे में यह ऑर्डर रद्द हो जाएगा।',
    'UTR न आल्यास सुमारे 1 तासात आम्ही ही ऑर्डर रद्द करू.',
  ],
  [
    { say: 'notPaid', hours: 48 },
    'We did not receive a payment reference (UTR) within 48 hours. If you have paid, please send it to us: we open the order again.',
    'पेमेंट का रेफ़रेंस (UTR) 48 घंटे में हमें नहीं मिला। अगर आपने पेमेंट कर दिया है, तो UTR हमें भेजें: हम ऑर्डर फिर से खोल देंगे।',
    'पेमेंटचा रेफरन्स (UTR) 48 तासांत आम्हाला मिळाला नाही. तुम्ही पेमेंट केले असेल, तर UTR आम्हाला पाठवा: आम्ही ऑर्डर पुन्हा उघडू.',
  ],
  [
    { say: 'parcelCorrected' },
    'Please use this courier and tracking number; they replace those of our email before.',
    'अब इसी कूरियर और ट्रैकिंग नंबर से पार्सल देखें। पिछले ई-मेल वाला नंबर सही नहीं था।',
    'आता हेच कुरिअर आणि हाच ट्रॅकिंग नंबर वापरा, आधीच्या ईमेलमधले नको.',
  ],
  [
    { say: 'refundSent', amount: 103_650, reference: '6325 / A' },
    'Refund of ₹1,036.50 sent, reference 6325 / A',
    '₹1,036.50 का रिफ़ंड भेज दिया गया, रेफ़रेंस 6325 / A',
    '₹1,036.50 चा रिफंड पाठवला, रेफरन्स 6325 / A',
  ],
  [
    { say: 'refundSent', amount: 29_900, reference: null },
    'Refund of ₹299 sent',
    '₹299 का रिफ़ंड भेज दिया गया',
    '₹299 चा रिफंड पाठवला',
  ],
  [{ say: 'utrReceived' }, 'UTR received', 'UTR मिल गया', 'UTR मिळाला'],
  [{ say: 'utrAgain' }, 'The same UTR again', 'वही UTR फिर से मिला', 'तोच UTR पुन्हा मिळाला'],
  [
    { say: 'utrReopened' },
    'Reopened: the UTR has arrived',
    'UTR मिल गया, इसलिए ऑर्डर फिर से खुल गया',
    'UTR मिळाला, म्हणून ऑर्डर पुन्हा उघडली',
  ],
  [{ say: 'paymentVerified' }, 'Payment verified', 'पेमेंट मिल गया', 'पेमेंट मिळाले'],
  [{ say: 'paymentChecked' }, 'Payment is being checked again', 'पेमेंट की फिर से जाँच हो रही है', 'पेमेंट पुन्हा तपासले जात आहे'],
  [
    { say: 'takenBack', ...BANK },
    'The bank took back ₹1,036.50 (UTR 632500000777)',
    'बैंक ने ₹1,036.50 लौटा दिए (UTR 632500000777)',
    'बँकेने ₹1,036.50 परत केले (UTR 632500000777)',
  ],
  [
    { say: 'paymentTakenBack', ...BANK },
    'Payment withdrawn: The bank took back ₹1,036.50 (UTR 632500000777)',
    'बैंक ने ₹1,036.50 लौटा दिए (UTR 632500000777)',
    'बँकेने ₹1,036.50 परत केले (UTR 632500000777)',
  ],
  [
    { say: 'paymentMissed', ...BANK },
    'Payment not verified: The bank took back ₹1,036.50 (UTR 632500000777)',
    'बैंक ने ₹1,036.50 लौटा दिए (UTR 632500000777)',
    'बँकेने ₹1,036.50 परत केले (UTR 632500000777)',
  ],
  [
    { say: 'paymentWithdrawn', ...WHY },
    'Payment withdrawn: Not at the bank',
    'पेमेंट मान्य नहीं रहा: Not at the bank',
    'पेमेंट आता मान्य नाही: Not at the bank',
  ],
  [
    { say: 'paymentRejected', ...WHY },
    'Payment not verified: Not at the bank',
    'पेमेंट नहीं मिला: Not at the bank',
    'पेमेंट सापडले नाही: Not at the bank',
  ],
];

describe('the words of a sentence of the shop', () => {
  test.each(SENTENCES)('%j', (sentence, ...texts) => {
    const { note, sentence: stored } = noteColumns(sentence);
    expect(note).toBe('');
    expect(LANGUAGE_CODES.map((language) => storedWords(note, stored, language))).toEqual(texts);
  });

  test('what a person wrote stays as it is', () => {
    const typed = 'Changed my mind. Refund of ₹5 sent';
    expect(noteColumns(typed)).toEqual({ note: typed, sentence: null });
    expect(storedWords(typed, null, 'hi')).toBe(typed);
    expect(inWords(typed, 'mr')).toBe(typed);
  });
});

test('a new reason of an order replaces the one before, of a person or of the shop', () => {
  const sentence: ShopSentence = { say: 'notPaid', hours: 24 };
  expect(orderColumns({ status: 'cancelled', cancel_reason: sentence })).toEqual({
    status: 'cancelled',
    cancel_reason: '',
    cancel_sentence: JSON.stringify(sentence),
  });
  expect(orderColumns({ cancel_reason: 'Twice', payment_note: '' })).toEqual({
    cancel_reason: 'Twice',
    cancel_sentence: null,
    payment_note: '',
    payment_sentence: null,
  });
  expect(orderColumns({ courier: 'Post' })).toEqual({ courier: 'Post' });
});
