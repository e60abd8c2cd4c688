import './payment.css';
import { useEffect, useState } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The pause before the encoder is requested again, if it could not be loaded. */
const AGAIN_MS = 3_000;

/**
 * The UPI string as a QR code (D27), identical to the string in the app links. The encoder is
 * loaded on demand.
 */
export function UpiQr({ text, label }: { text: string | null; label: string }) {
  const [drawing, setDrawing] = useState<{ of: string; size: number; path: string } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let current = true;
    let again: ReturnType<typeof setTimeout>;
    const draw = () =>
      import('uqr').then(
        ({ encode }) => {
          if (!current) return;
          const { size, data } = encode(text, { border: 0, ecc: 'M' });
          const row = (cells: boolean[], y: number) =>
            cells.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('');
          setDrawing({ of: text, size, path: data.map(row).join('') });
        },
        () => {
          if (current) again = setTimeout(draw, AGAIN_MS);
        },
      );
    void draw();
    return () => {
      current = false;
      clearTimeout(again);
    };
  }, [text]);
  return (
    <div className="qr">
      {drawing && drawing.of === text ? (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={drawing.path} fill="#27181f" />
        </svg>
      ) : (
        <Skeleton />
      )}
    </div>
  );
}
