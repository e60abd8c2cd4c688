import type { Language } from '#shop/language.ts';
import { isOwnLogo } from '#shop/media/pictures.ts';
import type { MailText, ShopperMailKind } from '#shop/settings/mail-texts.ts';
import { checkPassword, hashPassword } from './accounts/passwords.ts';
import { createAccountsService } from './accounts/service.ts';
import { createAlertsOfStaff } from './accounts/staff-notices.ts';
import { auditReads } from './audit/log.ts';
import { createCategoryService } from './catalogue/categories/service.ts';
import { renameBrand } from './catalogue/products/rename.ts';
import { createCatalogueService } from './catalogue/products/service.ts';
import { createReviewsService } from './catalogue/reviews/service.ts';
import { createSearchService } from './catalogue/search/service.ts';
import { createWishlistService } from './catalogue/wishlist/service.ts';
import { type DeliverWebhook, webhookDelivery } from './connect/deliver-webhook.ts';
import { createKeysService } from './connect/keys.ts';
import { createWebhooksService } from './connect/webhooks.ts';
import { createAlertsService } from './contacts/back-in-stock/service.ts';
import { createNewsletterService } from './contacts/newsletter/service.ts';
import { isContactMail, sampleContactMail } from './contacts/sample-mail.ts';
import { createContactsService } from './contacts/service.ts';
import { renameContent } from './content/rename.ts';
import { createContentService } from './content/service.ts';
import type { ServiceContext } from './context.ts';
import { createCustomersService } from './customers/service.ts';
import { createComplianceService } from './dashboard/compliance.service.ts';
import { createFinderService } from './dashboard/finder.service.ts';
import { createInsightService } from './dashboard/insight.service.ts';
import { createOverviewService } from './dashboard/overview.service.ts';
import { createTrigramIndex } from './database/trigrams.ts';
import { originalContent, readDemo } from './demo/files.ts';
import { createDemoService } from './demo/remove.ts';
import { createMailService } from './mail/mail.service.ts';
import { createMailQueue } from './mail/mail-queue.ts';
import { createPushService } from './mail/push.service.ts';
import { addressOf } from './mail/sender.ts';
import { type FetchPicture, pictureFetch } from './media/fetch-picture.ts';
import { createPhotoStore } from './media/photos.ts';
import { createUploadsService } from './media/service.ts';
import { createBackupService, lastBackup } from './operations/automatic.ts';
import { createArrivals } from './operations/proxy-hops.ts';
import { createByStaffService } from './orders/checkout/by-staff.ts';
import { createCouponsService } from './orders/coupons/service.ts';
import { createBooks } from './orders/documents/books.ts';
import { createGstReports } from './orders/documents/gst-reports.ts';
import { createMarginReport } from './orders/documents/margin.ts';
import { createPapersService } from './orders/documents/papers.ts';
import { createInvoicesService } from './orders/documents/service.ts';
import { createPaymentsService } from './orders/lifecycle/payment.ts';
import { sampleMail } from './orders/mails/sample-mail.ts';
import { READERS_APART, type Readers } from './orders/payments/readers.ts';
import { createProofService } from './orders/payments/service.ts';
import { createReplacementsService } from './orders/replacements/service.ts';
import { createOrdersService } from './orders/service.ts';
import { createChecklistService } from './settings/checklist.ts';
import { readMailShop } from './settings/mail-shop.ts';
import { secretBox } from './settings/secret-box.ts';
import { createSettingsService } from './settings/service.ts';

/**
 * Creates all services, in order of their dependencies. API routes and page loaders both use the
 * result.
 */
