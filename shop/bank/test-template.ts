import type { Template } from './template.ts';

/** A wording of credits by SMS, for tests. */
export const templateOf = (text: string, more: Partial<Template> = {}): Template => ({
  id: 'a',
  bank: 'X',
  via: ['sms'],
  kind: 'credit',
  channel: 'upi',
  text,
  examples: [],
  ...more,
});
