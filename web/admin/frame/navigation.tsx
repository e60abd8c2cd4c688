import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { ShopLogo } from '#web/ui/shop-logo.tsx';
import type { Figures } from '../dashboard/figures.ts';
import { type AdminSection, navigation, placesFor } from '../dashboard/sections.ts';
import { useBrand } from '../lib/brand.ts';
import { useMay } from '../lib/session.ts';

interface NavigationProps {
  current: AdminSection;
  figures: Figures;
}

/** The side bar of a desktop. */
export function Rail({ current, figures }: NavigationProps) {
  const brand = useBrand();
  const may = useMay();
  const rail = useRef<HTMLElement>(null);
  // In a low window the bar scrolls: the open section must be in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` is the signal to look again
  useEffect(() => {
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={rail} className="rail" aria-label="Admin">
      <Link to="/" className="rail-logo" aria-label={`${brand.name}, the shop`}>
        <ShopLogo image={brand.logo} alt="" width={167} height={30} />
      </Link>
      {navigation(may).map(({ title, sections }) => (
        <Fragment key={title}>
          {title && <p className="rail-group">{title}</p>}
          {sections.map((section) => (
            <Link
              key={section.id}
              to={`/admin?section=${section.id}`}
              className="rail-link"
              aria-current={section.id === current.id ? 'page' : undefined}
            >
              <Icon of={section.icon} />
              {section.title}
              <span className="ml-auto">
                <Waiting count={section.waiting?.(figures)} />
              </span>
            </Link>
          ))}
        </Fragment>
      ))}
    </nav>
  );
}

/** On a phone: four places below the thumb. What is reached by More belongs to More. */
export function Places({ current, figures }: NavigationProps) {
  const places = placesFor(useMay());
  const here = places.find(({ id }) => id === current.id) ?? places.at(-1);
  return (
    <nav className="places" aria-label="Admin">
      {places.map((place) => (
        <Link
          key={place.id}
          to={`/admin?section=${place.id}`}
          aria-current={
            place.id === current.id ? 'page' : place === here && current.id !== 'overview' ? 'true' : undefined
          }
        >
          <Icon of={place.icon} />
          <span>{place.title}</span>
          <span className="absolute top-0.5 left-[calc(50%+0.6rem)]">
            <Waiting count={place.waiting?.(figures)} />
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** How much waits in a section; nothing for none, and while it is not known. */
export function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="py-[0.05rem] px-[0.45rem] rounded-full bg-kesar-100 text-kesar-text text-[0.78125rem] weight-650 num">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