export function createServices(
  context: ServiceContext,
  readers: Readers = READERS_APART,
  fetchPicture: FetchPicture = pictureFetch(),
  deliverWebhook: DeliverWebhook = webhookDelivery(),
) {
  const settings = createSettingsService(context, async (work, from, to, by) => {
    await renameContent(work, from, to, by);
    await renameBrand(work.trx, from, to, by.at);
    work.bump('catalogue');
  });
  const content = createContentService(context, originalContent, settings.shop);
  const search = createSearchService();
  const uploads = createUploadsService(context);
  const catalogue = createCatalogueService(context, {
    search,
    translator: content.translator,
    copyPicture: async (url, actor) => (await uploads.addFetched(url, await fetchPicture(url), actor)).url,
    claims: settings.config,
  });
  const categories = createCategoryService(context, { catalogue });
  const { publicUrl, mailFrom } = context.env;
  const push = createPushService(context, {
    keys: async () => {
      const keys = await settings.pushKeys();
      const subject = publicUrl?.startsWith('https:') ? publicUrl : `mailto:${addressOf(mailFrom)}`;
      return keys && { ...keys, subject };
    },
  });
  const queue = createMailQueue(context);
  const staffAlerts = createAlertsOfStaff(context, { settings, mail: queue, push });
  const mail = createMailService(context, {
    queue,
    push,
    join: staffAlerts.tellTogether,
    shop: settings.shop,
    attach: async (_kind, { order_number }) => (order_number === null ? null : invoices.attachment(order_number)),
  });
  const accounts = createAccountsService(context, { settings, mail });
  /** Of this process, for its metrics. */
  const counts = { ordersPlaced: 0 };
  const onPlaced = () => {
    counts.ordersPlaced += 1;
  };
  const orders = createOrdersService(context, {
    settings,
    mail,
    alerts: staffAlerts,
    codes: { hash: hashPassword, check: checkPassword },
    translator: content.translator,
    onPlaced,
  });
  const byStaff = createByStaffService(context, { settings, mail, alerts: staffAlerts, orders, onPlaced });
  const payments = createPaymentsService(context, { orders, mail });
  const proof = createProofService(context, { orders, mail, settings, readers });
  const invoices = createInvoicesService(context, { orders });
  const gst = createGstReports(context, settings.shop);
  const margin = createMarginReport(context, settings.shop);
  const books = createBooks(context, settings.shop);
  const papers = createPapersService(context, { orders, mail });
  const replacements = createReplacementsService(context, { orders, mail });
  const coupons = createCouponsService(context);
  const mailShop = (language: Language) =>
    readMailShop(context.env, { settings, translator: content.translator }, language);
  const contacts = createContactsService(context, { settings, mailShop, mail });
  const newsletter = createNewsletterService(context);
  const alerts = createAlertsService(context, { mailShop, mail });
  const reviewPhotos = createPhotoStore(context, 'reviews');
  const reviews = createReviewsService(context, { catalogue, photos: reviewPhotos });
  const customers = createCustomersService(context, {
    erased: () => {
      mail.forgetFiles();
      replacements.photos.sweepSoon();
      reviewPhotos.sweepSoon();
    },
  });
  const wishlist = createWishlistService(context, { catalogue });
  const overview = createOverviewService(context, { catalogue });
  const finder = createFinderService(context, { catalogue });
  const insight = createInsightService(context);
  const compliance = createComplianceService(context, {
    products: () => catalogue.visible(),
    async facts() {
      const [{ shop, config, checklist }, policies] = await Promise.all([settings.all(), content.all()]);
      return { shop, config, unregistered: checklist.ticked.includes('gstin'), policies };
    },
  });
  const audit = auditReads(context);
  const apiKeys = createKeysService(context);
  const webhooks = createWebhooksService(context, {
    deliver: deliverWebhook,
    secrets: secretBox(context.env.secretsKey),
    shop: settings.shop,
    mail,
  });
  const backup = createBackupService(context);
  const arrivals = createArrivals(context);
  const trigrams = createTrigramIndex(context);
  const demo = createDemoService(context);
  const checklist = createChecklistService(context, {
    settings,
    sources: {
      logo: async () => isOwnLogo((await content.all()).navbar.logo.image),
      demo: demo.isHere,
      demoProducts: () => readDemo('catalogue').products,
      backupAt: async () => (await lastBackup(context.database))?.at ?? null,
    },
  });
  return {
    context,
    counts,
    settings,
    content,
    search,
    catalogue,
    categories,
    mail,
    push,
    accounts,
    staffAlerts,
    audit,
    apiKeys,
    webhooks,
    overview,
    finder,
    insight,
    compliance,
    orders,
    byStaff,
    payments,
    proof,
    invoices,
    gst,
    margin,
    books,
    papers,
    replacements,
    coupons,
    customers,
    contacts,
    newsletter,
    alerts,
    reviews,
    reviewPhotos,
    wishlist,
    uploads,
    backup,
    arrivals,
    trigrams,
    demo,
    checklist,
    /** A mail to shoppers with this text and example values. */
    sampleMail: async (kind: ShopperMailKind, text: MailText) => {
      const sender = await mailShop('en');
      if (!isContactMail(kind)) return sampleMail(kind, text, sender);
      return sampleContactMail(kind, text, sender, (await settings.shop()).grievanceOfficer);
    },
  };
}

export type Services = ReturnType<typeof createServices>;
