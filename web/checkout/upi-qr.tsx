import './payment.css';
import { useEffect, useState } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The UPI string as a QR code (D27), identical to the string in the app links. The encoder is loaded on demand. */
export function UpiQr({ text, label }: { text: string | null; label: string }) {
  const [drawing, setDrawing] = useState<{ of: string; size: number; path: string } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let current = true;
    import('uqr').then(({ encode }) => {
      if (!current) return;
      const { size, data } = encode(text, { border: 0, ecc: 'M' });
      const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
      setDrawing({ of: text, size, path });
    });
    return () => {
      current = false;
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
