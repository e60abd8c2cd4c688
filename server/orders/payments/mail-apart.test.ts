import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { readMailApart } from './mail-apart.ts';
import { MAX_MAIL } from './mail-message.ts';

const head = 'From: Bank <alerts@hdfcbank.net>\r\n';
const parts = Array.from({ length: 5_000 }, (_, n) => `--b\r\nContent-Type: text/plain\r\n\r\n${n}\r\n`).join('');

/** The longest time in ms in which nothing else could run. */
async function blockedBy(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work().catch(() => {});
  delay.disable();
  return delay.max / 1e6;
}

test.each([
  ['line breaks', `${head}\r\n${'\n'.repeat(1_000_000)}`],
  ['line breaks, as many as are read', `${head}\r\n${'\n'.repeat(MAX_MAIL - 100)}`],
  ['quoted lines', `${head}\r\n${'> x\n'.repeat(250_000)}`],
  ['quoted lines, as many as are read', `${head}\r\n${'> x\n'.repeat(50_000)}`],
  ['5,000 parts', `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`],
  ['nested elements', `${head}Content-Type: text/html\r\n\r\n${'<b>'.repeat(60_000)}`],
])('a mail of %s stops nobody', async (_name, raw) => {
  expect(await blockedBy(() => readMailApart(raw))).toBeLessThan(200);
});

test('it reads what `readMail` reads', async () => {
  const raw = `${head}Subject: Alert\r\n\r\nRs 5 credited`;
  expect(await readMailApart(raw)).toMatchObject({ subject: 'Alert', text: 'Rs 5 credited' });
  await expect(readMailApart('x'.repeat(MAX_MAIL + 1))).rejects.toMatchObject({ code: 'payload_too_large' });
});

test('a mail that takes too much time is not read', async () => {
  const raw = `${head}\r\n${'> x\n'.repeat(50_000)}`;
  await expect(readMailApart(raw, { time: 1, heap: 64 })).rejects.toMatchObject({ code: 'validation' });
});

test('a mail that takes too much memory is not read', async () => {
  const raw = `${head}\r\n${'\n'.repeat(200_000)}`;
  await expect(readMailApart(raw)).rejects.toMatchObject({ code: 'validation' });
});

test.each([
  ['quoted lines', `${head}\r\n${'> x\n'.repeat(50_000)}`],
  ['table cells', `${head}Content-Type: text/html\r\n\r\n<table><tr>${'<td>1'.repeat(40_000)}`],
  ['entities', `${head}Content-Type: text/html\r\n\r\n${'&lt;'.repeat(50_000)}`],
])('200 KB of %s are read within the memory of its process', async (_name, raw) => {
  expect(await readMailApart(raw)).toMatchObject({ sender: 'alerts@hdfcbank.net' });
});
