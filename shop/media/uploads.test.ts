import { describe, expect, test } from 'vitest';
import { checkUploadFile, checkUploadPixels, uploadedSentence, uploadKind } from './uploads.ts';

const file = { name: 'almonds.jpg', type: 'image/jpeg', size: 5_000_000 };

describe('checkUploadFile: type and size', () => {
  test.each([
    [file, null],
    [{ ...file, size: 5_000_001 }, 'Image size should be less than 5MB'],
    [{ ...file, type: 'text/plain' }, 'Invalid image file. Please select a valid image.'],
    [{ ...file, type: '' }, 'Invalid image file. Please select a valid image.'],
    [{ ...file, type: 'image/' }, 'Invalid image file. Please select a valid image.'],
  ])('%o', (given, sentence) => expect(checkUploadFile(given)).toBe(sentence));

  test('the message names the file if there are several', () => {
    expect(checkUploadFile({ ...file, size: 5_000_001 }, true)).toBe('File almonds.jpg size should be less than 5MB');
    expect(checkUploadFile({ ...file, type: 'application/pdf' }, true)).toBe(
      'File almonds.jpg is not a valid image file',
    );
    expect(checkUploadFile(file, true)).toBeNull();
  });
});

describe('checkUploadPixels', () => {
  test.each([
    [400, 400, null],
    [1200, 1200, null],
    [960, 800, null],
    [800, 1000, null],
    [399, 800, 'Image too small: 399x800px. Minimum recommended: 400x400px'],
    [800, 399, 'Image too small: 800x399px. Minimum recommended: 400x400px'],
    [1201, 1200, 'Image too large: 1201x1200px. Maximum recommended: 1200x1200px'],
    [400, 1201, 'Image too large: 400x1201px. Maximum recommended: 1200x1200px'],
    [1000, 800, 'Aspect ratio 1.25 may cause mobile display issues. Recommended: 1:1 (square)'],
    [600, 800, 'Aspect ratio 0.75 may cause mobile display issues. Recommended: 1:1 (square)'],
    [0, 0, 'Invalid image file. Please select a valid image.'],
    [Number.NaN, 5, 'Invalid image file. Please select a valid image.'],
  ])('%i x %i', (width, height, sentence) => expect(checkUploadPixels(width, height)).toBe(sentence));
});

test('upload kinds, and the message for several files', () => {
  expect([uploadKind('logo'), uploadKind('content'), uploadKind(undefined), uploadKind('x')]).toEqual([
    'logo',
    'content',
    'product',
    'product',
  ]);
  expect(uploadedSentence(3)).toBe('3 images uploaded successfully!');
});
