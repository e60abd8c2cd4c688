import './static-prose.css';
import type { StaticPage } from '#shop/content/content.ts';

/** The blocks of a static page: headings, paragraphs, lists. Text only, never HTML (D46). */
export function StaticProse({ blocks }: { blocks: StaticPage['blocks'] }) {
  return blocks.map(({ heading, paragraphs, list }) => (
    <section key={heading}>
      <h2>{heading}</h2>
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
