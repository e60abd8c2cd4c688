import m from '#messages/frame';
import type { Homepage } from '#shop/content/content.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import upiBhim from '#web/assets/upi-bhim.svg';
import upiGooglePay from '#web/assets/upi-googlepay.svg';
import upiPaytm from '#web/assets/upi-paytm.svg';
import upiPhonePe from '#web/assets/upi-phonepe.svg';
import { otherLanguages } from '#web/lib/language.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Newsletter } from './newsletter-form.tsx';

export type FooterContent = Pick<
  Homepage,
  'footer' | 'newsletter' | 'socialLinks' | 'paymentMethodNames' | 'copyright'
>;

export type FooterShop = Pick<ShopSettings, 'brandName' | 'legalName' | 'fssaiLicence' | 'gstin' | 'demoData'>;

/** Logos of common payment brands; any other brand is displayed as text. */
const BRANDS: Record<string, string> = {
  PhonePe: upiPhonePe,
  'Google Pay': upiGooglePay,
  Paytm: upiPaytm,
  'BHIM UPI': upiBhim,
};

/**
 * The footer of every shop page: newsletter, four columns of links, payment brands, social links,
 * copyright, the legal line. `logo` as stored in the navbar content.
 */
export function Footer({ content, shop, logo }: { content: FooterContent; shop: FooterShop; logo: string }) {
  const { footer, newsletter, socialLinks, paymentMethodNames } = content;
  const legal = [
    shop.legalName,
    shop.fssaiLicence && m.fssai({ number: shop.fssaiLicence }),
    shop.gstin && m.gstin({ number: shop.gstin }),
    // The one place that says so.
    shop.demoData && m.demoShop(),
  ].filter(Boolean);
  return (
    <footer className="foot on-dark">
      <div className="bel bel-light foot-bel" />
      <div className="page">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-7 pb-5 lg:grid-cols-[4fr_8fr] lg:gap-16 lg:pt-14 lg:pb-10">
          <div>
            <ShopLogo
              className="mb-4 h-9 w-auto"
              image={logo}
              onDark
              alt={shop.brandName}
              width={201}
              height={36}
              loading="lazy"
            />
            <Newsletter
              heading={footer.updates.title}
              content={newsletter}
              policy={footer.terms.links.find(({ href }) => href === '/privacy-policy')}
            />
          </div>
          <div className="foot-cols">
            {[footer.trackOrder, footer.terms, footer.help, footer.about].map((column) => (
              <div key={column.title}>
                <h2>{column.title}</h2>
                {column.text && <p className="text-small max-md:hidden">{column.text}</p>}
                <ul>
                  {column.links.map(({ label, href }) => (
                    <li key={label + href}>
                      <AppLink to={href}>{label}</AppLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
        <div className="grid gap-4 py-5 hairline-t-[#35604a] lg:flex lg:items-center lg:justify-between lg:gap-8">
          <ul className="pays" aria-label={m.acceptedPayments()}>
            {paymentMethodNames.map((name) => (
              <li key={name}>
                {BRANDS[name] && (
                  <img className="size-6" src={BRANDS[name]} alt="" width={24} height={24} loading="lazy" />
                )}
                <span>{name}</span>
              </li>
            ))}
          </ul>
          <div className="social">
            {socialLinks.length > 0 && (
              <ul className="social" aria-label={m.socialLinks()}>
                {socialLinks.map(({ name, url }) => (
                  <li key={name}>
                    <AppLink to={url}>{name}</AppLink>
                  </li>
                ))}
              </ul>
            )}
            {otherLanguages().map((language) => (
              <LanguageSwitch key={language} to={language} />
            ))}
          </div>
          <span>{content.copyright || m.copyright({ brand: shop.brandName })}</span>
        </div>
        {legal.length > 0 && (
          <div className="foot-legal">
            <p>{legal.join(' · ')}</p>
          </div>
        )}
      </div>
    </footer>
  );
}
