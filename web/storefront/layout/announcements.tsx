import type { CSSProperties } from 'react';
import { useState } from 'react';
import m from '#messages/frame';
import type { OfferBar as OfferBarContent } from '#shop/content/content.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Pause, Play } from '#web/ui/icons.ts';

/** Colours from the content, when an admin changed the defaults of the stylesheet. */
function ownColours(content: OfferBarContent, ground: string, text: string): CSSProperties | undefined {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  if (same(content.backgroundColor, ground) && same(content.textColor, text)) return undefined;
  return { backgroundColor: content.backgroundColor, color: content.textColor };
}

/**
 * Enough copies to fill a wide screen twice; the track moves by half its length, so the count is
 * even.
 */
const COPIES = Array.from({ length: 12 }, (_, index) => index);

/**
 * The scrolling green banner of the home page (R1.1). It pauses on hover, by its button, and with
 * reduced motion; screen readers read the text once.
 */
export function GreenBanner({ banner }: { banner: OfferBarContent }) {
  const [paused, setPaused] = useState(false);
  if (!banner.isVisible || banner.text === '') return null;
  return (
    <section
      className="marquee on-dark"
      aria-label={m.announcement()}
      data-paused={paused || undefined}
      style={ownColours(banner, '#166534', '#ffffff')}
    >
      <div className="marquee-track">
        {COPIES.map((copy) => (
          <span key={copy} aria-hidden={copy > 0 || undefined}>
            {banner.text}
          </span>
        ))}
      </div>
      <button
        type="button"
        aria-label={paused ? m.playAnnouncement() : m.pauseAnnouncement()}
        onClick={() => setPaused(!paused)}
      >
        <Icon of={paused ? Play : Pause} className="size-4" />
      </button>
    </section>
  );
}

/** The line under the navbar: static, in the colours of the content. */
export function OfferBar({ offerBar }: { offerBar: OfferBarContent }) {
  if (!offerBar.isVisible || offerBar.text === '') return null;
  return (
    <p className="offerbar" style={ownColours(offerBar, '#3b1d2e', '#fff6e5')}>
      {offerBar.text}
    </p>
  );
}
