import './film.css';
import { useEffect, useRef, useState } from 'react';
import m from '#messages/home';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pause, Play } from '#web/ui/icons.ts';
import { imageUrl } from '#web/ui/picture.tsx';
import { useReducedMotion } from '../reduced-motion.ts';
import { SitePicture } from '../site-picture.tsx';

const POSTER = 'site/brand-loop-960x540-48d971d9.webp';
const FILMS = [
  { src: 'site/brand-loop-159ca654.webm', type: 'video/webm' },
  { src: 'site/brand-loop-aa06fa08.mp4', type: 'video/mp4' },
];

/** The browser's Save-Data setting; not every browser supports it. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * The brand film: muted, looped, with a poster. It loads when it scrolls into view, and plays
 * automatically only without reduced motion and Save-Data; the button always starts and stops it.
 */
export function Film({ title, caption }: { title: string; caption?: string }) {
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const still = useReducedMotion();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [near, setNear] = useState(false);
  const playing = near && (wanted ?? (!still && !savesData()));
  const [mounted, setMounted] = useState(false);

  useEffect(() => {
    if (!frame.current) return;
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), { threshold: 0.2 });
    watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);

  useEffect(() => {
    if (playing) setMounted(true);
    const film = video.current;
    if (!film) return;
    // A browser may block autoplay; then the poster stays and the button offers to play.
    if (playing) film.play().catch(() => setWanted(false));
    else film.pause();
  }, [playing]);

  return (
    <section ref={frame} className="film on-dark later" aria-label={title}>
      <SitePicture src={POSTER} alt="" width={960} height={540} />
      {mounted && (
        <video ref={video} muted loop playsInline autoPlay preload="metadata" aria-hidden="true" tabIndex={-1}>
          {FILMS.map(({ src, type }) => (
            <source key={src} src={imageUrl(src)} type={type} />
          ))}
        </video>
      )}
      <IconButton aria-label={playing ? m.pauseVideo() : m.playVideo()} onClick={() => setWanted(!playing)}>
        <Icon of={playing ? Pause : Play} />
      </IconButton>
      <div className="film-words">
        <div className="page">
          <h2 className="text-display-lg">{title}</h2>
          {caption && <p>{caption}</p>}
        </div>
      </div>
    </section>
  );
}
