import type { Kysely } from 'kysely';
import * as shop from './001-shop.ts';
import * as removedSizes from './002-removed-sizes.ts';
import * as replacements from './003-replacements.ts';
import * as admin from './004-desk.ts';
import * as contacts from './006-contacts.ts';
import * as orderLists from './007-order-lists.ts';
import * as categories from './010-categories.ts';
import * as deliveryCutoff from './011-delivery-cutoff.ts';
import * as attention from './012-attention.ts';
import * as unreadColumns from './013-unread-columns.ts';
import * as moreUnreadColumns from './014-unread-columns.ts';
import * as credits from './015-credits.ts';
import * as upiApps from './016-upi-apps.ts';
import * as verifyRight from './017-verify-right.ts';
import * as creditIndexes from './018-credit-indexes.ts';
import * as claims from './020-claims.ts';
import * as mailbox from './021-mailbox.ts';
import * as devices from './022-devices.ts';
import * as once from './023-once.ts';
import * as orderCodes from './024-order-codes.ts';
import * as proofIndexes from './025-proof-indexes.ts';
import * as stockAlerts from './030-stock-alerts.ts';
import * as reviewPhotos from './031-review-photos.ts';
import * as testMails from './033-test-mails.ts';
import * as twoStep from './034-two-step.ts';
import * as trackingNumbers from './036-tracking-numbers.ts';
import * as coupons from './037-coupons.ts';
import * as customers from './039-customers.ts';
import * as creditNotes from './040-credit-notes.ts';
import * as insight from './041-insight.ts';
import * as staffAlerts from './042-staff-alerts.ts';
import * as hindi from './043-hindi.ts';
import * as buyerGstin from './044-buyer-gstin.ts';
import * as grievances from './045-grievances.ts';
import * as stockChanges from './046-stock-changes.ts';
import * as listIndexes from './051-list-indexes.ts';
import * as phoneIndex from './052-phone-index.ts';
import * as trigrams from './053-trigrams.ts';
import * as scaleIndexes from './054-scale-indexes.ts';
import * as codes from './055-codes.ts';
import * as unprovenClaims from './056-unproven-claims.ts';
import * as canonicalUtrs from './057-canonical-utrs.ts';
import * as emailWords from './058-email-words.ts';
import * as replacedUtrs from './059-replaced-utrs.ts';
import * as refundsTakenBack from './060-refunds-taken-back.ts';
import * as doneRequests from './061-done-requests.ts';
import * as uploadTimes from './062-upload-times.ts';
import * as largeTables from './063-large-tables.ts';
import * as sourceReferences from './064-source-references.ts';
import * as sizeLabels from './065-size-labels.ts';
import * as returnedRefunds from './066-returned-refunds.ts';
import * as personIndexes from './067-person-indexes.ts';
import * as reversedInvoices from './068-reversed-invoices.ts';
import * as openMoney from './069-open-money.ts';
import * as typedUtrs from './070-typed-utrs.ts';
import * as keptPayments from './071-kept-payments.ts';
import * as uploadUrls from './072-upload-urls.ts';
import * as mayConfirm from './073-may-confirm.ts';
import * as bankMessages from './074-bank-messages.ts';
import * as paidWithoutTyping from './075-paid-without-typing.ts';
import * as unprovenStock from './076-unproven-stock.ts';
import * as wordingFigures from './077-wording-figures.ts';
import * as orderLanguage from './078-order-language.ts';
import * as shopSentences from './079-shop-sentences.ts';
import * as translations from './080-translations.ts';
import * as ordersByStaff from './081-orders-by-staff.ts';
import * as changedOrders from './084-changed-orders.ts';
import * as salePrices from './087-sale-prices.ts';
import * as messageLanguage from './092-message-language.ts';
import * as waivedRest from './094-waived-rest.ts';
import * as packFacts from './095-pack-facts.ts';
import * as replyTo from './096-reply-to.ts';
import * as lawful from './097-lawful.ts';
import * as enquiries from './098-enquiries.ts';
import * as countriesOfShops from './099-countries-of-shops.ts';
import * as gifts from './100-gifts.ts';
import * as apiKeys from './103-api-keys.ts';
import * as webhooks from './104-webhooks.ts';
import * as gtin from './109-gtin.ts';
import * as dueInvoices from './110-due-invoices.ts';

