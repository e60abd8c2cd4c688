import { describe, expect, test } from 'vitest';
import { type MailReason, trustedMail } from './mail-trust.ts';

const BANKS = [
  { bank: 'HDFC', domains: ['hdfcbank.net', 'HDFCBank.bank.in '] },
  { bank: 'SBI', domains: ['sbi.co.in'] },
  { bank: 'BAD', domains: ['in', '', '.example', 'münchen.example'] },
];
const FROM = 'HDFC Bank InstaAlerts <alerts@hdfcbank.net>';
const OWN = 'mx.google.com';
const PASS = `${OWN}; dkim=pass header.i=@hdfcbank.net header.s=s1 header.b=Ab3xYz; spf=pass smtp.mailfrom=a@hdfcbank.net; dmarc=pass (p=REJECT) header.from=hdfcbank.net`;

const MAILBOX = 'Owner@kishmish.example';
const TO = 'owner@kishmish.example';
const signature = (domain: string, signed = 'from:to:subject:date', more = '') =>
  `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=s1;\r\n\th=${signed};${more} bh=a+b/c=; b=x y\r\n z=`;
const SIGNATURES = ['hdfcbank.net', 'mail.hdfcbank.net', 'hdfcbank.bank.in', 'sbi.co.in'].map((domain) =>
  signature(domain),
);

const check = (results: string[], from: string[] = [FROM], authservId: string | null = OWN) =>
  trustedMail(
    { authenticationResults: results, dkimSignatures: SIGNATURES, from, to: [TO] },
    { authservId, address: MAILBOX, domains: BANKS },
  );

describe('trusted mails', () => {
  test.each<[string, string[], string?]>([
    ['a signature of the domain', [PASS]],
    ['header.d', [`${OWN}; dkim=pass (2048-bit key) header.d=hdfcbank.net header.s=k1`]],
    ['both header.d and header.i', [`${OWN}; dkim=pass header.d=hdfcbank.net header.i=@mail.hdfcbank.net`]],
    ['header.i with a name', [`${OWN}; dkim=pass header.i=alerts@hdfcbank.net`]],
    ['a subdomain signs', [`${OWN}; dkim=pass header.i=@mail.hdfcbank.net`]],
    ['the sender is in a subdomain', [`${OWN}; dkim=pass header.d=sbi.co.in`], 'x@alerts.sbi.co.in'],
    [
      'a domain entered with capitals and a space',
      [`${OWN}; dkim=pass header.d=hdfcbank.bank.in`],
      'x@hdfcbank.bank.in',
    ],
    ['capitals', [`MX.Google.COM; DKIM=Pass Header.D=HDFCBANK.NET`], 'Alerts <Alerts@HDFCBank.NET>'],
    ['folded lines', [`${OWN};\r\n\tdkim=pass\r\n\theader.i=@hdfcbank.net;\r\n  spf=pass`]],
    ['version 1', [`${OWN} 1; dkim=pass header.d=hdfcbank.net`]],
    ['version 1 of the method', [`${OWN}; dkim/1=pass header.d=hdfcbank.net`]],
    ['quoted values', [`"${OWN}"; dkim=pass reason="good; (really)" header.d="hdfcbank.net"`]],
    ['spaces and comments around =', [`${OWN} (a (b) \\) c); dkim (x) = pass (y) header.d = (z) hdfcbank.net`]],
    ['no spaces', [`${OWN};dkim=pass header.d=hdfcbank.net;dmarc=pass action=none header.from=hdfcbank.net`]],
    ['base64 in header.b', [`${OWN}; dkim=pass header.b=a/b+c==  header.i=@hdfcbank.net`]],
    [
      'two signatures, one is the bank’s',
      [`${OWN}; dkim=pass header.i=@mailer.example; dkim=pass header.i=@hdfcbank.net`],
    ],
    ['another signature failed', [`${OWN}; dkim=fail header.d=mailer.example; dkim=pass header.d=hdfcbank.net`]],
    ['whatever stands further down', [PASS, `evil.example; dkim=fail`, `${OWN}; dmarc=fail`]],
    ['a sender without a name', [PASS], 'alerts@hdfcbank.net'],
    ['a quoted name', [PASS], '"HDFC Bank, \\"InstaAlerts\\" <care@x.example>" <alerts@hdfcbank.net>'],
    ['an encoded name', [PASS], '=?UTF-8?Q?HDFC_Bank?= <alerts@hdfcbank.net>'],
    ['semicolon at the end', [`${OWN}; dkim=pass header.d=hdfcbank.net;`]],
  ])('%s', (_name, results, from = FROM) => {
    expect(check(results, [from])).toEqual({
      trusted: true,
      bank: from.includes('sbi') ? 'SBI' : 'HDFC',
      reason: null,
    });
  });
});

