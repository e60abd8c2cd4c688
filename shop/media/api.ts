import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { UPLOAD_LIMITS } from './uploads.ts';

/** An uploaded picture, as used by the admin's forms. */
export const UploadedImage = z.object({
  id: z.string(),
  /** `/media/…`, as products and pages store it. */
  url: z.string(),
  /** A suggested alt text, derived from the file name. */
  alt: z.string(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
});
export type UploadedImage = z.infer<typeof UploadedImage>;

const staff = { tag: 'uploads', access: 'staff' } as const;
const message = z.string();
/** The kind of picture, see `uploadKind`. */
const headers = z.object({ 'x-upload-type': z.string().max(40).optional() });

/** Pictures of products and pages (R1.5, R1.7; D17). */
export const mediaApi = {
  'POST /upload/image': {
    ...staff,
    summary:
      'Upload one picture (at most 5,000,000 bytes). x-upload-type: logo or content lifts the limits of a product picture',
    headers,
    files: { field: 'image', most: 1, bytes: UPLOAD_LIMITS.bytes },
    responses: { 201: ok({ imageUrl: z.string(), message, image: UploadedImage }) },
  },
  'POST /upload/images': {
    ...staff,
    summary: 'Upload up to five pictures; errors[].path names the first one that is not valid',
    headers,
    files: { field: 'images', most: UPLOAD_LIMITS.files, bytes: UPLOAD_LIMITS.bytes },
    responses: { 201: ok({ images: z.array(UploadedImage), message }) },
  },
  'DELETE /upload/image/:id': {
    ...staff,
    summary: 'Delete a picture that nothing shows any more, by its id or its file name',
    responses: { 200: ok({ message }) },
    fails: [404, 409],
  },
} as const satisfies Contract;