/** All migrations in order. Listed explicitly, so that nothing else in the folder runs. */
export const migrations: Record<string, (db: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<void>> = {
  '001-shop': shop.up,
  '002-removed-sizes': removedSizes.up,
  '003-replacements': replacements.up,
  '004-desk': admin.up,
  '006-contacts': contacts.up,
  '007-order-lists': orderLists.up,
  '010-categories': categories.up,
  '011-delivery-cutoff': deliveryCutoff.up,
  '012-attention': attention.up,
  '013-unread-columns': unreadColumns.up,
  '014-unread-columns': moreUnreadColumns.up,
  '015-credits': credits.up,
  '016-upi-apps': upiApps.up,
  '017-verify-right': verifyRight.up,
  '018-credit-indexes': creditIndexes.up,
  '020-claims': claims.up,
  '021-mailbox': mailbox.up,
  '022-devices': devices.up,
  '023-once': once.up,
  '024-order-codes': orderCodes.up,
  '025-proof-indexes': proofIndexes.up,
  '030-stock-alerts': stockAlerts.up,
  '031-review-photos': reviewPhotos.up,
  '033-test-mails': testMails.up,
  '034-two-step': twoStep.up,
  '036-tracking-numbers': trackingNumbers.up,
  '037-coupons': coupons.up,
  '039-customers': customers.up,
  '040-credit-notes': creditNotes.up,
  '041-insight': insight.up,
  '042-staff-alerts': staffAlerts.up,
  '043-hindi': hindi.up,
  '044-buyer-gstin': buyerGstin.up,
  '045-grievances': grievances.up,
  '046-stock-changes': stockChanges.up,
  '051-list-indexes': listIndexes.up,
  '052-phone-index': phoneIndex.up,
  '053-trigrams': trigrams.up,
  '054-scale-indexes': scaleIndexes.up,
  '055-codes': codes.up,
  '056-unproven-claims': unprovenClaims.up,
  '057-canonical-utrs': canonicalUtrs.up,
  '058-email-words': emailWords.up,
  '059-replaced-utrs': replacedUtrs.up,
  '060-refunds-taken-back': refundsTakenBack.up,
  '061-done-requests': doneRequests.up,
  '062-upload-times': uploadTimes.up,
  '063-large-tables': largeTables.up,
  '064-source-references': sourceReferences.up,
  '065-size-labels': sizeLabels.up,
  '066-returned-refunds': returnedRefunds.up,
  '067-person-indexes': personIndexes.up,
  '068-reversed-invoices': reversedInvoices.up,
  '069-open-money': openMoney.up,
  '070-typed-utrs': typedUtrs.up,
  '071-kept-payments': keptPayments.up,
  '072-upload-urls': uploadUrls.up,
  '073-may-confirm': mayConfirm.up,
  '074-bank-messages': bankMessages.up,
  '075-paid-without-typing': paidWithoutTyping.up,
  '076-unproven-stock': unprovenStock.up,
  '077-wording-figures': wordingFigures.up,
  '078-order-language': orderLanguage.up,
  '079-shop-sentences': shopSentences.up,
  '080-translations': translations.up,
  '081-orders-by-staff': ordersByStaff.up,
  '084-changed-orders': changedOrders.up,
  '087-sale-prices': salePrices.up,
  '092-message-language': messageLanguage.up,
  '094-waived-rest': waivedRest.up,
  '095-pack-facts': packFacts.up,
  '096-reply-to': replyTo.up,
  '097-lawful': lawful.up,
  '098-enquiries': enquiries.up,
  '099-countries-of-shops': countriesOfShops.up,
  '100-gifts': gifts.up,
  '103-api-keys': apiKeys.up,
  '104-webhooks': webhooks.up,
  '109-gtin': gtin.up,
  '110-due-invoices': dueInvoices.up,
};
