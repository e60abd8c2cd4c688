export const OUT_OF_STOCK: string = 'Out of Stock';
export const LOW_STOCK: string = 'Low stock';
export const IN_STOCK: string = 'In stock';
export const onlyLeft = (stock: number) => `Only ${stock} left`;

/** Why Buy Now does not continue (R1.5). */
export const NOT_AVAILABLE: string = 'Product not available';
export const SELECT_SIZE: string = 'Please select a size';
export const SIZE_NOT_AVAILABLE: string = 'Selected size not available';
export const SIZE_OUT_OF_STOCK: string = 'This size is currently out of stock';
export const PRODUCT_OUT_OF_STOCK: string = 'This product is currently out of stock';
