import { expect, test } from 'vitest';
import { forwarderSignature, readForwarded, signingApp } from './forwarder.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';
const AT = Date.parse('2026-11-18T10:20:30+05:30');
const json = (body: unknown) => readForwarded({ contentType: JSON_TYPE, body: JSON.stringify(body) });

test.each([
  ['bogkonstantin', { from: 'VM-HDFCBK', text: 'T', sentStamp: AT - 5000, receivedStamp: AT, sim: 'sim1' }],
  ['numbers as text', { from: 'VM-HDFCBK', text: 'T', receivedStamp: String(AT) }],
  ['seconds', { sender: 'VM-HDFCBK', message: 'T', timestamp: AT / 1000 }],
  ['seconds as text', { address: 'VM-HDFCBK', body: 'T', date: String(AT / 1000) }],
  ['ISO with an offset', { sender: 'VM-HDFCBK', msg: 'T', receivedAt: '2026-11-18T10:20:30+05:30' }],
  ['ISO in UTC', { sender: 'VM-HDFCBK', msg: 'T', received_at: '2026-11-18T04:50:30.000Z' }],
  ['a time without a zone is of India', { sender: 'VM-HDFCBK', msg: 'T', time: '2026-11-18 10:20:30' }],
  [
    'capcom6',
    {
      event: 'sms:received',
      payload: { message: 'T', sender: 'VM-HDFCBK', receivedAt: '2026-11-18T10:20:30.000+05:30' },
    },
  ],
  [
    'older capcom6',
    {
      event: 'sms:received',
      payload: { message: 'T', phoneNumber: 'VM-HDFCBK', receivedAt: '2026-11-18T10:20:30.000+05:30' },
    },
  ],
  [
    'httpSMS',
    {
      type: 'message.phone.received',
      time: '2026-11-18T04:50:30Z',
      data: { contact: 'VM-HDFCBK', content: 'T', owner: '+919000000000', timestamp: '2026-11-18T04:50:30Z' },
    },
  ],
  ['SMS2API', { apiKey: 'k', messageBody: 'wrapped T', originalMessage: 'T', from: 'VM-HDFCBK', timestamp: AT }],
  ['names in other styles', { 'Sender-Number': 'VM-HDFCBK', Message_Text: 'T', Received_At: AT }],
  ['a message as an object', { message: { from: 'VM-HDFCBK', text: 'T', date: AT } }],
  ['a list', { messages: [{ from: 'VM-HDFCBK', text: 'T', date: AT }] }],
  ['JSON in a field', { payload: JSON.stringify({ from: 'VM-HDFCBK', text: 'T', date: AT }) }],
])('JSON, %s', (_name, body) => {
  expect(json(body)).toMatchObject({ kind: 'message', sender: 'VM-HDFCBK', text: 'T', receivedAt: AT });
});

test.each([
  ['form', FORM, `sender=VM-HDFCBK&msg=a+%2B+b%40c&time=${AT}`],
  ['form without a type', undefined, `sender=VM-HDFCBK&msg=a+%2B+b%40c&time=${AT}`],
  ['form with another type', 'text/plain', `sender=VM-HDFCBK&msg=a+%2B+b%40c&time=${AT}`],
  ['JSON with another type', 'text/plain', JSON.stringify({ sender: 'VM-HDFCBK', msg: 'a + b@c', time: AT })],
  ['JSON named as a form', FORM, JSON.stringify({ sender: 'VM-HDFCBK', msg: 'a + b@c', time: AT })],
  ['plain text with lines', 'text/plain', 'From: VM-HDFCBK\nMessage: a + b@c\n2026-11-18 10:20:30'],
  ['plain text that begins with a header', 'text/plain', 'VM-HDFCBK\na + b@c\nSIM1_Jio\n2026-11-18 10:20:30\nMy phone'],
])('%s', (_name, contentType, body) => {
  const expected = { kind: 'message', sender: 'VM-HDFCBK', text: 'a + b@c', receivedAt: AT, id: null };
  expect(readForwarded({ contentType, body })).toEqual(expected);
});

