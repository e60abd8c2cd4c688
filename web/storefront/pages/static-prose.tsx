import './static-prose.css';
import type { StaticPage } from '#shop/content/content.ts';
import { SitePicture } from '../site-picture.tsx';

/** The blocks of a static page: headings, pictures, paragraphs, lists. Text only, never HTML (D46). */
export function StaticProse({ blocks }: { blocks: StaticPage['blocks'] }) {
  return blocks.map(({ heading, image, alt, paragraphs, list }) => (
    <section key={heading}>
      <h2>{heading}</h2>
      {image && (
        <div className="my-4 aspect-[3/2] overflow-hidden rounded-card [&_img]:size-full [&_img]:object-cover">
          <SitePicture src={image} alt={alt ?? ''} width={960} height={640} sizes="(min-width:48rem) 42rem, 100vw" />
        </div>
      )}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {list.length > 0 && (
        <ul>
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  ));
}
