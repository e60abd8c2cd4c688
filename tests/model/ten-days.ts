import { isoDay } from '#shop/india/dates.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody } from '#tests/factories.ts';

const OWNER = { id: null, name: 'Owner' };
const DAY = 86_400_000;
const MINUTE = 60_000;
const ORDERS_A_DAY = 12;
const ACCOUNT = '6298';
const MAILBOX = 'mx.google.com';

/** A seeded generator (mulberry32), so that a failing story can be played again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) % below);
  };
}

interface Move {
  direction: 'credit' | 'debit';
  /** Epoch ms. */
  at: number;
  /** Paise. */
  amount: number;
  /** Null for interest. */
  rrn: string | null;
  narration: string;
}

const day = (at: number) => isoDay(at).split('-').reverse();
const rupees = (paise: number) => (paise / 100).toFixed(2);

/** The shop's account as the bank keeps it: the truth of the story. */
export class Bank {
  readonly moves: Move[] = [];
  readonly reversed = new Set<string>();
  private readonly next: (below: number) => number;

  constructor(seed: number) {
    this.next = random(seed);
  }

  /** Books a UPI payment in paise. */
  pay(at: number, amount: number, name = 'ANANYA IYER'): Move & { rrn: string } {
    const rrn = this.number(at);
    const vpa = `${name.split(' ')[0]?.toLowerCase()}@okexample`;
    const move = {
      direction: 'credit',
      at,
      amount,
      rrn,
      narration: `UPI-${name}-${vpa}-EXMP0000101-${rrn}-ORDER`,
    } as const;
    this.moves.push(move);
    return move;
  }

  interest(at: number, amount: number): void {
    this.moves.push({ direction: 'credit', at, amount, rrn: null, narration: 'CREDIT INTEREST CAPITALISED' });
  }

  reverse({ rrn, amount }: Move & { rrn: string }, at: number): void {
    this.reversed.add(rrn);
    this.moves.push({
      direction: 'debit',
      at,
      amount,
      rrn,
      narration: `REV-UPI-ANANYA IYER-EXMP0000101-${rrn}-REVERSAL`,
    });
  }

  /** Money that the owner sends. */
  send(at: number, amount: number): string {
    const rrn = this.number(at);
    this.moves.push({
      direction: 'debit',
      at,
      amount,
      rrn,
      narration: `UPI-ANANYA IYER-ananya@okexample-EXMP0000101-${rrn}-REFUND`,
    });
    return rrn;
  }

  /** Whether a payment with this number and amount has come in and stayed. */
  stays(rrn: string | null, amount: number): boolean {
    const found = this.moves.some((move) => move.direction === 'credit' && move.rrn === rrn && move.amount === amount);
    return rrn !== null && found && !this.reversed.has(rrn);
  }

  /** The export of the days from `from` on, oldest first, with running balances. */
  statement(from: string): Buffer {
    let balance = 5_000_000;
    const lines = this.moves
      .toSorted((a, b) => a.at - b.at)
      .map((move) => {
        balance += move.direction === 'credit' ? move.amount : -move.amount;
        const [date, month, year = ''] = day(move.at);
        const shown = `${date}/${month}/${year.slice(2)}`;
        const sides = move.direction === 'credit' ? `,${rupees(move.amount)}` : `${rupees(move.amount)},`;
        const line = `${shown},${move.narration},${move.rrn ? `0000${move.rrn}` : ''},${shown},${sides},${rupees(balance)}`;
        return { line, move };
      });
    const header = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
    const rows = lines.filter(({ move }) => isoDay(move.at) >= from).map(({ line }) => line);
    return Buffer.from([`HDFC BANK,Account No :5010012345${ACCOUNT}`, header, ...rows, ''].join('\n'));
  }

  number(at: number): string {
    const [year = 0, month = 1, date = 1] = isoDay(at).split('-').map(Number);
    const ofYear = (Date.UTC(year, month - 1, date) - Date.UTC(year, 0, 1)) / DAY + 1;
    return `${year % 10}${String(ofYear).padStart(3, '0')}${String(this.next(100_000_000)).padStart(8, '0')}`;
  }
}