describe('mails that prove nothing', () => {
  test.each<[string, MailReason, string[], string[]?]>([
    ['no result', 'not_checked', []],
    ['a result of another server', 'not_checked', [PASS.replace(OWN, 'mx.evil.example')]],
    ['a server whose name only begins so', 'not_checked', [PASS.replace(OWN, `${OWN}.evil.example`)]],
    ['a server whose name only ends so', 'not_checked', [PASS.replace(OWN, `x${OWN}`)]],
    [
      'the own result below that of another server',
      'not_checked',
      ['mx.evil.example; dkim=pass header.d=hdfcbank.net', PASS],
    ],
    ['the sender’s own result below the real one', 'dkim', [`${OWN}; dkim=none; spf=fail`, PASS]],
    ['a sender who is forged', 'dmarc', [`${OWN}; dkim=pass header.d=hdfcbank.net; dmarc=fail (p=NONE)`]],
    ['a sender who is forged, in capitals', 'dmarc', [`${OWN}; dkim=pass header.d=hdfcbank.net; DMARC = FAIL`]],
    ['a broken signature', 'dkim', [`${OWN}; dkim=fail header.d=hdfcbank.net`]],
    ['a neutral signature', 'dkim', [`${OWN}; dkim=neutral header.d=hdfcbank.net`]],
    ['a signature without a domain', 'dkim', [`${OWN}; dkim=pass header.s=s1`]],
    ['a signature of someone else', 'dkim', [`${OWN}; dkim=pass header.d=mailer.example`]],
    ['the domain as another’s subdomain', 'dkim', [`${OWN}; dkim=pass header.d=hdfcbank.net.evil.example`]],
    ['the domain as the end of a label', 'dkim', [`${OWN}; dkim=pass header.d=evilhdfcbank.net`]],
    ['the domain above the bank’s', 'dkim', [`${OWN}; dkim=pass header.d=net`]],
    ['the domain only as the name in header.i', 'dkim', [`${OWN}; dkim=pass header.i=hdfcbank.net@evil.example`]],
    ['header.i and header.d differ', 'dkim', [`${OWN}; dkim=pass header.i=@hdfcbank.net header.d=evil.example`]],
    ['another domain of the same bank', 'dkim', [`${OWN}; dkim=pass header.d=hdfcbank.bank.in`]],
    ['look-alike letters in the signature', 'dkim', [`${OWN}; dkim=pass header.d=hdfcb\u0430nk.net`]],
    ['the domain in another property', 'dkim', [`${OWN}; dkim=pass header.from=hdfcbank.net policy.d=hdfcbank.net`]],
    ['spf only', 'dkim', [`${OWN}; spf=pass smtp.mailfrom=alerts@hdfcbank.net; dmarc=pass header.from=hdfcbank.net`]],
    ['none', 'dkim', [`${OWN}; none`]],
    ['dkim=pass in a comment', 'dkim', [`${OWN}; dkim=fail (dkim=pass header.d=hdfcbank.net) header.d=hdfcbank.net`]],
    ['dkim=pass in nested comments', 'dkim', [`${OWN}; spf=pass (a (b); dkim=pass header.d=hdfcbank.net) x=y`]],
    [
      'dkim=pass in a quoted value',
      'dkim',
      [`${OWN}; spf=pass smtp.mailfrom="x; dkim=pass header.d=hdfcbank.net"@evil.example`],
    ],
    [
      'dkim=pass in a quoted value with an escape',
      'dkim',
      [`${OWN}; spf=fail reason="\\"; dkim=pass header.d=hdfcbank.net; x=\\""`],
    ],
    ['the result in the comment after the server', 'dkim', [`${OWN} (x; dkim=pass header.d=hdfcbank.net); spf=pass`]],
    [
      'a quoted name in a comment',
      'unreadable',
      [`${OWN}; spf=fail (of "a); dkim=pass header.d=hdfcbank.net (b"@evil.example)`],
    ],
    ['an open comment', 'unreadable', [`${OWN}; dkim=pass header.d=hdfcbank.net (`]],
    ['a closed comment that was not open', 'unreadable', [`${OWN}; spf=fail x); dkim=pass header.d=hdfcbank.net`]],
    ['an open quotation', 'unreadable', [`${OWN}; dkim=pass header.d=hdfcbank.net reason="x`]],
    ['a quoted method', 'unreadable', [`${OWN}; "dkim"=pass header.d=hdfcbank.net`]],
    ['no server', 'unreadable', [`spf=pass smtp.mailfrom=x@y.example; dkim=pass header.d=hdfcbank.net`]],
    ['an unknown version', 'unreadable', [`${OWN} 2; dkim=pass header.d=hdfcbank.net`]],
    ['words after the version', 'unreadable', [`${OWN} 1 x; dkim=pass header.d=hdfcbank.net`]],
    ['a header without end', 'unreadable', [`${PASS}; x=${'y'.repeat(20_000)}`]],
    ['an empty header', 'unreadable', ['']],
    ['another method', 'dkim', [`${OWN}; dkim-atps=pass header.d=hdfcbank.net; x-dkim=pass header.d=hdfcbank.net`]],
    ['dkim of version 2', 'dkim', [`${OWN}; dkim/2=pass header.d=hdfcbank.net`]],
    ['a domain with a dot at the end', 'dkim', [`${OWN}; dkim=pass header.d=hdfcbank.net.`]],
  ])('%s', (_name, reason, results, from) => {
    expect(check(results, from)).toEqual({ trusted: false, bank: 'HDFC', reason });
  });

  test.each<[string, MailReason, string[]]>([
    ['no sender', 'from', []],
    ['two From headers', 'from', [FROM, FROM]],
    ['two From headers, the second foreign', 'from', [FROM, 'x@evil.example']],
    ['two addresses', 'from', ['alerts@hdfcbank.net, x@evil.example']],
    ['a group', 'from', ['Bank: alerts@hdfcbank.net;']],
    ['two addresses in angle brackets', 'from', ['<x@evil.example> <alerts@hdfcbank.net>']],
    ['a route', 'from', ['<@evil.example:alerts@hdfcbank.net>']],
    ['two at signs', 'from', ['<x@evil.example@hdfcbank.net>']],
    ['a comment', 'from', ['x@evil.example (alerts@hdfcbank.net)']],
    ['an open quotation', 'from', ['"HDFC <alerts@hdfcbank.net>']],
    ['no address', 'from', ['HDFC Bank']],
    ['no domain', 'from', ['<alerts@>']],
    ['a domain of one label', 'from', ['<alerts@localhost>']],
    ['look-alike letters', 'from', ['alerts@hdfcb\u0430nk.net']],
    ['full-width letters', 'from', ['alerts@hdfcbank\uff0enet']],
    ['the bank’s address as the name', 'unknown_sender', ['"alerts@hdfcbank.net" <x@evil.example>']],
    ['the bank’s name', 'unknown_sender', ['HDFC Bank InstaAlerts <alerts@evil.example>']],
    ['the domain as another’s subdomain', 'unknown_sender', ['alerts@hdfcbank.net.evil.example']],
    ['the domain with a prefix', 'unknown_sender', ['alerts@secure-hdfcbank.net']],
    ['the domain as the name', 'unknown_sender', ['hdfcbank.net@evil.example']],
    ['encoded look-alike letters', 'unknown_sender', ['alerts@xn--hdfcbnk-3fg.net']],
    ['domains that are too short to be entered', 'unknown_sender', ['x@evil.in']],
    ['an overlong sender', 'from', [`${'x'.repeat(20_000)} <alerts@hdfcbank.net>`]],
  ])('sender: %s', (_name, reason, from) => {
    expect(check([PASS], from)).toEqual({ trusted: false, bank: null, reason });
  });

  test('without the name of the own server, even if the mail names one', () => {
    for (const authservId of [null, '', ' ']) expect(check([PASS], [FROM], authservId).trusted).toBe(false);
    expect(check([PASS], [FROM], null)).toEqual({ trusted: false, bank: 'HDFC', reason: 'no_server' });
  });
});

