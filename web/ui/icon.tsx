/**
 * Path data of an icon in a 24 × 24 box: see web/ui/icons.ts, and web/admin/ui/icons.ts for those
 * of the admin.
 */
export type IconPath = string;

/**
 * An icon, 1.25 em wide and hidden from screen readers: adjacent text or the button's `aria-label`
 * provides the name.
 */
export function Icon({ of: path, className = '' }: { of: IconPath; className?: string }) {
  return (
    <svg
      className={`ic ${className}`}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
