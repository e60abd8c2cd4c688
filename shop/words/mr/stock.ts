import type * as English from '../en/stock.ts';

export const OUT_OF_STOCK: typeof English.OUT_OF_STOCK = 'स्टॉक संपला';
export const LOW_STOCK: typeof English.LOW_STOCK = 'स्टॉक कमी आहे';
export const IN_STOCK: typeof English.IN_STOCK = 'स्टॉकमध्ये आहे';
export const onlyLeft: typeof English.onlyLeft = (stock) => `फक्त ${stock} ${stock === 1 ? 'उरले आहे' : 'उरले आहेत'}`;

export const NOT_AVAILABLE: typeof English.NOT_AVAILABLE = 'हे प्रॉडक्ट सध्या उपलब्ध नाही';
export const SELECT_SIZE: typeof English.SELECT_SIZE = 'आधी साइज निवडा';
export const SIZE_NOT_AVAILABLE: typeof English.SIZE_NOT_AVAILABLE = 'निवडलेली साइज सध्या उपलब्ध नाही';
export const SIZE_OUT_OF_STOCK: typeof English.SIZE_OUT_OF_STOCK = 'ही साइज सध्या स्टॉकमध्ये नाही';
export const PRODUCT_OUT_OF_STOCK: typeof English.PRODUCT_OUT_OF_STOCK = 'हे प्रॉडक्ट सध्या स्टॉकमध्ये नाही';
