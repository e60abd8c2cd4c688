import type * as English from '../en/cart.ts';
import { sizeLabel } from './packs.ts';
import { onlyLeft } from './stock.ts';

export const CART_TEXTS: typeof English.CART_TEXTS = {
  removed: 'आइटम कार्ट से हटा दिया गया',
  empty: 'आपका कार्ट ख़ाली है',
  gone: 'जो आइटम अभी नहीं मिल रहे, उन्हें हटा दें।',
  zipMissing: 'अपना पिनकोड डालें',
  zipChecked: 'यहाँ डिलीवरी होती है',
};

export const CART_FAULTS: typeof English.CART_FAULTS = {
  missing: 'कार्ट में कुछ नहीं मिला। कुछ प्रोडक्ट डालकर फिर कोशिश करें।',
  unreadable: 'कार्ट पढ़ा नहीं जा सका। पेज रीफ़्रेश करके फिर कोशिश करें।',
  empty: 'आपका कार्ट ख़ाली है। कुछ प्रोडक्ट डालकर फिर कोशिश करें।',
  invalid: 'कार्ट में ऐसा कुछ नहीं है जिसे ऑर्डर किया जा सके। कार्ट में प्रोडक्ट डालें।',
};

export const LINE_FAULTS: typeof English.LINE_FAULTS = {
  gone: ({ name }) => `${name} अब हमारे पास नहीं है।`,
  sold_out: ({ name, size }) => `${size ? `${name} (${sizeLabel(size)})` : name} स्टॉक में नहीं है।`,
};

export const tooFewLeft: typeof English.tooFewLeft = ({ stock, name, size }) =>
  `${name} (${sizeLabel(size)}): ${onlyLeft(stock)}। संख्या कम कर लें।`;
