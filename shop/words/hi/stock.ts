import type * as English from '../en/stock.ts';

export const OUT_OF_STOCK: typeof English.OUT_OF_STOCK = 'स्टॉक में नहीं है';
export const LOW_STOCK: typeof English.LOW_STOCK = 'स्टॉक कम है';
export const IN_STOCK: typeof English.IN_STOCK = 'स्टॉक में है';
export const onlyLeft: typeof English.onlyLeft = (stock) => `सिर्फ़ ${stock} ${stock === 1 ? 'बचा है' : 'बचे हैं'}`;

export const NOT_AVAILABLE: typeof English.NOT_AVAILABLE = 'यह प्रोडक्ट अभी नहीं मिल रहा';
export const SELECT_SIZE: typeof English.SELECT_SIZE = 'पहले साइज़ चुनें';
export const SIZE_NOT_AVAILABLE: typeof English.SIZE_NOT_AVAILABLE = 'चुना हुआ साइज़ अभी नहीं मिल रहा';
export const SIZE_OUT_OF_STOCK: typeof English.SIZE_OUT_OF_STOCK = 'यह साइज़ अभी स्टॉक में नहीं है';
export const PRODUCT_OUT_OF_STOCK: typeof English.PRODUCT_OUT_OF_STOCK = 'यह प्रोडक्ट अभी स्टॉक में नहीं है';
