import '#web/ui/label.css';
import m from '#messages/pages';
import type { ContactPage } from '#shop/content/content.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { WhatsAppLink } from '#web/lib/whatsapp-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check, Clock, Mail, Phone } from '#web/ui/page-icons.ts';

type Shop = Pick<ShopSettings, 'phone' | 'email' | 'fssaiLicence' | 'gstin' | 'grievanceOfficer'> & {
  name: string;
  addressLines: string[];
  hours: string;
};

/**
 * Beside the form: identity and address of the shop (E-Commerce Rules 2020), reasons to buy here,
 * and the grievance officer.
 */
export function ShopDetails({ page, shop }: { page: ContactPage; shop: Shop }) {
  return (
    <aside className="grid gap-8" aria-label={m.shopDetails()}>
      <section className="label wrap-anywhere">
        <div className="px-1 py-2">
          <h2 className="text-display-sm">{page.shopDetails.title}</h2>
          <address className="mt-2.5 mb-4 not-italic text-ink-soft">
            <b className="weight-600 text-ink">{shop.name}</b>
            {shop.addressLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <ul>
            {shop.phone && (
              <li>
                <a className="link-tap gap-3" href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}>
                  <Icon of={Phone} /> <span className="num">{shop.phone}</span>
                </a>
              </li>
            )}
            <li className="empty:hidden">
              <WhatsAppLink text={m.question()} className="link-tap gap-3">
                {m.askWhatsapp()}
              </WhatsAppLink>
            </li>
            {shop.email && (
              <li>
                <a className="link-tap gap-3 wrap-anywhere" href={`mailto:${shop.email}`}>
                  <Icon of={Mail} /> {shop.email}
                </a>
              </li>
            )}
            {shop.hours && (
              <li className="link-tap gap-3">
                <Icon of={Clock} /> {shop.hours}
              </li>
            )}
          </ul>
          <p className="mt-2 text-small text-ink-soft">
            {shop.fssaiLicence && <span className="block">{m.fssai({ number: shop.fssaiLicence })}</span>}
            {shop.gstin && <span className="block">{m.gstin({ number: shop.gstin })}</span>}
          </p>
        </div>
      </section>
      <section>
        <h2 className="mb-2 text-display-sm">{page.whyChoose.title}</h2>
        <ul className="ticks">
          {page.whyChoose.items.map((item) => (
            <li key={item}>
              <Icon of={Check} />
              <span>{item}</span>
            </li>
          ))}
        </ul>
      </section>
      <Grievance texts={page.grievance} officer={shop.grievanceOfficer} />
    </aside>
  );
}

function Grievance({ texts, officer }: { texts: ContactPage['grievance']; officer: ShopSettings['grievanceOfficer'] }) {
  const email = officer.email || texts.email;
  const name = [officer.name || texts.name, officer.designation].filter(Boolean).join(', ');
  // Without an officer there is nobody to write to.
  if (!email && !officer.phone) return null;
  return (
    <section className="text-small text-ink-soft">
      <h2 className="[font-family:var(--font-sans)] text-small weight-600 text-ink">{texts.title}</h2>
      <p>{texts.text}</p>
      {name.toLowerCase() !== texts.title.toLowerCase() && <p className="mt-1">{name}</p>}
      {officer.phone && <p className="num">{officer.phone}</p>}
      {email && (
        <a className="link link-tap wrap-anywhere" href={`mailto:${email}`}>
          {email}
        </a>
      )}
    </section>
  );
}
