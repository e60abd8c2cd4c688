import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import {
  centred,
  moved,
  resized,
  type Size,
  type Square,
  sideAt,
  turned,
  uploadSide,
  zoomOf,
} from '#shop/media/crop.ts';
import { UPLOAD_LIMITS } from '#shop/media/uploads.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArrowRight, RotateCw } from '#web/ui/icons.ts';
import { ZoomIn, ZoomOut } from '#web/ui/page-icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { cropPhoto, drawPhoto, type OpenPhoto, openPhoto } from './crop-photo.ts';
import type { CropQueue, Entry } from './use-uploads.ts';

interface CropDialogProps {
  crops: CropQueue;
  /** Of the product, for the preview. */
  name: string;
  onCropped: (entry: Entry, file: File | null) => void;
  onSkip: (entries: readonly Entry[]) => void;
}

/** One step of a key or button: a twentieth of the square, or of the zoom. */
const STEP = 0.05;

/**
 * Crops photos to squares, one after the other, and shrinks them. Who is in a hurry presses Enter:
 * the square begins in the middle.
 */
export default function CropDialog({ crops, name, onCropped, onSkip }: CropDialogProps) {
  const { waiting, done } = crops;
  const [entry] = waiting;
  const [resting, setResting] = useState(false);
  const centreRest = async (current: CropState) => {
    setResting(true);
    onCropped(current.entry, await current.cut());
    for (const one of waiting.slice(1)) {
      const picture = await openPhoto(one.file);
      const square = picture && centred(picture);
      onCropped(one, picture && square && (await cropPhoto({ picture, turns: 0 }, square, one.file.name)));
      picture?.close();
    }
    setResting(false);
  };
  if (!entry) return null;
  return (
    <Dialog
      open
      wide
      title={`Photo ${done + 1} of ${done + waiting.length}`}
      step={entry.key}
      onClose={() => onSkip(waiting)}
    >
      <Crop
        key={entry.key}
        entry={entry}
        name={name}
        last={waiting.length === 1}
        resting={resting}
        onCropped={onCropped}
        onSkip={() => onSkip([entry])}
        onRest={centreRest}
      />
    </Dialog>
  );
}

/** The photo that is shown, and what is kept of it. */
interface CropState {
  entry: Entry;
  cut: () => Promise<File | null>;
}

interface Shown {
  photo: OpenPhoto;
  /** As it is turned. */
  size: Size;
  square: Square;
}

function Crop({
  entry,
  name,
  last,
  resting,
  onCropped,
  onSkip,
  onRest,
}: Pick<CropDialogProps, 'name' | 'onCropped'> & {
  entry: Entry;
  last: boolean;
  resting: boolean;
  onSkip: () => void;
  onRest: (state: CropState) => Promise<void>;
}) {
  const { shown, change } = useOpened(entry, onCropped);
  const [busy, setBusy] = useState(false);
  if (!shown) return <Skeleton className="aspect-square w-full" />;
  const { photo, size, square } = shown;
  const zoom = zoomOf(size, square);
  const place = (next: Square) => change({ ...shown, square: next });
  const zoomTo = (next: number) => place(resized(size, square, sideAt(size, Math.min(100, Math.max(0, next)))));
  const move = (x: number, y: number) => place(moved(size, square, { x, y }));
  const turn = () => {
    const next = turned(size, square);
    change({ photo: { ...photo, turns: photo.turns + 1 }, size: next.photo, square: next.square });
  };
  const cut = () => cropPhoto(photo, square, entry.file.name);
  const use = async () => {
    if (busy || resting) return;
    setBusy(true);
    onCropped(entry, await cut());
  };
  const by = square.side * STEP;
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => move(-by, 0),
    ArrowRight: () => move(by, 0),
    ArrowUp: () => move(0, -by),
    ArrowDown: () => move(0, by),
    '+': () => zoomTo(zoom + 100 * STEP),
    '=': () => zoomTo(zoom + 100 * STEP),
    '-': () => zoomTo(zoom - 100 * STEP),
    r: turn,
    Enter: use,
  };
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // The slider has arrow keys of its own, and a button is pressed with Enter.
    const act = keys[key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('button') || (target.matches('input') && key.startsWith('Arrow'))) return;
    event.preventDefault();
    act();
  };
  const side = uploadSide(square);
  const { minSide, maxSide } = UPLOAD_LIMITS;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what its buttons do
    <div className="grid gap-4 min-w-0 md:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] md:items-start" onKeyDown={press}>
      <Stage shown={shown} onMove={move} onSide={(next) => place(resized(size, square, next))} />
      <div className="grid gap-4 content-start min-w-0">
        <div>
          <p className="admin-clip text-small text-ink-soft">{entry.file.name}</p>
          <p className="flex flex-wrap items-center gap-x-2 num">
            <span>
              {size.width} × {size.height} px, {megabytes(entry.file.size)}
            </span>
            <Icon of={ArrowRight} />
            <b>
              {side} × {side} px
            </b>
          </p>
          {side < maxSide && (
            <p className="text-small text-kesar-text">
              This part has fewer than {maxSide} px. It is not enlarged: good on cards, a little soft on the product
              page.
            </p>
          )}
        </div>
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-1">
          <IconButton aria-label="Zoom out" onClick={() => zoomTo(zoom - 100 * STEP)}>
            <Icon of={ZoomOut} />
          </IconButton>
          <input
            type="range"
            className="w-full h-11 m-0 accent-neel-700"
            min={0}
            max={100}
            aria-label="Zoom"
            value={Math.round(zoom)}
            onChange={(event) => zoomTo(Number(event.target.value))}
          />
          <IconButton aria-label="Zoom in" onClick={() => zoomTo(zoom + 100 * STEP)}>
            <Icon of={ZoomIn} />
          </IconButton>
          <Button variant="quiet" size="admin" onClick={turn}>
            <Icon of={RotateCw} /> Turn
          </Button>
        </div>
        <Preview shown={shown} name={name} />
        <p className="text-small text-ink-soft">
          Square, {minSide} to {maxSide} px a side, under 5 MB: we crop and shrink it here, before the upload.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 md:col-span-2">
        <Button variant="text" size="admin" className="mr-auto" onClick={onSkip}>
          Skip this photo
        </Button>
        {!last && (
          <Button
            variant="quiet"
            size="admin"
            busy={resting}
            busyText="Cropping…"
            onClick={() => onRest({ entry, cut })}
          >
            Centre the rest
          </Button>
        )}
        <Button size="admin" busy={busy} busyText="Cropping…" disabled={resting} onClick={use}>
          Use photo
        </Button>
      </div>
    </div>
  );
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Opens the photo of an entry; it is closed with the dialog, for it takes 50 MB of memory. */
function useOpened(entry: Entry, onFailed: (entry: Entry, file: null) => void) {
  const [shown, setShown] = useState<Shown | null>(null);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    let picture: ImageBitmap | null = null;
    let left = false;
    void openPhoto(entry.file).then((opened) => {
      picture = opened;
      if (left) opened?.close();
      else if (opened) {
        const { width, height } = opened;
        const size = { width, height };
        setShown({ photo: { picture: opened, turns: 0 }, size, square: centred(size) });
      } else failed.current(entry, null);
    });
    return () => {
      left = true;
      picture?.close();
    };
  }, [entry]);
  return { shown, change: setShown };
}

