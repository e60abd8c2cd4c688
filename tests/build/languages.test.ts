import { expect, test } from 'vitest';
import { readDemo } from '#server/demo/files.ts';
import { createRenderer, loadBuild } from '#server/pages/render.ts';
import { pathIn, TRANSLATIONS } from '#shop/language.ts';
import { testApp } from '#tests/app.ts';

/** Names, abbreviations and units that are written in Latin letters in Hindi and Marathi too. */
const LATIN = [
  'Kishmish',
  'WhatsApp',
  'Google Pay',
  'PhonePe',
  'Paytm',
  'BHIM',
  'Instagram',
  'Facebook',
  'YouTube',
  'English',
  '27AAPFU0939F1ZV',
  'UPI',
  'UTR',
  'PIN',
  'OTP',
  'QR',
  'ID',
  'JavaScript',
  'MRP',
  'GST',
  'GSTIN',
  'FSSAI',
  'GI',
  'INS',
  // In the sources of the facts on the home page.
  'Thompson Seedless',
  'University of California',
  'Hilgardia',
  'White Whole',
  'Association of Food Industries',
  'AFI',
  'Geographical Indications Registry',
  'Euryale ferox',
  'Pistacia vera',
  'Arachis hypogaea',
  'Royal Botanic Gardens',
  'Kew',
];

/** What a reader of the page sees or hears: texts, and the attributes that are read aloud. */
function textsOf(html: string): string[] {
  const seen = html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<!--.*?-->/gs, '');
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? '';
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const spoken = [...seen.matchAll(/\s(?:alt|aria-label|placeholder|title|label)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const texts = seen.replace(/<[^>]*>/g, '\n').split('\n');
  return [title, description, ...spoken, ...texts]
    .map((text) =>
      text
        .replace(/&#x27;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&')
        .trim(),
    )
    .filter(Boolean);
}

test.each(TRANSLATIONS)('the pages of the demo shop in %s have no English words', async (language) => {
  await using t = await testApp({ seed: 'demo' });
  const render = createRenderer(await loadBuild(), t.services, { development: false });
  const { shop, payment } = await t.services.settings.all();
  const { reviews } = readDemo('reviews');
  const written = [
    shop.legalName,
    shop.address,
    shop.city,
    shop.state,
    shop.email,
    shop.grievanceOfficer.email,
    shop.gstin,
    payment.accountHolderName,
    payment.upiId,
    ...reviews.flatMap(({ title, comment, customerName }) => [comment, title, customerName]),
  ];
  const known = [...written, ...LATIN].toSorted((one, other) => other.length - one.length);
  const products = (await t.services.catalogue.visible()).map(({ id }) => `/product/${id}`);
  const landing = (await t.services.content.productPages()).map(({ route }) => route);
  const others = [
    '/',
    '/all-products',
    '/combos',
    '/about',
    '/contact-us',
    '/wishlist',
    '/track-order',
    '/cart',
    '/address',
    '/payment',
    '/payment-success',
    '/orders',
    '/saved-order',
    '/order-details/ORD1',
    '/order-confirmation/ORD1',
    '/terms-of-service',
    '/privacy-policy',
    '/shipping-policy',
    '/return-refund-policy',
    '/nowhere',
    '/all-products?q=%E0%A4%95%E0%A5%8D%E0%A4%B7&country=USA&tags=premium&rating=4&inStock=true',
    '/all-products?section=bestSellers',
  ];
  const english: string[] = [];
  for (const page of [...others, ...landing, ...products]) {
    const { body } = await render(pathIn(language, page));
    const texts = textsOf(body.toString());
    expect(texts.length, page).toBeGreaterThan(5);
    for (const text of texts) {
      let rest = text;
      for (const one of known) if (one) rest = rest.replaceAll(one, ' ');
      if (/[A-Za-z]{2}/.test(rest)) english.push(`${page}: ${text}`);
    }
  }
  expect([...new Set(english)]).toEqual([]);
});
