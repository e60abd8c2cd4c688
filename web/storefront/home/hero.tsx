import m from '#messages/home';
import '#web/ui/label.css';
import './hero.css';
import type { CSSProperties } from 'react';
import { useEffect, useState } from 'react';
import type { Hero as HeroContent } from '#shop/content/content.ts';
import { ButtonLink, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowRight, Pause, Play } from '#web/ui/icons.ts';
import { SitePicture } from '../site-picture.tsx';
import { useSwipe } from '../swipe.ts';
import { useSlides } from './slides.ts';

/** Replaces a first slide whose picture fails to load. */
const DEFAULT_PICTURE = 'site/hero-1-1920x860-4ada09d8.webp';

/**
 * The picture has the height of its frame and is cropped at the sides.
 */
const SIZES = '(min-width:64rem) max(100vw, 90rem), 112vw';

/**
 * The slider at the top of home: a picture on one of three cloths, the text on a paper label. Later
 * pictures load after the page, and a failed one is replaced by the first (R1.4).
 */
export function Hero({ hero }: { hero: HeroContent }) {
  const { slides, intervalMs } = hero;
  const { index, running, paused, setPaused, setHeld, go } = useSlides(slides.length, intervalMs);
  const swipe = useSwipe((step) => go(index + step));
  const settled = useSettled();
  if (slides.length === 0) return null;
  const many = slides.length > 1;

  return (
    <section
      className="hero"
      aria-roledescription={m.carousel()}
      aria-label={m.highlights()}
      onPointerEnter={(event) => setHeld(event.pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...swipe}
    >
      <div className="hero-in">
        <div className="hero-stage">
          {slides.map((slide, at) => (
            <div
              key={slide.backgroundImage}
              className="hero-pic"
              data-cloth={`hero-${(at % 3) + 1}`}
              data-on={at === index || undefined}
              aria-hidden={at !== index}
            >
              {(at === 0 || settled || at === index) && (
                <SitePicture
                  src={slide.backgroundImage}
                  alt={slide.alt}
                  width={1920}
                  height={860}
                  sizes={SIZES}
                  priority={at === 0}
                  fallback={at === 0 ? DEFAULT_PICTURE : slides[0]?.backgroundImage}
                />
              )}
            </div>
          ))}
        </div>
        <div className="label hero-label">
          <div className="hero-words" aria-live={running ? 'off' : 'polite'}>
            {slides.map((slide, at) => (
              <div key={slide.title} data-on={at === index || undefined} aria-hidden={at !== index}>
                <h2>{slide.title}</h2>
                {slide.subtitle && <p className="lead">{slide.subtitle}</p>}
                {slide.ctaText && (
                  <ButtonLink to={slide.ctaLink} size="hero">
                    {slide.ctaText}
                  </ButtonLink>
                )}
              </div>
            ))}
          </div>
        </div>
        {many && (
          <div
            className="hero-ctl"
            data-running={running || undefined}
            style={{ '--slide-ms': `${intervalMs}ms` } as CSSProperties}
          >
            <IconButton aria-label={paused ? m.playSlides() : m.pauseSlides()} onClick={() => setPaused(!paused)}>
              <Icon of={paused ? Play : Pause} />
            </IconButton>
            {slides.map((slide, at) => (
              <button
                key={slide.title}
                type="button"
                className="hero-bar"
                aria-label={m.slide({ number: at + 1, total: slides.length })}
                aria-current={at === index || undefined}
                onClick={() => go(at)}
              >
                <i />
              </button>
            ))}
            <IconButton aria-label={m.nextSlide()} onClick={() => go(index + 1)}>
              <Icon of={ArrowRight} />
            </IconButton>
          </div>
        )}
      </div>
    </section>
  );
}

/** True once the page and its first view have loaded; hidden pictures load after that. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    if (document.readyState === 'complete') {
      const timer = setTimeout(settle, 500);
      return () => clearTimeout(timer);
    }
    window.addEventListener('load', settle, { once: true });
    return () => window.removeEventListener('load', settle);
  }, []);
  return settled;
}