/** The rim around the square in which the rest of the photo is seen, of the width of the stage. */
const RIM = 0.07;
/** A line at each third helps to place the goods; what is outside is dark. */
const THIRDS = ['33.33% 0 / 1px 100%', '66.66% 0 / 1px 100%', '0 33.33% / 100% 1px', '0 66.66% / 100% 1px'];
const FRAME = {
  inset: `${RIM * 100}%`,
  boxShadow: '0 0 0 60rem rgb(27 17 22 / 0.66)',
  background: THIRDS.map((place) => `linear-gradient(#fff6, #fff6) ${place} no-repeat`).join(', '),
};
/** Pixels of the stage's canvas: sharp on a phone, and quick to draw. */
const PIXELS = 800;

/** The photo, with the square over it: dragged with a finger or the mouse, zoomed with two or the wheel. */
function Stage({
  shown,
  onMove,
  onSide,
}: {
  shown: Shown;
  onMove: (x: number, y: number) => void;
  onSide: (side: number) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  // Keys work at once.
  useEffect(() => frame.current?.focus(), []);
  const held = useRef(new Map<number, { x: number; y: number }>());
  const { photo, square } = shown;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, PIXELS, PIXELS);
    drawPhoto(context, photo, square, { at: PIXELS * RIM, side: PIXELS * (1 - 2 * RIM) });
  }, [photo, square]);

  const zoom = useRef(onSide);
  zoom.current = onSide;
  const side = useRef(square.side);
  side.current = square.side;
  useEffect(() => {
    const element = canvas.current;
    // React listens passively: the dialog would scroll.
    const turnWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom.current(side.current * (event.deltaY > 0 ? 1 + STEP : 1 - STEP));
    };
    element?.addEventListener('wheel', turnWheel, { passive: false });
    return () => element?.removeEventListener('wheel', turnWheel);
  }, []);

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = held.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...held.current].filter(([id]) => id !== event.pointerId);
    held.current.set(event.pointerId, now);
    if (other) {
      const apart = (one: { x: number; y: number }) => Math.hypot(one.x - other[1].x, one.y - other[1].y);
      if (apart(now) > 0) onSide((square.side * apart(before)) / apart(now));
      return;
    }
    // The photo follows the finger, so the square goes the other way.
    const scale = square.side / (event.currentTarget.clientWidth * (1 - 2 * RIM));
    onMove((before.x - now.x) * scale, (before.y - now.y) * scale);
  };
  const release = (event: PointerEvent) => held.current.delete(event.pointerId);
  return (
    <div className="relative aspect-square overflow-hidden rounded-[10px] bg-[#1b1116]">
      <canvas
        ref={canvas}
        className="size-full touch-none cursor-grab"
        width={PIXELS}
        height={PIXELS}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      />
      <div
        ref={frame}
        className="absolute pointer-events-none outline-2 outline-white focus-visible:outline-3 focus-visible:outline-focus-on-dark"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move what it frames
        tabIndex={0}
        aria-label="Part of the photo that is kept. Arrow keys move it, plus and minus zoom, R turns"
        style={FRAME}
      />
    </div>
  );
}

/** On a wide screen: the square as a card shows it. */
function Preview({ shown: { photo, square }, name }: { shown: Shown; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, 288, 288);
    drawPhoto(context, photo, square, { at: 0, side: 288 });
  }, [photo, square]);
  return (
    <figure className="hidden gap-2 md:grid">
      <figcaption className="text-small text-ink-soft">As shoppers see it</figcaption>
      <canvas ref={canvas} className="size-36 rounded-[14px]" width={288} height={288} />
      <b className="font-display text-base">{name}</b>
    </figure>
  );
}
