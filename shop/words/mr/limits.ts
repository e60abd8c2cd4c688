import type * as English from '../en/limits.ts';

export const LONG_LIMITS: typeof English.LONG_LIMITS = {
  hour: 'खूप वेळा प्रयत्न झाले. एका तासाने पुन्हा प्रयत्न करा.',
  day: 'खूप वेळा प्रयत्न झाले. उद्या पुन्हा प्रयत्न करा.',
};
