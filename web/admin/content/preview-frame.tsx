import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FilterTabs } from '../ui/filter-tabs.tsx';

const WIDTHS = { phone: 390, computer: 1280 } as const;
type Width = keyof typeof WIDTHS;
/** Pixels in the admin; what is longer scrolls. */
const TALLEST = 640;

/**
 * The shop's own components on a screen of their own width: a frame without an address, so that the styles of a phone are those
 * of a phone and nothing of the admin reaches in. Links and forms in it do nothing.
 */
export function PreviewFrame({ title, children }: { title: string; children: ReactNode }) {
  const [width, setWidth] = useState<Width>(() => (window.innerWidth < 1024 ? 'phone' : 'computer'));
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(120);
  const [room, setRoom] = useState<number>(WIDTHS.computer);
  const box = useRef<HTMLDivElement>(null);
  // Before it is laid out the card has no width.
  const scale = Math.min(1, Math.max(0.1, room / WIDTHS[width]));

  const furnish = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const inner = frame?.contentDocument;
      if (!inner?.body) return;
      furnishDocument(inner, title);
      setBody(inner.body);
    },
    [title],
  );
  useEffect(() => {
    if (!box.current || !content) return;
    const measured = new ResizeObserver(() => {
      setRoom(box.current?.clientWidth ?? WIDTHS.computer);
      setHeight(Math.max(40, content.offsetHeight));
    });
    measured.observe(box.current);
    measured.observe(content);
    return () => measured.disconnect();
  }, [content]);

  return (
    <section className="admin-card" aria-label="Preview">
      <header className="card-head">
        <h2>Preview</h2>
        <div className="ml-auto">
          <FilterTabs
            label="Width of the preview"
            tabs={[
              { value: 'phone' as const, label: 'Phone' },
              { value: 'computer' as const, label: 'Computer' },
            ]}
            value={width}
            onChange={setWidth}
          />
        </div>
      </header>
      <div ref={box} className="preview-room" style={{ height: Math.min(TALLEST, height * scale) }}>
        <iframe
          ref={furnish}
          title={title}
          onLoad={(event) => furnish(event.currentTarget)}
          style={{
            width: WIDTHS[width],
            height: Math.min(TALLEST, height * scale) / scale,
            transform: `scale(${scale})`,
          }}
        />
      </div>
      {body && createPortal(<div ref={setContent}>{children}</div>, body)}
    </section>
  );
}

/** The shop's styles; a language and a title, as every document has; nothing that leads away or sends. */
function furnishDocument(inner: Document, title: string): void {
  if (inner.documentElement.lang) return;
  // A frame without an address begins without a doctype, in the layout of old browsers.
  inner.open();
  inner.write('<!doctype html>');
  inner.close();
  inner.documentElement.lang = document.documentElement.lang;
  inner.title = title;
  for (const style of document.head.querySelectorAll('link[rel="stylesheet"], style')) {
    inner.head.append(style.cloneNode(true));
  }
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  inner.addEventListener('submit', stop, true);
  inner.addEventListener(
    'click',
    (event) => {
      // Elements of another window are no instances of this one's classes.
      if ((event.target as Element | null)?.closest?.('a')) stop(event);
    },
    true,
  );
}
