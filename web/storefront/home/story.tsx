import './story.css';
import { useId, useState } from 'react';
import type { Homepage } from '#shop/content/content.ts';
import { Button } from '#web/ui/button.tsx';
import { SitePicture } from '../site-picture.tsx';

/** The brand story; Read More expands the rest. */
export function Story({ story }: { story: Homepage['brandStory'] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="later page py-section">
      <div className="story">
        <div className="story-pic">
          <SitePicture
            src={story.image}
            alt={story.alt}
            width={1200}
            height={1000}
            sizes="(min-width:64rem) 45rem, 100vw"
          />
        </div>
        <div>
          <h2 className="text-display-lg">{story.title}</h2>
          <p className="lead mt-3 max-md:text-[1rem]">{story.short}</p>
          <div id={id} className="grid gap-4 mt-4 text-ink-soft" hidden={!open}>
            {story.long.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <Button
            variant="line"
            className="mt-4"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? story.readLessText : story.readMoreText}
          </Button>
        </div>
      </div>
    </section>
  );
}
