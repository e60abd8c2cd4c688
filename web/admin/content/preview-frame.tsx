import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FilterTabs } from '../ui/filter-tabs.tsx';

const WIDTHS = { phone: 390, computer: 1280 } as const;
type Width = keyof typeof WIDTHS;
/** Maximum height in the admin, in pixels; longer previews scroll. */
const TALLEST = 640;

/**
 * Renders the shop's components in an iframe without a URL, so that media queries use the width of
 * the preview and the admin's styles do not apply. Links and forms in it do nothing.
 */
export function PreviewFrame({ title, children }: { title: string; children: ReactNode }) {
  const [width, setWidth] = useState<Width>(() => (window.innerWidth < 1024 ? 'phone' : 'computer'));
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(120);
  const [room, setRoom] = useState<number>(WIDTHS.computer);
  const box = useRef<HTMLDivElement>(null);
  // The card has no width before layout.
  const scale = Math.min(1, Math.max(0.1, room / WIDTHS[width]));

  const prepare = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const inner = frame?.contentDocument;
      if (!inner?.body) return;
      prepareDocument(inner, title);
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
          ref={prepare}
          title={title}
          onLoad={(event) => prepare(event.currentTarget)}
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

/** Adds the shop's styles, a language and a title, and disables links and forms. */
function prepareDocument(inner: Document, title: string): void {
  if (inner.documentElement.lang) return;
  // An iframe without a URL has no doctype, which means quirks mode.
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
      // Elements of another window are not instances of this window's classes.
      if ((event.target as Element | null)?.closest?.('a')) stop(event);
    },
    true,
  );
}
