import '#web/ui/label.css';
import './quality.css';
import type { Homepage } from '#shop/content/content.ts';
import type { IconPath } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FileText, Flame, Leaf, RotateCcw } from '#web/ui/icons.ts';
import { SitePicture } from '../site-picture.tsx';

const ICONS: Record<string, IconPath> = { grade: Leaf, roast: Flame, label: FileText, replace: RotateCcw };

/**
 * The premium-quality banner: the flat-lay on leaf cloth, the text on a leaf label in the middle.
 */
export function Quality({ quality }: { quality: Homepage['qualityBanner'] }) {
  return (
    <section className="quality on-dark later">
      <div className="quality-pic">
        <SitePicture
          src={quality.image}
          alt={quality.alt}
          width={1920}
          height={600}
          // As high as its frame and cropped at the sides.
          sizes="(min-width:64rem) 130vw, 160vw"
        />
      </div>
      <div className="label label-leaf quality-label">
        <h2 className="text-display-lg">{quality.title}</h2>
        <p className="lead mt-3">{quality.text}</p>
        <ul className="points">
          {quality.points.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon of={ICONS[icon] ?? Leaf} />
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