describe('a bank’s genuine mail that somebody sends again', () => {
  const resent = (
    { to = [TO], signatures = [signature('hdfcbank.net')] }: { to?: string[]; signatures?: string[] },
    address: string | null = MAILBOX,
  ) =>
    trustedMail(
      { authenticationResults: [PASS], dkimSignatures: signatures, from: [FROM], to },
      { authservId: OWN, address, domains: BANKS },
    ).reason;

  test.each<[string, MailReason | null, string[]]>([
    ['to the mailbox', null, [TO]],
    ['with a name and capitals', null, ['"Owner, Kishmish" <OWNER@Kishmish.example>']],
    ['with an encoded name', null, ['=?UTF-8?B?T3duZXI=?= <owner@kishmish.example>']],
    ['to somebody else', 'to', ['attacker@mail.example']],
    ['to nobody', 'to', []],
    ['with a second To', 'to', [TO, 'attacker@mail.example']],
    ['with a second To above', 'to', ['attacker@mail.example', TO]],
    ['with the same To twice', 'to', [TO, TO]],
    ['to two', 'to', [`${TO}, attacker@mail.example`]],
    ['to two, the mailbox last', 'to', [`attacker@mail.example, ${TO}`]],
    ['to two in angle brackets', 'to', [`<attacker@mail.example> <${TO}>`]],
    ['to a group', 'to', [`Owners: ${TO};`]],
    ['to a group without addresses', 'to', ['undisclosed-recipients:;']],
    ['with the mailbox as the name', 'to', [`"${TO}" <attacker@mail.example>`]],
    ['with the mailbox as an encoded name', 'to', ['=?utf-8?q?owner=40kishmish.example?= <attacker@mail.example>']],
    ['with the mailbox in a comment', 'to', [`attacker@mail.example (${TO})`]],
    ['with a route', 'to', [`<@mail.example:${TO}>`]],
    ['to a subdomain', 'to', ['owner@mail.kishmish.example']],
    ['to a domain that only begins so', 'to', ['owner@kishmish.example.evil.example']],
    ['to an address with a tag', 'to', ['owner+x@kishmish.example']],
    ['to look-alike letters', 'to', ['owner@k\u0456shmish.example']],
    ['to an empty address', 'to', ['']],
  ])('%s', (_name, reason, to) => expect(resent({ to })).toBe(reason));

  test.each<[string, MailReason | null, string[]]>([
    ['covers From and To', null, [signature('hdfcbank.net')]],
    ['in capitals and folded', null, [signature('HDFCBank.NET', 'Date:\r\n\t From : TO')]],
    ['of a subdomain', null, [signature('mail.hdfcbank.net')]],
    [
      'beside one of the mailer, which covers less',
      null,
      [signature('mailer.example', 'from'), signature('hdfcbank.net')],
    ],
    ['does not cover To', 'signature', [signature('hdfcbank.net', 'from:subject:date')]],
    ['does not cover From', 'signature', [signature('hdfcbank.net', 'to:subject:date')]],
    ['covers only what ends so', 'signature', [signature('hdfcbank.net', 'from:reply-to:x-to')]],
    ['covers nothing', 'signature', [signature('hdfcbank.net', '')]],
    ['covers only the begin of the text', 'signature', [signature('hdfcbank.net', 'from:to', ' l=120;')]],
    ['beside a second one without To', 'signature', [signature('hdfcbank.net'), signature('hdfcbank.net', 'from')]],
    ['below an added one with To', 'signature', [signature('mail.hdfcbank.net', 'from'), signature('hdfcbank.net')]],
    ['has h twice', 'signature', [signature('hdfcbank.net', 'from:to; h=from')]],
    ['has d twice', 'signature', [signature('hdfcbank.net; d=mailer.example')]],
    ['is no list of tags', 'signature', [signature('hdfcbank.net'), 'v=1; what; d=hdfcbank.net; h=from:to']],
    ['is of another bank', 'signature', [signature('sbi.co.in')]],
    ['is missing', 'signature', []],
    ['is overlong', 'signature', [signature('hdfcbank.net', 'from:to', ` x=${'y'.repeat(20_000)};`)]],
  ])('the signature %s', (_name, reason, signatures) => expect(resent({ signatures })).toBe(reason));

  test('without the address of the mailbox no mail is trusted', () => {
    for (const address of [null, '', ' ']) expect(resent({}, address)).toMatch(/^(no_address|to)$/);
  });
});
