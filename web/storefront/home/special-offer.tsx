import './special-offer.css';
import type { Homepage } from '#shop/content/content.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowRight } from '#web/ui/icons.ts';

/** The special-offer strip: the cards' ticket at page width. */
export function SpecialOffer({ offer }: { offer: Homepage['specialOffer'] }) {
  return (
    <section className="page py-section">
      <div className="relative grid overflow-hidden rounded-card bg-raisin-700 text-white lg:grid-cols-[1fr_auto] on-dark">
        <div className="pt-7 pb-6 px-6 lg:self-center lg:py-10 lg:px-12">
          <h2 className="text-display-lg">{offer.text}</h2>
        </div>
        <div className="coupon-way">
          <ButtonLink variant="paper" size="hero" to={offer.ctaLink}>
            {offer.ctaText} <Icon of={ArrowRight} />
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