test('the query of a GET request is read', () => {
  const query = { from: 'VM-HDFCBK', content: 'T', timestamp: String(AT) };
  expect(readForwarded({ contentType: undefined, body: '', query })).toMatchObject({ text: 'T', receivedAt: AT });
});

test('plain text alone has no sender and no time', () => {
  const body = 'Rs 5 credited to a/c X1\nUPI Ref 631112345678';
  expect(readForwarded({ contentType: 'text/plain', body })).toEqual({
    kind: 'message',
    sender: null,
    text: body,
    receivedAt: null,
    id: null,
  });
});

test('a text with line breaks that are not escaped is read', () => {
  const body = '{"from": "VM-HDFCBK",\n "text": "Credit Alert!\nRs.5 credited"}';
  expect(readForwarded({ contentType: JSON_TYPE, body })).toMatchObject({
    sender: 'VM-HDFCBK',
    text: 'Credit Alert!\nRs.5 credited',
  });
});

test("a bank's own lines stay: only a text that begins with its sender is opened", () => {
  const text = 'INR 5 credited\nA/c no. XX1\n2026-11-18 10:20:30';
  expect(json({ from: 'AX-AXISBK', text })).toMatchObject({ text, receivedAt: null });
  expect(json({ from: 'AX-AXISBK', text: `AX-AXISBK\n${text}` })).toMatchObject({
    text: 'INR 5 credited\nA/c no. XX1',
    receivedAt: AT,
  });
});

test.each([
  ['an event', { event: 'sms:received', id: 'E1', payload: { messageId: 'M1', message: 'T' } }, 'E1'],
  ['a CloudEvent', { type: 'message.phone.received', id: 'E2', data: { message_id: 'M2', content: 'T' } }, 'E2'],
  ['a message id', { messageId: 'M3', text: 'T' }, 'M3'],
  ['a plain id, which may be the device', { id: 'D4', text: 'T' }, null],
])('the id of %s', (_name, body, id) => expect(json(body)).toMatchObject({ id }));

test.each([
  ['capcom6 ping', { event: 'system:ping', payload: { health: { message: 'fine' } } }],
  ['delivery', { event: 'sms:delivered', payload: { messageId: 'M', sender: 'VM-HDFCBK', message: 'T' } }],
  ['sent', { type: 'message.phone.sent', data: { content: 'T' } }],
  ['heartbeat', { type: 'phone.heartbeat.offline', data: { owner: '+91' } }],
])('%s is a ping', (_name, body) => expect(json(body)).toEqual({ kind: 'ping' }));

test.each([
  ['nothing', undefined, ''],
  ['an empty object', JSON_TYPE, '{}'],
  ['no text', JSON_TYPE, '{"from":"VM-HDFCBK","receivedStamp":1}'],
  ['an empty text', JSON_TYPE, '{"from":"VM-HDFCBK","text":"  "}'],
  ['a list of nothing', JSON_TYPE, '[]'],
])('%s is empty', (_name, contentType, body) => {
  expect(readForwarded({ contentType, body })).toEqual({ kind: 'empty' });
});

test('deep nesting ends', () => {
  const deep = `${'{"a":'.repeat(5000)}{"text":"T"}${'}'.repeat(5000)}`;
  expect(readForwarded({ contentType: JSON_TYPE, body: deep })).toEqual({ kind: 'empty' });
});

test.each([
  ['capcom6', 'capcom6'],
  ['capcom', 'capcom6'],
  ['SMS Gateway for Android', 'capcom6'],
  ['SmsForwarder', 'smsforwarder'],
  ['httpsms', null],
])('the settings call %s %s', (name, app) => expect(signingApp(name)).toBe(app));

test('names the signature a request carries', () => {
  const headers = { 'x-signature': 'ab', 'x-timestamp': '17' };
  expect(forwarderSignature(headers, [])).toMatchObject({ app: 'capcom6', coversText: true });
  const fields = [
    { name: 'sign', value: 'cd' },
    { name: 'timestamp', value: '17' },
  ];
  expect(forwarderSignature({}, fields)).toMatchObject({ app: 'smsforwarder', coversText: false });
  expect(forwarderSignature({ 'x-signature': 'ab' }, [])).toBeNull();
});
