import '#web/storefront/pages/static-prose.css';
import { useQuery } from '@tanstack/react-query';
import type { Announcements, PageContent, StaticPage } from '#shop/content/content.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { Blog } from '#web/storefront/home/blog.tsx';
import { Facts } from '#web/storefront/home/facts-section.tsx';
import { Faq } from '#web/storefront/home/faq.tsx';
import { Hero } from '#web/storefront/home/hero.tsx';
import { Quality } from '#web/storefront/home/quality.tsx';
import { SpecialOffer } from '#web/storefront/home/special-offer.tsx';
import { Story } from '#web/storefront/home/story.tsx';
import { GreenBanner, OfferBar } from '#web/storefront/layout/announcements.tsx';
import { Footer } from '#web/storefront/layout/footer.tsx';
import { Navbar } from '#web/storefront/layout/navbar.tsx';
import { ContactForm } from '#web/storefront/pages/contact-form.tsx';
import { StaticProse } from '#web/storefront/pages/static-prose.tsx';
import { SectionHeading } from '#web/storefront/section-heading.tsx';
import { useBrand } from '../lib/brand.ts';
import { useMay } from '../lib/session.ts';
import { shopRecord } from '../settings/shop-api.ts';
import type { Part } from './spec.ts';

/**
 * A preview of a part, rendered by the shop's own components. `content` must be valid for its page.
 */
export function PartPreview({ part, content }: { part: Part; content: unknown }) {
  switch (part.pageId) {
    case 'banner':
      return <GreenBanner banner={content as PageContent['banner']} />;
    case 'offerBar':
      return <OfferBar offerBar={content as PageContent['offerBar']} />;
    case 'hero':
      return <Hero hero={content as PageContent['hero']} />;
    case 'navbar':
      return <Navbar navbar={content as PageContent['navbar']} lists={NO_LISTS} />;
    case 'homepage':
      return <HomePart id={part.id} home={content as PageContent['homepage']} />;
    case 'announcements':
      return <Promises promises={content as Announcements} />;
    case 'contactPage':
      return <Contact page={content as PageContent['contactPage']} />;
    default:
      return <Prose page={content as StaticPage} />;
  }
}

const NO_LISTS = {};

function HomePart({ id, home }: { id: string; home: PageContent['homepage'] }) {
  switch (id) {
    case 'headings':
      return (
        <div className="page py-section">
          {Object.entries(home.sections).map(([key, { title, subtitle, caption }]) => (
            <SectionHeading key={key} title={title} subtitle={subtitle ?? caption} />
          ))}
        </div>
      );
    case 'facts':
      return <Facts content={home.doYouKnow} refreshing={false} />;
    case 'story':
      return <Story story={home.brandStory} />;
    case 'quality':
      return <Quality quality={home.qualityBanner} />;
    case 'blog':
      return <Blog blog={home.blog} />;
    case 'questions':
      return <Faq faq={home.faq} promise="" />;
    case 'special-offer':
      return <SpecialOffer offer={home.specialOffer} />;
    default:
      return <HomeFooter home={home} />;
  }
}

/**
 * Footer and newsletter form. The company line comes from Shop Settings, the logo from the saved
 * navbar.
 */
function HomeFooter({ home }: { home: PageContent['homepage'] }) {
  const { data } = useQuery({
    queryKey: shopRecord.queryKey,
    queryFn: ({ signal }) => shopRecord.load(signal),
    enabled: useMay()('GET /settings/shop'),
  });
  const shop: Pick<ShopSettings, 'brandName' | 'legalName' | 'fssaiLicence' | 'gstin' | 'demoData'> = data?.value ?? {
    brandName: '',
    legalName: '',
    fssaiLicence: '',
    gstin: '',
    demoData: false,
  };
  return <Footer content={home} shop={shop} logo={useBrand().logo} />;
}

function Promises({ promises }: { promises: Announcements }) {
  return (
    <ul className="prose p-6">
      {promises.map(({ id, title, text }) => (
        <li key={id}>
          <b>{title}</b> {text}
        </li>
      ))}
    </ul>
  );
}

function Contact({ page }: { page: PageContent['contactPage'] }) {
  return (
    <div className="page pt-7 pb-section">
      <h1 className="text-display-lg">{page.title}</h1>
      <p className="lead mb-7">{page.subtitle}</p>
      <ContactForm texts={page.form} promise={page.responsePromise} />
      <h2 className="mt-8 mb-2 text-display-sm">{page.whyChoose.title}</h2>
      <ul className="prose">
        {page.whyChoose.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <h2 className="mt-8 mb-2 text-display-sm">{page.grievance.title}</h2>
      <p>{page.grievance.text}</p>
    </div>
  );
}

function Prose({ page }: { page: StaticPage }) {
  return (
    <article className="prose page py-6">
      <h1 className="text-display-lg">{page.title}</h1>
      <StaticProse blocks={page.blocks} />
    </article>
  );
}
