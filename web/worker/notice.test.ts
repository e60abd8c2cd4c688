import { expect, test } from 'vitest';
import { noticeOf } from './notice.ts';

const GENERAL = { title: 'New order', body: '', tag: 'order', url: '/admin' };

test.each([
  [
    '{"title":"New order: ₹299","body":"1 item","tag":"ORD1","url":"/admin?section=orders&order=ORD1"}',
    { title: 'New order: ₹299', body: '1 item', tag: 'ORD1', url: '/admin?section=orders&order=ORD1' },
  ],
  ['{"title":5,"body":null,"tag":"","url":"https://evil.example"}', GENERAL],
  ['{"url":"//evil.example"}', GENERAL],
  ['{"url":"/admin.evil"}', GENERAL],
  ['null', GENERAL],
  ['"text"', GENERAL],
  ['', GENERAL],
])('the message %s is shown as %j', (text, notice) => expect(noticeOf(text)).toEqual(notice));
