import type * as English from '../en/cart.ts';
import { sizeLabel } from './packs.ts';
import { onlyLeft } from './stock.ts';

export const CART_TEXTS: typeof English.CART_TEXTS = {
  removed: 'वस्तू कार्टमधून हटवली',
  empty: 'तुमचे कार्ट रिकामे आहे',
  gone: 'ज्या वस्तू उपलब्ध नाहीत, त्या हटवा.',
  zipMissing: 'तुमचा पिनकोड टाका',
  zipChecked: 'इथे डिलिव्हरी होते',
};

export const CART_FAULTS: typeof English.CART_FAULTS = {
  missing: 'कार्टमध्ये काही सापडले नाही. वस्तू टाकून पुन्हा प्रयत्न करा.',
  unreadable: 'कार्ट वाचता आले नाही. पेज रीफ्रेश करून पुन्हा प्रयत्न करा.',
  empty: 'तुमचे कार्ट रिकामे आहे. वस्तू टाकून पुन्हा प्रयत्न करा.',
  invalid: 'कार्टमध्ये ऑर्डर करता येईल असे काही नाही. कार्टमध्ये वस्तू टाका.',
};

export const LINE_FAULTS: typeof English.LINE_FAULTS = {
  gone: ({ name }) => `${name} आता उपलब्ध नाही.`,
  sold_out: ({ name, size }) => `${size ? `${name} (${sizeLabel(size)})` : name} स्टॉकमध्ये नाही.`,
};

export const tooFewLeft: typeof English.tooFewLeft = ({ stock, name, size }) =>
  `${name} (${sizeLabel(size)}): ${onlyLeft(stock)}. संख्या कमी करा.`;
