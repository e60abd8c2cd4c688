import { z } from 'zod';
import { type Contract, fresh, ok, SMALL_BODY } from '../contract.ts';
import { UPLOAD_LIMITS } from '../media/uploads.ts';
import { limitedPagination, Pagination } from '../page-parameters.ts';
import { Category, Product, ProductInput } from './catalogue.ts';
import { ProductQuery, SearchQuery } from './catalogue-query.ts';
import { AdminCategory, CategoryInput, CategoryQuery } from './category-input.ts';
import { DeviceInput } from './device-input.ts';
import {
  BulkInput,
  CopiedPictures,
  CopyPicturesInput,
  Feeds,
  ImportInput,
  ImportResult,
  LinkedPictures,
  ProductStats,
  ProductStatusInput,
  StockHistory,
  StockInput,
} from './product-admin.ts';
import {
  AdminReview,
  PublicReview,
  RatingBar,
  ReviewCorrection,
  ReviewInput,
  ReviewListQuery,
  ReviewQuery,
  ReviewReceipt,
  ReviewReplyInput,
  ReviewStats,
  ReviewStatusInput,
  SentReviewPhoto,
} from './review-input.ts';
import { SizePrices, SizePricesInput } from './size-prices.ts';

const message = z.string();
const products = z.array(Product);
const categories = z.array(Category);
const ProductSaved = ok({ message, product: Product });
const CategorySaved = ok({ message, category: Category });
const ReviewSaved = ok({ message, review: AdminReview });

const open = { tag: 'catalogue', access: 'public' } as const;
const staff = { tag: 'catalogue', access: 'staff' } as const;
const productStaff = { tag: 'products (staff)', access: 'staff' } as const;
const productAdmin = { tag: 'products (admin)', access: 'admin' } as const;
const reviewStaff = { tag: 'reviews (staff)', access: 'staff' } as const;

const PhotoQuery = z.object({
  size: z.enum(['whole', 'small'], { error: 'size must be whole or small.' }).default('whole'),
});

/** A product form with a hundred long reviews in an Indian script. */
const FORM_BYTES = 1024 * 1024;
/** 200 lines with long descriptions. */
const IMPORT_BYTES = 2 * 1024 * 1024;
/** 1,000 sizes with the longest names. */
const BULK_BYTES = 512 * 1024;