/** What a credit's SMS says; each wording with the header of a bank. */
const SMS: readonly [string, (move: Move, date: string) => string][] = [
  [
    'VM-HDFCBK-S',
    (move, date) =>
      `Credit Alert!\nRs.${rupees(move.amount)} credited to HDFC Bank A/c XX${ACCOUNT} on ${date} from VPA ananya@okexample (UPI ${move.rrn})`,
  ],
  [
    'AD-HDFCBN',
    (move, date) =>
      `Received!\nINR ${rupees(move.amount)} in HDFC Bank A/c *${ACCOUNT}\nOn ${date}\nFrom ANANYA IYER\nUPI Ref ${move.rrn}`,
  ],
  [
    'JD-HDFCBK-T',
    (move, date) =>
      `HDFC Bank: Rs. ${rupees(move.amount)} credited to a/c XXXXXX${ACCOUNT} on ${date} by a/c linked to VPA ananya@okexample (UPI Ref No  ${move.rrn}).`,
  ],
  [
    'AX-HDFCBK',
    (move, date) =>
      `Deposit alert: Rs ${rupees(move.amount)} in a/c ending ${ACCOUNT} on ${date} through UPI. Sender: ananya@okexample. UTR: ${move.rrn}`,
  ],
];

/** Messages that prove nothing, whatever number they quote. */
const FORGERIES: readonly ((rrn: string, amount: number, date: string) => { sender: string; text: string })[] = [
  (rrn, amount, date) => ({
    sender: '+919812345678',
    text: `Credit Alert!\nRs.${rupees(amount)} credited to HDFC Bank A/c XX${ACCOUNT} on ${date} from VPA a@okexample (UPI ${rrn})`,
  }),
  (rrn, amount, date) => ({
    sender: 'VM-HDFC8K-S',
    text: `Rs.${rupees(amount)} credited to HDFC Bank A/c XX${ACCOUNT} on ${date}. UPI Ref ${rrn}`,
  }),
  (rrn, amount) => ({
    sender: 'VM-HDFCBK-S',
    text: `Rs.${rupees(amount)} from ANANYA IYER will be credited to your A/c XX${ACCOUNT} shortly. UPI Ref ${rrn}`,
  }),
  (rrn, amount) => ({
    sender: 'VM-HDFCBK-S',
    text: `ananya@okexample has requested Rs ${rupees(amount)} from you. On approving, A/c XX${ACCOUNT} will be debited. Ref ${rrn}`,
  }),
  (rrn, amount, date) => ({
    sender: 'VM-HDFCBK-S',
    text: `Rs.${rupees(amount)} debited A/cXX${ACCOUNT} and credited to ANANYA IYER via UPI Ref No ${rrn} on ${date}`,
  }),
  (rrn, amount) => ({ sender: '919000012345', text: `Sir I have paid Rs ${rupees(amount)} UTR ${rrn} please confirm` }),
];

