import { countryName } from '#shop/catalogue/countries.ts';
import { pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import type { Route } from './+types/contact-us';
import { ContactForm } from './contact-form.tsx';
import { ShopDetails } from './shop-details.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings } = getServices(context);
  const [page, shop] = await Promise.all([content.page('contactPage'), settings.shop()]);
  const { brandName, legalName, address, city, state, pincode, country, phone, email, supportHours } = shop;
  const { fssaiLicence, gstin, grievanceOfficer } = shop;
  return {
    page,
    // The settings are authoritative (D1); the page's own lines are used while they are empty.
    shop: {
      name: legalName || brandName || page.shopDetails.name,
      addressLines: address
        ? [
            address,
            [city, [state, pincode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
            countryName(country),
          ].filter(Boolean)
        : page.shopDetails.addressLines,
      phone: phone || page.shopDetails.phone,
      email: email || page.shopDetails.email,
      hours: supportHours || page.shopDetails.hours,
      fssaiLicence,
      gstin,
      grievanceOfficer,
    },
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { pageTitle, metaDescription } = loaderData.page;
  return pageMeta(siteOf(matches), { title: pageTitle, description: metaDescription, path: '/contact-us' });
}

export default function ContactUs({ loaderData }: Route.ComponentProps) {
  const { page, shop } = loaderData;
  return (
    <div className="page pt-7 pb-section">
      <div className="two items-start">
        <div>
          <PageTitle lead={page.subtitle} className="mb-7">
            {page.title}
          </PageTitle>
          <ContactForm texts={page.form} promise={page.responsePromise} />
        </div>
        <ShopDetails page={page} shop={shop} />
      </div>
    </div>
  );
}
