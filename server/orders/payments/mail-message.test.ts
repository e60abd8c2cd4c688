import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { htmlToLines } from './mail-html.ts';
import { MAX_MAIL, readHead, readMail } from './mail-message.ts';

const sample = (file: string) => readFileSync(path.join(import.meta.dirname, '../../../demo/credits/mails', file));
const html = (body: string, head = '') =>
  readMail(`From: a@b.example\r\n${head}Content-Type: text/html; charset=utf-8\r\n\r\n${body}`);

describe('what is read of a mail', () => {
  test('headers of the top, and the text', async () => {
    const text = [
      'Dear Customer,',
      'Rs.2611.45 has been credited to account 2360 from VPA hemal_k@iblexample HEMAL KULKARNI on 12-11-26.',
      'Your UPI transaction reference number is 036808433138.',
      'Warm Regards,',
      'HDFC Bank',
      'This is a system generated mail. For queries call 18000000123. Never share OTP, PIN or CVV.',
    ].join('\n');
    expect(await readMail(sample('17-hdfc-from.eml'))).toEqual({
      from: ['HDFC Bank InstaAlerts <alerts@hdfcbank.bank.in>'],
      to: ['"Owner" <owner@kishmish.example>'],
      authenticationResults: [
        expect.stringMatching(/^mx\.google\.com;\s+dkim=none;.*dmarc=fail/s),
        expect.stringMatching(/^mx\.google\.com;\s+dkim=pass header\.i=@hdfcbank\.bank\.in/s),
      ],
      dkimSignatures: [expect.stringMatching(/d=hdfcbank\.bank\.in;.*h=from:to:subject:date;/s)],
      sender: 'alerts@hdfcbank.bank.in',
      subject: 'View: Account update for your HDFC Bank A/c',
      date: Date.parse('2026-11-12T05:41:10+05:30'),
      text,
      own: text,
    });
  });

  test.each([
    ['> quoted', 'Own\n> quoted\n>> more\nOwn too', 'Own\nOwn too'],
    ['a reply', 'Own\n\nOn Fri, 20 Nov 2026 at 12:00, A B <a@b.example> wrote:\n\nquoted', 'Own'],
    ['an original message', 'Own\n-----Original Message-----\nquoted', 'Own'],
    ['a forwarded message', '---------- Forwarded message ---------\nquoted', ''],
    ['a line that only looks alike', 'On Friday we wrote:\nOwn', 'On Friday we wrote:\nOwn'],
  ])('the own words of a mail, without %s', async (_name, text, own) => {
    expect((await readMail(`From: a@b.example\n\n${text}`)).own).toBe(own);
  });

  test('the own words of an HTML mail, without quotations', async () => {
    const body =
      '<p>Own</p><blockquote class="x"><p>quoted 1</p><blockquote>quoted 2</blockquote></blockquote><p>Own 3</p>';
    const raw = `From: a@b.example\nContent-Type: text/html\n\n${body}`;
    expect(await readMail(raw)).toMatchObject({ text: 'Own\nquoted 1\nquoted 2\nOwn 3', own: 'Own\nOwn 3' });
  });

  test('the header alone says the same', async () => {
    const { text, own, ...head } = await readMail(sample('17-hdfc-from.eml'));
    expect(await readHead(sample('17-hdfc-from.eml'))).toEqual(head);
    expect([text, own]).not.toContain('');
    expect(await readHead('From: a@b.example\nSubject: x')).toMatchObject({ from: ['a@b.example'], subject: 'x' });
    await expect(readHead(`From: ${'x'.repeat(70_000)}\r\n\r\n`)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  test('an encoded subject and a text in Windows-1252', async () => {
    const mail = await readMail(sample('05-kotak-list.eml'));
    expect(mail.subject).toBe('You’ve received a UPI credit in your Kotak A/c');
    expect(mail.text).toContain('\nAmount: ₹2,385.00\nSender: Anvit Bhandare\n');
  });

  test.each([
    [
      'a soft line break in a number',
      'From: a@b.example\nContent-Transfer-Encoding: quoted-printable\n\nUPI 6318569=\n38830',
      'UPI 631856938830',
    ],
    [
      'base64',
      'From: a@b.example\nContent-Transfer-Encoding: base64\n\nUlJOIDYzMTg1Njkz\nODgzMA==',
      'RRN 631856938830',
    ],
    [
      'invisible characters and odd spaces',
      'From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\nRs.\u00a01\u200b,\u2060499\u00ad.00\u3000in\r\n\r\n A/c\t X1',
      'Rs. 1,499.00 in\nA/c X1',
    ],
    ['a mail without a header', '\nRs 5', 'Rs 5'],
  ])('%s', async (_name, raw, text) => expect((await readMail(raw)).text).toBe(text));

  test('the text part only if the HTML part says nothing', async () => {
    const both = (plain: string, htmlPart: string) =>
      readMail(
        `From: a@b.example\nContent-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\n${plain}\n--x\nContent-Type: text/html\n\n${htmlPart}\n--x--\n`,
      );
    expect((await both('Please view in HTML.', '<p>Rs 5 credited</p>')).text).toBe('Rs 5 credited');
    expect((await both('Rs 7 credited', '<p>Rs 5 credited</p>')).text).toBe('Rs 5 credited');
    expect((await both('Rs 7 credited', '<img src="alert.png" alt="Rs 9">')).text).toBe('Rs 7 credited');
  });

  test('an attached message says nothing', async () => {
    const raw =
      'From: a@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nSee attached.\n--x\nContent-Type: message/rfc822\n\nFrom: alerts@hdfcbank.net\n\nRs 5 credited\n--x--\n';
    expect(await readMail(raw)).toMatchObject({ from: ['a@b.example'], text: 'See attached.' });
  });

  test('what is missing is null or empty', async () => {
    expect(await readMail('')).toEqual({
      from: [],
      to: [],
      authenticationResults: [],
      dkimSignatures: [],
      sender: null,
      subject: '',
      date: null,
      text: '',
      own: '',
    });
    expect(await readMail('From: nobody\nDate: soon\nSubject: a\n b\n\n')).toMatchObject({
      date: null,
      sender: null,
      subject: 'a b',
    });
  });

  test('the text has a limit, and so has the mail', async () => {
    expect((await readMail(`From: a@b.example\n\n${'word '.repeat(10_000)}`)).text).toHaveLength(20_000);
    await expect(readMail('x'.repeat(MAX_MAIL + 1))).rejects.toMatchObject({ code: 'payload_too_large' });
    const nested = Array.from(
      { length: 40 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    ).join('');
    await expect(readMail(`From: a@b.example\n${nested}`)).rejects.toMatchObject({ code: 'validation' });
  });
});

test.each([
  ['Message-ID', '>'],
  ['From', '\t'],
  ['From', '"a" '],
  ['Subject', '=?utf-8?q?a?= '],
  ['Date', ' 1'],
  ['Content-Type', 'text/plain; a*0*=b; '],
])('a header of 200 KB takes no long time: %s of %j', async (name, piece) => {
  const before = process.cpuUsage();
  await readMail(`${name}: <${piece.repeat(200_000 / piece.length)}x\n\nRs 5`);
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
});

describe('HTML as text', () => {
  test.each([
    ['paragraphs and breaks', '<p>One<br>two</p><p>three</p><div>four</div>', 'One\ntwo\nthree\nfour'],
    ['words across inline elements', '<p>Rs.<b>1,</b><span>499</span>.00 <i>in</i> A/c</p>', 'Rs.1,499.00 in A/c'],
    ['entities', '&#8377;&nbsp;899 &amp; &#x20b9;5 A&zwnj;B &rsquo;', '₹ 899 & ₹5 AB ’'],
    [
      'a row of label and value',
      '<table><tr><td>Amount:</td><td>&nbsp;</td><td><b>INR 5.00</b></td></tr></table>',
      'Amount: INR 5.00',
    ],
    [
      'a colon in a cell of its own',
      '<table><tr><td>Amount</td><td>:</td><td>INR 5</td></tr></table>',
      'Amount: INR 5',
    ],
    [
      'lines within a value',
      '<table><tr><td>From</td><td>Asha Rao<br>asha@upiexample</td></tr></table>',
      'From: Asha Rao asha@upiexample',
    ],
    [
      'two pairs in a row',
      '<table><tr><td>Amount</td><td>INR 5</td><td>UTR</td><td>631856938830</td></tr></table>',
      'Amount: INR 5\nUTR: 631856938830',
    ],
    [
      'titles above the values',
      '<table><tr><th>Amount</th><th>UTR</th><th>From</th></tr><tr><td>₹5</td><td>631856938830</td><td>Asha</td></tr></table>',
      'Amount: ₹5\nUTR: 631856938830\nFrom: Asha',
    ],
    [
      'a table inside a layout table',
      '<table><tr><td>Dear Sir,<table><tr><td>UTR</td><td>1234</td></tr></table>Bye</td></tr></table>',
      'Dear Sir,\nUTR: 1234\nBye',
    ],
    [
      'prose beside prose',
      `<table><tr><td>${'word '.repeat(12)}</td><td>Rs 5</td></tr></table>`,
      `${'word '.repeat(12).trim()}\nRs 5`,
    ],
    [
      'cells and rows that are not closed',
      '<table><tr><td>Amount<td>Rs 5<tr><td>UTR<td>1234',
      'Amount: Rs 5\nUTR: 1234',
    ],
    ['cells without a table', '<tr><td>Amount</td><td>Rs 5</td></tr>', 'Amount Rs 5'],
    ['list items', '<ul><li>Amount - Rs 5</li><li>Sender : Asha</li></ul>end', 'Amount: Rs 5\nSender : Asha\nend'],
    ['definitions', '<dl><dt>Amount</dt><dd>Rs 5</dd></dl>', 'Amount: Rs 5'],
    [
      'hidden elements',
      '<div style="display:none;max-height:0">Rs 9</div><span hidden>Rs 8</span><p style="font-size:0">Rs 7</p><p style="max-height:0.5em">Rs 5</p>',
      'Rs 5',
    ],
    ['hidden elements within each other', '<div style="DISPLAY : none"><div>Rs 9</div>Rs 8</div>Rs 5', 'Rs 5'],
    [
      'styles, scripts, titles and comments',
      '<head><title>x</title></head><style>p{}</style><script>1<2</script><!-- Rs 9 --><!--[if mso]><p>Rs 8</p><![endif]-->Rs 5',
      'Rs 5',
    ],
    ['a > in an attribute', '<a title="a > b" href=x>Rs 5</a>', 'Rs 5'],
    ['a < that is no tag', 'Rs 5 < Rs 6 <3', 'Rs 5 < Rs 6 <3'],
    ['a tag that is not closed', 'Rs 5 <b', 'Rs 5'],
    ['a comment that is not closed', 'Rs 5 <!-- Rs 6', 'Rs 5'],
  ])('%s', async (_name, body, text) => expect((await html(body)).text).toBe(text));

  test.each([
    ['<a "', ''],
    ['<a \'<b "', ''],
    ['<!--', ''],
    ['<style>', ''],
    ['<style></style', ''],
    ['<table><tr><td>', ''],
    ['<td>', '<table><tr>'],
    ['<div style="display:none">', ''],
    ['&', ''],
    ['<', ''],
    ['<b> </b>', '<table><tr><td>From</td><td>'],
    ['-', '<table><tr><td>a</td><td>b</td><td>x</td><td>y</td></tr><tr><td>a</td><td>b</td><td>'],
    ['- ', '<ul><li>a'],
  ])('broken HTML takes no long time: %s', (piece, start) => {
    const before = performance.now();
    htmlToLines(`${start}${piece.repeat(390_000 / piece.length)}x</td><td>z`);
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});