function mailOf({ amount, rrn, at }: Move, dkim = 'pass'): string {
  const [date, month, year] = day(at);
  return [
    `Authentication-Results: ${MAILBOX}; dkim=${dkim} header.i=@hdfcbank.bank.in header.s=s1; dmarc=${dkim} header.from=hdfcbank.bank.in`,
    'DKIM-Signature: v=1; a=rsa-sha256; d=hdfcbank.bank.in; s=s1; h=from:to:subject:date; bh=b; b=b',
    'From: HDFC Bank InstaAlerts <alerts@hdfcbank.bank.in>',
    'To: owner@kishmish.example',
    `Message-ID: <${rrn}@hdfcbank.bank.in>`,
    `Date: ${new Date(at).toUTCString()}`,
    'Subject: Account update',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Dear Customer, Rs.${rupees(amount)} has been credited to account ${ACCOUNT} from VPA ananya@okexample ANANYA IYER on ${date}-${month}-${year?.slice(2)}.`,
    `Your UPI transaction reference number is ${rrn}.`,
  ].join('\r\n');
}

const KINDS = [
  ...(['sms', 'sms', 'sms', 'twice', 'twice', 'early', 'late', 'mail', 'mail', 'statement', 'refunded'] as const),
  ...(['typo', 'short', 'never', 'reused', 'forged', 'forgedMail', 'reversed'] as const),
];
const PROVABLE: readonly string[] = ['sms', 'twice', 'early', 'late', 'mail', 'statement', 'refunded'];

/** Plays the story in the real app and keeps every report, so that all can be sent again. */
export class Days {
  readonly bank: Bank;
  private readonly t: TestApp;
  private auth: Record<string, string>;
  private readonly inbox: string;
  private readonly next: (below: number) => number;
  private readonly reports: (() => Promise<unknown>)[] = [];
  private readonly later: { day: number; run: () => Promise<unknown> }[] = [];
  private readonly kinds = new Map<string, string>();
  private placed = 0;

  private constructor(t: TestApp, auth: Record<string, string>, inbox: string, seed: number) {
    this.t = t;
    this.auth = auth;
    this.inbox = inbox;
    this.next = random(seed + 1);
    this.bank = new Bank(seed);
  }

  static async open(seed: number): Promise<Days> {
    const t = await testApp();
    await addProduct(t.db, {
      sizes: ['250g', '500g', '1kg'].map((size, index) => ({ size, price: 299 * (index + 1), stock: 100_000 })),
    });
    const auth = t.auth(await t.adminToken());
    const free = { policy: 'confirm', limitPerOrder: null, limitPerDay: null };
    await t.post(
      '/api/payment-settings',
      {
        sources: { sms: free, email: free, statement: free },
        accounts: [{ bank: 'HDFC Bank', tail: ACCOUNT }],
        mailbox: { authservId: MAILBOX, address: 'owner@kishmish.example' },
      },
      auth,
    );
    const { body } = await t.post('/api/payments/inbox', {}, auth);
    return new Days(t, auth, `/api/payments/inbox/${body.secret}`, seed);
  }

  async live(number: number): Promise<void> {
    this.t.clock.time = START + number * DAY - 3 * 60 * MINUTE;
    this.auth = this.t.auth(await this.t.adminToken());
    for (const { day: due, run } of this.later) if (due === number) await run();
    for (let order = 0; order < ORDERS_A_DAY; order++) {
      this.t.clock.advance((5 + this.next(40)) * MINUTE);
      // Each kind in turn, then at random.
      await this.sell(KINDS[this.placed < KINDS.length ? this.placed : this.next(KINDS.length)] ?? 'sms', number);
    }
    this.bank.pay(this.t.clock.now(), 29_900, 'A FRIEND');
    if (number === 4) this.bank.interest(this.t.clock.now(), 1_234);
    if (number % 2 === 1) await this.upload(number);
    await this.t.services.proof.sweep();
  }

  /** One shopper: what was ordered, what was paid, and what is told about it. */
  private async sell(kind: (typeof KINDS)[number], today: number): Promise<void> {
    const at = this.t.clock.now();
    const price = 299 * (1 + this.next(3));
    const total = price * 100 * (1 + this.next(3));
    const real = kind !== 'never' && kind !== 'reused' && kind !== 'forged' && kind !== 'forgedMail';
    const move = real ? this.bank.pay(at, kind === 'short' ? total - 1_000 : total) : null;
    const rrn = move?.rrn ?? (kind === 'reused' ? this.usedUtr() : this.bank.number(at));
    if (kind === 'early' && move) {
      await this.sms(move);
      const order = await this.order(kind, price, total, null);
      this.t.clock.advance(MINUTE);
      await this.t.post(
        `/api/orders/${order.number}/utr`,
        { utrNumber: rrn, app: 'phonepe' },
        { 'x-order-token': order.token },
      );
      return;
    }
    const typed = kind === 'typo' ? `${rrn.slice(0, 11)}${(Number(rrn[11]) + 1) % 10}` : rrn;
    const { number } = await this.order(kind, price, total, typed);
    const forged = { direction: 'credit', at, amount: total, rrn, narration: '' } as const;
    if (kind === 'forged') for (const forge of FORGERIES) await this.forward(forge(rrn, total, this.date(at)));
    if (kind === 'forged')
      await this.t.post(`${this.inbox.slice(0, -4)}0000`, {
        from: 'VM-HDFCBK-S',
        text: SMS[0]?.[1](forged, this.date(at)),
      });
    if (kind === 'forgedMail') await this.mail(mailOf(forged, 'fail'));
    if (!move || kind === 'statement') return;
    if (kind === 'late') {
      this.later.push({ day: today + 2, run: () => this.sms(move) });
      return;
    }
    if (kind === 'mail' || kind === 'twice') await this.mail(mailOf(move));
    if (kind !== 'mail') await this.sms(move);
    if (kind === 'twice') await this.sms(move);
    if (kind === 'reversed') await this.reverse(move);
    if (kind === 'refunded') await this.refund(number, total);
  }

  private async order(kind: string, price: number, total: number, utr: string | null) {
    this.placed += 1;
    const size = { 299: '250g', 598: '500g', 897: '1kg' }[price];
    const body = orderBody({
      items: [{ product: 'almonds', name: 'California Almonds', size, quantity: total / 100 / price, price }],
      total: total / 100,
      ...(utr === null ? {} : { paymentDetails: { utrNumber: utr, method: 'upi', app: 'phonepe' } }),
    });
    const shippingAddress = { ...(body.shippingAddress as object), phone: String(9_000_000_000 + this.placed) };
    const answer = await this.t.post('/api/orders', { ...body, shippingAddress });
    if (answer.status !== 201) throw new Error(answer.text);
    const { orderNumber: number, accessToken: token } = answer.body.order;
    this.kinds.set(number, kind);
    return { number, token };
  }

  private usedUtr(): string {
    const used = this.bank.moves.find(
      ({ direction, rrn }) => direction === 'credit' && rrn && !this.bank.reversed.has(rrn),
    );
    return used?.rrn ?? this.bank.number(this.t.clock.now());
  }

  private date(at: number): string {
    const [date, month, year] = day(at);
    return `${date}-${month}-${year?.slice(2)}`;
  }

  private sms(move: Move): Promise<void> {
    const [sender = '', text = () => ''] = SMS[this.next(SMS.length)] ?? [];
    return this.forward({ sender, text: text(move, this.date(move.at)) });
  }

  private async reverse(move: Move & { rrn: string }): Promise<void> {
    this.t.clock.advance(MINUTE);
    const at = this.t.clock.now();
    this.bank.reverse(move, at);
    const text = `Alert! Rs.${rupees(move.amount)} debited from HDFC Bank A/c XX${ACCOUNT} on ${this.date(at)} towards reversal of UPI credit Ref ${move.rrn} received from ananya@okexample`;
    await this.forward({ sender: 'VM-HDFCBK-S', text });
  }

  private async refund(number: string, total: number): Promise<void> {
    this.t.clock.advance(MINUTE);
    await this.t.services.orders.cancel(number, { reason: 'The shopper changed their mind' }, OWNER);
    const at = this.t.clock.now();
    const refund = { amount: total / 100, date: isoDay(at), reference: this.bank.send(at, total), reason: 'Cancelled' };
    const { status, text } = await this.t.post(`/api/orders/${number}/refunds`, refund, this.auth);
    if (status !== 201) throw new Error(text);
  }

  /** Posts a message as the app on the owner's phone does. */
  private forward({ sender, text }: { sender: string; text: string }): Promise<void> {
    const receivedStamp = this.t.clock.now();
    return this.report(() => this.t.post(this.inbox, { from: sender, text, receivedStamp }));
  }

  private mail(raw: string): Promise<void> {
    const receivedAt = this.t.clock.now();
    return this.report(() => this.t.services.proof.message({ via: 'email', raw, receivedAt }, false, OWNER));
  }

  /** The export of the last four days; the next one overlaps it. */
  private upload(number: number): Promise<void> {
    const bytes = this.bank.statement(isoDay(START + (number - 3) * DAY));
    return this.report(() => this.t.services.proof.statement({ name: 'hdfc.csv', bytes }, OWNER, false));
  }

  private async report(send: () => Promise<unknown>): Promise<void> {
    this.reports.push(send);
    await send();
  }

  async replay(): Promise<void> {
    for (const send of this.reports) await send();
    await this.t.services.proof.sweep();
  }

  /** The bank knows the payment of this order and has kept it. */
  isProvable(number: string): boolean {
    return PROVABLE.includes(this.kinds.get(number) ?? '');
  }

  orders() {
    return this.t.db
      .selectFrom('orders')
      .select(['order_number', 'utr', 'total', 'status', 'payment_status', 'paid_amount', 'credit_id'])
      .where('status', '!=', 'draft')
      .orderBy('order_number')
      .execute();
  }

  credits() {
    return this.t.db
      .selectFrom('credits')
      .select(['id', 'rrn', 'amount', 'status', 'order_number', 'flags'])
      .orderBy('id')
      .execute();
  }

  async refunds(): Promise<{ refunds: { inStatement: boolean }[]; due: unknown[] }> {
    const { body: sent } = await this.t.get('/api/payments/refunds?status=sent', this.auth);
    const { body } = await this.t.get('/api/payments/refunds?status=due', this.auth);
    return { refunds: sent.refunds, due: body.due };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.t[Symbol.asyncDispose]();
  }
}