/** Products (R1.7, D11) and what the admin's list needs beside them (R3.10 R1.3). */
export const productsApi = {
  'GET /products': {
    ...open,
    scope: 'products:read',
    summary: 'Products, filtered, sorted and paged; inactive ones for signed-in staff only',
    query: ProductQuery.extend(fresh),
    responses: { 200: ok({ products, pagination: Pagination, total: z.number() }) },
  },
  'GET /products/featured': {
    ...open,
    scope: 'products:read',
    summary: 'The sections of the home page',
    responses: { 200: ok({ bestSellers: products, valueCombos: products, youMayAlsoLike: products }) },
  },
  'GET /products/best-sellers': {
    ...open,
    scope: 'products:read',
    summary: 'Best sellers, or the fallback match when none is chosen',
    responses: { 200: ok({ products, bestSellers: products }) },
  },
  'GET /products/search': {
    ...open,
    scope: 'products:read',
    summary: 'Best matches for a text: beginnings of words, typing errors, Hindi kitchen words, packs (grams)',
    query: SearchQuery,
    responses: { 200: ok({ products, total: z.number(), exact: z.boolean(), grams: z.number().nullable() }) },
  },
  'GET /products/:id': {
    ...open,
    scope: 'products:read',
    summary: 'One product with its approved reviews',
    query: z.object(fresh),
    responses: { 200: ok({ product: Product, reviews: z.array(PublicReview) }) },
    fails: [404],
  },
  'POST /products': {
    ...staff,
    summary: 'A new product; its id is made from its name',
    body: ProductInput,
    bodyLimit: FORM_BYTES,
    responses: { 201: ProductSaved },
    fails: [404, 409],
  },
  'PUT /products/:id': {
    ...staff,
    summary: 'Save a whole product',
    body: ProductInput,
    bodyLimit: FORM_BYTES,
    responses: { 200: ProductSaved },
    fails: [404, 409],
  },
  'DELETE /products/:id': {
    ...staff,
    summary: 'Take a product out of the shop; orders keep their copy',
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
  'PATCH /products/:id/toggle-status': {
    ...staff,
    summary: 'Active, Inactive or Out of Stock',
    body: ProductStatusInput,
    responses: { 200: ProductSaved },
    fails: [404, 409],
  },
  'GET /admin/products/stats': {
    ...productStaff,
    scope: 'products:read',
    summary: 'Live figures of all products, inactive ones included',
    responses: { 200: ok({ stats: ProductStats }) },
  },
  'GET /admin/products/feeds': {
    ...productAdmin,
    summary: 'Addresses of the feeds for Google Merchant Center and Meta, and what they list',
    responses: { 200: ok(Feeds.shape) },
  },
  'GET /admin/products/export': {
    ...productStaff,
    scope: 'products:read',
    summary: 'The products of a filter as CSV, one line for each size, safe against formulas',
    query: ProductQuery,
    responses: { 200: { contentType: 'text/csv' } },
  },
  'POST /admin/products/bulk': {
    ...productStaff,
    summary:
      'Change prices and stock of many sizes, all or none; sent again with from and to swapped, and what it has moved, it is undone',
    body: BulkInput,
    bodyLimit: BULK_BYTES,
    responses: {
      200: ok({
        message,
        changed: z.number(),
        moved: z
          .array(z.number())
          .describe('pieces that each row has moved; fewer than asked for where fewer were left'),
      }),
    },
    fails: [404, 409],
  },
  'GET /admin/products/:id/stock': {
    ...productStaff,
    scope: 'products:read',
    summary: 'The stock of each size, and who changed it, when, by how much and why',
    responses: { 200: ok({ history: StockHistory }) },
    fails: [404],
  },
  'POST /admin/products/:id/stock': {
    ...productStaff,
    scope: 'stock:write',
    summary: 'Receive or correct stock of one or more sizes with a reason, all or none',
    body: StockInput,
    responses: { 200: ok({ message, product: Product }) },
    fails: [404, 409],
  },
  'GET /admin/products/:id/prices': {
    ...productAdmin,
    summary: 'What each size costs the owner, and its sale price',
    responses: { 200: ok({ sizes: z.array(SizePrices), version: z.number() }) },
    fails: [404],
  },
  'PUT /admin/products/:id/prices': {
    ...productAdmin,
    summary: 'Save costs and sale prices of all sizes',
    body: SizePricesInput,
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
  'POST /admin/products/import': {
    ...productStaff,
    summary: 'Import lines of a CSV, keyed by id, or only check them (dryRun); errors by line and column',
    body: ImportInput,
    bodyLimit: IMPORT_BYTES,
    responses: { 200: ok({ results: z.array(ImportResult) }) },
  },
  'GET /admin/products/linked-pictures': {
    ...productStaff,
    summary: 'The products with pictures of other sites',
    responses: { 200: ok({ products: z.array(LinkedPictures) }) },
  },
  'POST /admin/products/:id/pictures': {
    ...productStaff,
    summary: 'Copy pictures that a product links to into the shop; those that cannot be fetched stay links',
    body: CopyPicturesInput,
    responses: { 200: ok(CopiedPictures.shape) },
    fails: [404, 409],
  },
} as const satisfies Contract;

/** Categories (R1.7). */
export const categoriesApi = {
  'GET /products/categories': {
    ...open,
    scope: 'products:read',
    summary: 'Categories',
    responses: { 200: ok({ categories }) },
  },
  'GET /categories': {
    ...open,
    scope: 'products:read',
    summary: 'Categories; with parentCategory those below it',
    query: CategoryQuery,
    responses: { 200: ok({ categories }) },
  },
  'GET /categories/:id': {
    ...open,
    scope: 'products:read',
    summary: 'One category by id or slug',
    responses: { 200: ok({ category: Category }) },
    fails: [404],
  },
  'GET /admin/categories': {
    ...staff,
    scope: 'products:read',
    summary: 'Every category with the number of its products and its version',
    responses: { 200: ok({ categories: z.array(AdminCategory) }) },
  },
  'POST /categories': {
    ...staff,
    summary: 'A new category; its slug is made from its name and never changes',
    body: CategoryInput,
    responses: { 201: CategorySaved },
    fails: [409],
  },
  'PUT /categories/:id': {
    ...staff,
    summary: 'Rename, describe and place a category; its products stay in it',
    body: CategoryInput,
    responses: { 200: CategorySaved },
    fails: [404, 409],
  },
  'DELETE /categories/:id': {
    ...staff,
    summary: 'Delete a category; 409 while products are in it',
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
} as const satisfies Contract;

/** Reviews: what shoppers read and write (R1.7, D15, D48), and moderation (R2.2 and R2.7). */
export const reviewsApi = {
  'GET /reviews/product/:id': {
    tag: 'reviews',
    access: 'public',
    summary: 'Approved reviews of a product, paged, with their distribution; never with emails',
    query: ReviewQuery,
    responses: {
      200: ok({
        reviews: z.array(PublicReview),
        distribution: z.array(RatingBar),
        rating: Product.shape.rating,
        pagination: Pagination,
        total: z.number(),
      }),
    },
    fails: [404],
  },
  'POST /reviews': {
    tag: 'reviews',
    access: 'public',
    summary: 'Write a review; it is shown once it is approved',
    body: ReviewInput,
    bodyLimit: SMALL_BODY,
    responses: { 201: ok({ message, review: ReviewReceipt }) },
    fails: [404],
  },
  'POST /reviews/photos': {
    tag: 'reviews',
    access: 'public',
    summary:
      'Send a photo (at most 5,000,000 bytes) for a review that is being written; unused ones are deleted after a day',
    files: { field: 'photo', most: 1, bytes: UPLOAD_LIMITS.bytes },
    responses: { 201: ok({ photo: SentReviewPhoto }) },
  },
  'GET /reviews/photos/:photo': {
    tag: 'reviews',
    access: 'public',
    summary: 'A photo (WebP) of an approved review',
    query: PhotoQuery,
    responses: { 200: { contentType: 'image/webp' } },
    fails: [404],
  },
  'POST /reviews/:id/helpful': {
    tag: 'reviews',
    access: 'public',
    summary: "Vote 'helpful', once for each device; voted is false when the device had voted before",
    body: DeviceInput,
    responses: { 200: ok({ helpful: z.number(), voted: z.boolean() }) },
    fails: [404],
  },
  'GET /reviews': {
    ...reviewStaff,
    summary: 'All reviews, paged',
    query: ReviewListQuery,
    responses: {
      200: ok({
        reviews: z.array(AdminReview),
        pagination: limitedPagination('totalReviews'),
      }),
    },
  },
  'GET /reviews/stats': {
    ...reviewStaff,
    summary: 'Live figures of the reviews',
    responses: { 200: ok({ stats: ReviewStats }) },
  },
  'PUT /reviews/:id/status': {
    ...reviewStaff,
    summary: 'Approve, reject (deletes its photos), or mark as pending',
    body: ReviewStatusInput,
    responses: { 200: ReviewSaved },
    fails: [404, 409],
  },
  'PUT /reviews/:id/reply': {
    ...reviewStaff,
    summary: "The shop's reply below a review; an empty one removes it",
    body: ReviewReplyInput,
    responses: { 200: ReviewSaved },
    fails: [404, 409],
  },
  'PUT /reviews/:id': {
    ...reviewStaff,
    summary: 'Correct a review; what is left out stays',
    body: ReviewCorrection,
    responses: { 200: ReviewSaved },
    fails: [404, 409],
  },
  'GET /reviews/:id/photos/:photo': {
    ...reviewStaff,
    summary: 'A photo (WebP) of a review, whatever its status',
    query: PhotoQuery,
    responses: { 200: { contentType: 'image/webp' } },
    fails: [404],
  },
  'DELETE /reviews/:id/photos/:photo': {
    ...reviewStaff,
    summary: 'Remove one photo of a review',
    responses: { 200: ReviewSaved },
    fails: [404],
  },
  'DELETE /reviews/:id': {
    ...reviewStaff,
    summary: 'Delete a review, its votes and its photos',
    responses: { 200: ok({ message }) },
    fails: [404],
  },
} as const satisfies Contract;

/** The count of a product's hearts (R1.7, D16). */
export const wishlistApi = {
  'POST /products/:id/wishlist': {
    ...open,
    summary: 'Toggle a product on the wishlist of a device',
    body: DeviceInput,
    responses: { 200: ok({ wishlisted: z.boolean(), count: z.number() }) },
    fails: [404],
  },
} as const satisfies Contract;
