import sharp from 'sharp';
import { expect } from 'vitest';
import { ADMIN, type TestApp } from '#tests/app.ts';
import { ADDRESS } from '#tests/factories.ts';

/** Unique texts. Data that tracking may return (city, PIN code) is not included. */
export const MARKS = {
  name: 'Zephyrine',
  surname: 'Quillfeather',
  street: '77 Marzipan Terrace',
  email: 'zephyrine.mark@leak.test',
  phone: '9812345670',
  utr: '777700001111',
  otherUtr: '777700002222',
  note: 'behind the wisteria',
  gift: 'with love from the tortoise',
  internal: 'pays late sometimes',
  cancelReason: 'moved to Timbuktu',
  draftName: 'Ottoline',
  draftStreet: '8 Nougat Crescent',
  contactName: 'Bartholomew',
  contactEmail: 'bartholomew@leak.test',
  contactPhone: '9812345671',
  contactMessage: 'my parcel smells of vanilla',
  reviewEmail: 'reviewer@leak.test',
  waitingName: 'Waiting Wilhelmina',
  waitingText: 'not approved as yet',
  newsletter: 'reader@leak.test',
  replacement: 'the tin was dented badly',
  courier: 'TRACKME123456',
  paymentNote: 'amount seen at the bank',
  /** What a piece costs the owner, in rupees and in paise. */
  cost: '9173337.37',
  costPaise: '917333737',
  admin: ADMIN.email,
} as const;

export const MOBILE = MARKS.phone;

export interface People {
  /** Tokens and ids that only their owner may see. */
  secrets: string[];
  order: { number: string; token: string };
  stranger: { number: string; token: string };
  /** Ids that an attacker may know or guess, for route parameters. */
  ids: string[];
}

/** Creates one of every record with personal data. */
export async function fill(t: TestApp): Promise<People> {
  const admin = t.auth(await t.adminToken());
  const items = [{ product: 'california-almonds', size: '250g', quantity: 1 }];
  const shippingAddress = {
    ...ADDRESS,
    name: `${MARKS.name} ${MARKS.surname}`,
    phone: MARKS.phone,
    email: MARKS.email,
    address: MARKS.street,
  };
  const ok = async (response: Promise<{ status: number; text: string; body: { [key: string]: never } }>) => {
    const done = await response;
    expect(done.status, done.text).toBeLessThan(300);
    // biome-ignore lint/suspicious/noExplicitAny: response bodies have any shape
    return done.body as any;
  };
  const place = (utr: string, address: object) =>
    ok(
      t.post('/api/orders', {
        items,
        shippingAddress: address,
        orderNote: MARKS.note,
        giftMessage: MARKS.gift,
        paymentDetails: { utrNumber: utr, method: 'upi', app: 'phonepe' },
      }),
    );

  const prices = '/api/admin/products/california-almonds/prices';
  const { sizes, version } = (await t.get(prices, admin)).body;
  const priced = sizes.map(({ price: _, ...size }: { price: number }) => ({ ...size, cost: Number(MARKS.cost) }));
  await ok(t.put(prices, { sizes: priced, version }, admin));
  const { order } = await place(MARKS.utr, shippingAddress);
  await ok(t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed', note: MARKS.paymentNote }, admin));
  await ok(t.put(`/api/orders/${order.orderNumber}/notes`, { internalNotes: MARKS.internal }, admin));
  const ship = { status: 'shipped', courier: 'Blue Dart', courierTracking: MARKS.courier };
  await ok(t.put(`/api/orders/${order.orderNumber}/status`, ship, admin));
  await ok(t.put(`/api/orders/${order.orderNumber}/status`, { status: 'delivered' }, admin));
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const photo = await t.services.replacements.addPhoto(order.orderNumber, picture);
  const replacement = await ok(
    t.post(
      `/api/orders/${order.orderNumber}/replacement`,
      { items: [{ line: 0, quantity: 1 }], reason: 'damaged', description: MARKS.replacement, photos: [photo.id] },
      { 'x-order-token': order.accessToken },
    ),
  );
  const { order: cancelled } = await place(MARKS.otherUtr, shippingAddress);
  const gone = { reason: MARKS.cancelReason };
  await ok(t.post(`/api/orders/${cancelled.orderNumber}/cancel`, gone, { 'x-order-token': cancelled.accessToken }));
  const { order: draft } = await ok(
    t.post('/api/orders/draft', {
      items,
      shippingAddress: { ...shippingAddress, name: MARKS.draftName, address: MARKS.draftStreet },
    }),
  );
  const contact = await ok(
    t.post('/api/contacts', {
      name: MARKS.contactName,
      email: MARKS.contactEmail,
      phone: MARKS.contactPhone,
      subject: 'A parcel',
      message: `Dear shop, ${MARKS.contactMessage}. Yours`,
    }),
  );
  await ok(t.post('/api/newsletter', { email: MARKS.newsletter }));
  const review = { productId: 'california-almonds', rating: 5, customerEmail: MARKS.reviewEmail };
  const approvedReview = await ok(
    t.post('/api/reviews', {
      ...review,
      customerName: 'Ravi',
      customerPhone: MARKS.phone,
      comment: 'Really crunchy and good.',
    }),
  );
  await ok(t.put(`/api/reviews/${approvedReview.review.id}/status`, { status: 'approved' }, admin));
  await ok(
    t.post('/api/reviews', { ...review, customerName: MARKS.waitingName, comment: `This is ${MARKS.waitingText}.` }),
  );
  const { order: stranger } = await place('777700003333', {
    ...ADDRESS,
    name: 'Nobody Special',
    phone: '9812345679',
    email: 'nobody@example.com',
  });
  return {
    secrets: [
      order.accessToken,
      cancelled.accessToken,
      draft.accessToken,
      (admin.authorization ?? '').replace('Bearer ', ''),
      draft.orderNumber,
    ],
    order: { number: order.orderNumber, token: order.accessToken },
    stranger: { number: stranger.orderNumber, token: stranger.accessToken },
    ids: [
      order.orderNumber,
      cancelled.orderNumber,
      draft.orderNumber,
      MOBILE,
      MARKS.email,
      MARKS.utr,
      photo.id,
      replacement.replacement.id,
      contact.contact.id,
      approvedReview.review.id,
      'california-almonds',
      'nuts',
      'navbar',
      'Best Sellers',
      '9876543210',
      '1',
      'nothing',
    ],
  };
}

/** The marks that a response contains, except those that the client sent itself (`sent`). */
export function leaks(response: { text: string; headers: unknown }, secrets: string[], sent = ''): string[] {
  const whole = `${response.text}\n${JSON.stringify(response.headers)}`.toLowerCase();
  const allowed = decodeURIComponent(sent).toLowerCase();
  return [...Object.values(MARKS), ...secrets]
    .map((mark) => mark.toLowerCase())
    .filter((mark) => whole.includes(mark) && !allowed.includes(mark));
}
